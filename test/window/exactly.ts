/** Matches that text and no longer one. Playwright's hasText alone also matches a part of a text. */
export function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}
