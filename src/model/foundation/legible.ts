/** Removes characters that hide, end or reverse the surrounding text. */
export const legible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();

/**
 * A title on one line, with its natural direction. A direction mark would also affect the text
 * after it.
 */
export const titleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "")
    .trim();
