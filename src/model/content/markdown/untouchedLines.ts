import { diffArrays } from "diff";

/**
 * What VS Code or a formatter may do to a text while it saves it. The result looks like an edit of
 * the user. It counts as one only if the user's settings rule out the other.
 */
export interface SaveCleanup {
  readonly trimsLines: boolean;
  readonly trimsFinalNewlines: boolean;
  readonly insertsFinalNewline: boolean;
}

interface Line {
  /** The line break before it; empty in the first line. */
  readonly lineBreak: string;
  /** The text without the blanks at its end. */
  readonly words: string;
  /** The spaces and tabs at its end. */
  readonly blanks: string;
}

/**
 * A text after an edit, in which the lines that the user left alone are as before: with their line
 * breaks, the blanks at their ends, and the characters that VS Code removes.
 */
export function restoreUntouched(text: string, previousText: string, cleanup: SaveCleanup): string {
  const [lines, previousLines] = [linesOf(text), linesOf(previousText)];
  const previousIndexes = pairLines(lines, previousLines);
  const [last, previousLast] = [lastFilled(lines), lastFilled(previousLines)];
  // An empty text has one line, but no line break at its end.
  const previousFinalLines = previousLines.slice(Math.max(previousLast, 0) + 1);
  const isInserted = cleanup.insertsFinalNewline && previousFinalLines.length === 0;
  const isTrimmed =
    cleanup.trimsFinalNewlines &&
    previousFinalLines.length > 1 &&
    // Text that the user appended uses up the lines that were at the end.
    [-1, last].includes(previousIndexes.indexOf(previousLast));
  // VS Code leaves one line break after the text, and none in an empty text.
  const mayBeCleanedUp = lines.length === last + 2 && last >= 0 && (isInserted || isTrimmed);
  const restoredLines = restoreLines({ lines, previousLines, previousIndexes }, cleanup);
  const finalLines = mayBeCleanedUp ? previousFinalLines : restoredLines.slice(last + 1);
  return [...restoredLines.slice(0, last + 1), ...finalLines]
    .map(({ lineBreak, words, blanks }) => lineBreak + words + blanks)
    .join("");
}

interface PairedLines {
  readonly lines: readonly Line[];
  readonly previousLines: readonly Line[];
  /** For each line, the index of the same line before; undefined for changed lines. */
  readonly previousIndexes: readonly (number | undefined)[];
}

function restoreLines(
  { lines, previousLines, previousIndexes }: PairedLines,
  { trimsLines }: SaveCleanup,
): readonly Line[] {
  // A new line begins with the line break that ended the untouched line before it.
  let lineBreakAfter = previousLines[1]?.lineBreak ?? "\n";
  return lines.map((line, at) => {
    const { words, blanks } = line;
    const previousAt = previousIndexes[at] ?? -1;
    const previous = previousLines[previousAt];
    const ownLineBreak = previousAt > 0 ? previous?.lineBreak : undefined;
    const lineBreak = at === 0 ? "" : (ownLineBreak ?? lineBreakAfter);
    if (!previous) return { ...line, lineBreak };
    lineBreakAfter = previousLines[previousAt + 1]?.lineBreak ?? lineBreakAfter;
    return {
      lineBreak,
      words: withoutRemoved(words) === words ? previous.words : words,
      blanks: trimsLines && blanks === "" ? previous.blanks : blanks,
    };
  });
}

/** Splits a text at the line breaks that VS Code knows. */
function linesOf(text: string): Line[] {
  const parts = ["", ...text.split(/(\r\n|\r|\n)/)];
  return parts.flatMap((line, at) => {
    if (at % 2 === 0) return [];
    let length = line.length;
    // The time of a pattern would be quadratic in the blanks.
    while (line[length - 1] === " " || line[length - 1] === "\t") length -= 1;
    const [words, blanks] = [line.slice(0, length), line.slice(length)];
    return { lineBreak: parts[at - 1] ?? "", words, blanks };
  });
}

const lastFilled = (lines: readonly Line[]): number =>
  lines.findLastIndex(({ words }) => words !== "");

/** No line counts as untouched if too many have changed. */
function pairLines(
  lines: readonly Line[],
  previousLines: readonly Line[],
): PairedLines["previousIndexes"] {
  const keysOf = (some: readonly Line[]) => some.map(({ words }) => withoutRemoved(words));
  const changes = diffArrays(keysOf(previousLines), keysOf(lines), { maxEditLength });
  let previousAt = 0;
  return (changes ?? []).flatMap(({ added, removed, count }) => {
    if (added) return Array<undefined>(count).fill(undefined);
    previousAt += count;
    return removed ? [] : Array.from({ length: count }, (_, at) => previousAt - count + at);
  });
}

/** In lines. The time of the comparison is quadratic in it. */
const maxEditLength = 1_000;

/**
 * Without the characters that VS Code takes from a text: what is a line break in Unicode but not in
 * Markdown, and the byte order mark at its start.
 */
const withoutRemoved = (text: string): string => text.replaceAll(/[\u2028\u2029]|^\uFEFF/g, "");
