import { eastAsianWidth } from "get-east-asian-width";

/** The columns that a text takes in a terminal. A sequence of emoji counts as its parts. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** The beginning of a text that takes at most this many columns. */
export function cutToWidth(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += columnsOf(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Marks are above or below the character before them. U+FE0F turns it into a wide emoji. */
const columnsOf = (character: string): number =>
  /(?!\uFE0F)[\p{Mn}\p{Me}\u200B-\u200D]/u.test(character)
    ? 0
    : eastAsianWidth(character.codePointAt(0) ?? 0);
