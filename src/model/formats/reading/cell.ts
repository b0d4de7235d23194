/** A cell of a table. */
interface Cell {
  /** Null for one that is empty and not in quotes. */
  readonly value: string | null;
  readonly end: number;
  /** What stands behind it: the delimiter, a line break, or nothing that may. */
  readonly sign: string;
}

/** The cell that begins at a place; one whose quotes are not closed ends behind the text. */
export function cellAt(text: string, from: number, delimiter: string): Cell {
  const isQuoted = text.charAt(from) === '"';
  const end = isQuoted ? endOfQuoted(text, from) : endOfPlain(text, from, delimiter);
  const value = isQuoted
    ? text.slice(from + 1, end - 1).replaceAll('""', '"')
    : text.slice(from, end) || null;
  return { value, end, sign: signAt(text, end, delimiter) };
}

function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length + 1 : at + 1;
}

/** A quote ends it, too, and what follows is no sign that may. */
function endOfPlain(text: string, from: number, delimiter: string): number {
  const end = new RegExp(`${delimiter}|\r?\n|"`, "g");
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

const signAt = (text: string, at: number, delimiter: string): string =>
  [delimiter, "\n", "\r\n"].find((sign) => text.startsWith(sign, at)) ?? "";
