/** Removes characters that hide, end or reverse the surrounding text. */
export const legible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();

/**
 * A text on one line in which no character acts on the text around it or on a terminal. Line breaks,
 * control characters and bidirectional controls are replaced by what VS Code shows for them: ⏎, a
 * control picture such as ␛, or the code point such as `[U+202E]`. Direction marks, which nobody
 * sees, are removed.
 */
export const visible = (text: string): string =>
  text
    .replace(/\r\n|[\r\n]/g, "⏎")
    .replace(/[\u061C\u200E\u200F]/g, "")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, nameOf);

/** The same for a text whose line breaks are its own: they stay. */
export const visibleLines = (text: string): string => text.split("\n").map(visible).join("\n");

/** A picture of a control character, or else the code point of a character. */
function nameOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x24_00 + code);
  if (code === 0x7f) return "␡";
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}
