const updatedAtPattern = /"updatedAt"\s*:\s*"([^"]*)"/g;

/**
 * The version that a text was made of, in milliseconds: what the service said of itself stands last. Also
 * for a text that is no JSON any more; undefined where it does not say.
 */
export function versionOfText(text: string): number | undefined {
  const last = [...text.matchAll(updatedAtPattern)].at(-1)?.[1] ?? "";
  return Date.parse(last) || undefined;
}
