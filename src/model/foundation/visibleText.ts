/** Removes characters that hide, end or reverse the surrounding text. */
export const legible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();

/**
 * A text on one line in which no character acts on the text around it or on a terminal. Line breaks,
 * control characters and bidirectional controls are replaced by what VS Code shows for them: ⏎, a
 * control picture such as ␛, or the code point such as `[U+202E]`. Direction marks, which nobody
 * sees, are removed.
 */
export const visible = (text: string): string => text.replace(controlCharacters, nameOf);

/** The same for a text whose line breaks are its own: they stay. */
export const visibleLines = (text: string): string =>
  text.replace(controlCharacters, (character) =>
    character.endsWith("\n") ? "\n" : nameOf(character),
  );

const controlCharacters =
  /\r\n|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const names = new Map([
  ...["\r\n", "\n", "\r"].map((lineBreak) => [lineBreak, "⏎"] as const),
  ...["\u061C", "\u200E", "\u200F"].map((mark) => [mark, ""] as const),
  ["\u007F", "␡"],
]);

function nameOf(character: string): string {
  const known = names.get(character);
  if (known !== undefined) return known;
  const code = character.charCodeAt(0);
  const name = code < 0x20 ? String.fromCharCode(0x24_00 + code) : `[${codePointOf(character)}]`;
  names.set(character, name);
  return name;
}

const digitsOf = (character: string): string =>
  character.charCodeAt(0).toString(16).padStart(4, "0");

const codePointOf = (character: string): string => `U+${digitsOf(character).toUpperCase()}`;

/**
 * The characters that editors hide or remove, and those that act on the text around them: controls,
 * line and paragraph separators, byte order marks, bidirectional controls and direction marks.
 */
const actingCharacters = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** Escapes these characters in a JSON text. Outside of strings, there are none but line breaks. */
export const escapeJson = (text: string): string =>
  text.replace(actingCharacters, (character) => `\\u${digitsOf(character)}`);

/** The code points of these characters in a text, such as `U+2028`, without tabs and line breaks. */
export const actingCodePointsIn = (text: string): string[] =>
  [...new Set(text.replaceAll(/[\t\r]/g, "").match(actingCharacters))].map(codePointOf);
