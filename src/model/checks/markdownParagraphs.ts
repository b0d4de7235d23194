/**
 * Splits Markdown into the texts in which links can be: paragraphs and headings. Code and comments
 * are left out. The rules are those of CommonMark, and each line is read once: quotes and list items
 * are containers that a line continues or ends, and a paragraph, code or a comment is in the
 * innermost one.
 */

/** A paragraph or heading, without the signs of quotes and lists. */
export interface Paragraph {
  readonly lines: readonly string[];
  /** For each line, its offset in the whole text. */
  readonly starts: readonly number[];
}

export const paragraphsIn = (text: string): readonly Paragraph[] => new Blocks(text).paragraphs();

/** The match of a sticky expression at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A quote, or a list item whose lines are indented by this number of columns. */
type Container = "quote" | number;

/** A deeper nesting is text. */
const maxDepth = 32;

const listMarker = /(?:[-+*]|(\d{1,9})[.)])(?=\s|$)/y;
const fence = /`{3,}(?=[^`\n\r]*(?:[\n\r]|$))|~{3,}/y;
const heading = /#{1,6}(?=\s|$)/y;
const rule = /([-*_])(?:[ \t]*\1){2,}[ \t]*(?=[\n\r]|$)/y;
/** Each line of code, a comment, a rule or an underline begins with one of these. */
const blockSigns = "`~<*_=-";
/** The line below a heading. */
const underline = /(?:=+|-+)[ \t]*(?=[\n\r]|$)/y;

/** The white space at the beginning of a line or of what a container contains. */
interface Indentation {
  /** In columns. */
  readonly width: number;
  /** The position after it. */
  readonly next: number;
}

class Blocks {
  readonly #text: string;
  readonly #paragraphs: Paragraph[] = [];
  readonly #containers: Container[] = [];
  /** The lines of the open paragraph. */
  #texts: string[] = [];
  /** For each of them, its offset in the whole text. */
  #starts: number[] = [];
  /** The signs that opened the block of code that is open. */
  #fence: string | undefined;
  #isComment = false;
  /** The position in the line. A part of a tab can be used, so columns don't follow from it. */
  #at = 0;
  #column = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  paragraphs(): readonly Paragraph[] {
    let start = 0;
    for (let at = 0; at < this.#text.length; at += 1) {
      const sign = this.#text[at];
      if (sign !== "\n" && sign !== "\r") continue;
      this.#addLine(start, at);
      if (sign === "\r" && this.#text[at + 1] === "\n") at += 1;
      start = at + 1;
    }
    this.#addLine(start, this.#text.length);
    this.#endParagraph();
    return this.#paragraphs;
  }

  #addLine(start: number, end: number): void {
    this.#at = start;
    this.#column = 0;
    this.#end = end;
    let depth = this.#continuedDepth();
    if (depth === this.#containers.length && this.#isInBlock()) return;
    if (depth < this.#containers.length) [this.#fence, this.#isComment] = [undefined, false];
    while (this.#opensQuote(depth) || this.#opensItem(depth)) depth += 1;
    this.#addContent(depth);
  }

  /** Skips the signs of the containers that continue in this line, and returns their number. */
  #continuedDepth(): number {
    for (const [depth, container] of this.#containers.entries()) {
      const isContinued = container === "quote" ? this.#skipsQuote() : this.#skipsItem(container);
      if (!isContinued) return depth;
    }
    return this.#containers.length;
  }

  /** Skips the sign of a quote, if there is one. */
  #skipsQuote(): boolean {
    const { width, next } = this.#indentation();
    if (width > 3 || next === this.#end || this.#text[next] !== ">") return false;
    this.#at = next + 1;
    this.#column += width + 1;
    this.#skipColumns(1);
    return true;
  }

  /** Skips the indentation of a list item, if the line has it. An empty line needs none. */
  #skipsItem(columns: number): boolean {
    const { width, next } = this.#indentation();
    if (next === this.#end) return true;
    if (width < columns) return false;
    this.#skipColumns(columns);
    return true;
  }

  /** Whether the line belongs to the code or comment that is open. */
  #isInBlock(): boolean {
    if (this.#isComment) {
      this.#isComment = !this.#hasCommentEnd(this.#at);
      return true;
    }
    if (this.#fence === undefined) return false;
    const { width, next } = this.#indentation();
    const line = this.#text.slice(next, this.#end).trimEnd();
    const isOneSign = line === line.charAt(0).repeat(line.length);
    if (width < 4 && isOneSign && line.startsWith(this.#fence)) this.#fence = undefined;
    return true;
  }

  #hasCommentEnd(from: number): boolean {
    return this.#text.slice(from, this.#end).includes("-->");
  }

  #opensQuote(depth: number): boolean {
    if (depth >= maxDepth || !this.#skipsQuote()) return false;
    this.#close(depth);
    this.#containers.push("quote");
    return true;
  }

  #opensItem(depth: number): boolean {
    const { width, next } = this.#indentation();
    if (depth >= maxDepth || width > 3) return false;
    const [marker, number = "1"] = this.#itemMarkerAt(next) ?? [];
    if (marker === undefined) return false;
    const isEmpty = this.#text.slice(next + marker.length, this.#end).trimStart() === "";
    if (this.#isInParagraph(depth) && (isEmpty || Number(number) !== 1)) return false;
    this.#close(depth);
    this.#at = next + marker.length;
    this.#column += width + marker.length;
    this.#containers.push(width + marker.length + this.#skipPadding(isEmpty));
    return true;
  }

  /** The sign of a list item and its number; undefined at the end of the line and for a rule. */
  #itemMarkerAt(at: number): RegExpExecArray | null {
    if (at === this.#end || matchAt(rule, this.#text, at)) return null;
    return matchAt(listMarker, this.#text, at);
  }

  /** Skips the columns between the sign of an item and its content, and returns their number. */
  #skipPadding(isEmpty: boolean): number {
    const { width } = this.#indentation();
    const padding = isEmpty || width > 4 ? 1 : width;
    this.#skipColumns(padding);
    return padding;
  }

  /** Whether a paragraph is open whose containers continue in this line. */
  #isInParagraph(depth: number): boolean {
    return this.#texts.length > 0 && depth === this.#containers.length;
  }

  #addContent(depth: number): void {
    const { width, next } = this.#indentation();
    const isText = width > 3 ? this.#texts.length > 0 : !this.#opensBlock(depth, next);
    if (next === this.#end || !isText) this.#close(depth);
    else if (width < 4 && this.#isHeading(next)) this.#addHeading(depth, next);
    else {
      if (this.#texts.length === 0) this.#close(depth);
      this.#addText(next);
    }
  }

  #isHeading(at: number): boolean {
    return this.#text[at] === "#" && matchAt(heading, this.#text, at) !== null;
  }

  #addHeading(depth: number, start: number): void {
    this.#close(depth);
    this.#addText(start);
    this.#endParagraph();
  }

  /** Whether the line is no text: it begins code or a comment, or is a rule or an underline. */
  #opensBlock(depth: number, at: number): boolean {
    if (at === this.#end || !blockSigns.includes(this.#text.charAt(at))) return false;
    const [signs] = matchAt(fence, this.#text, at) ?? [];
    const isComment = this.#text.startsWith("<!--", at);
    this.#fence = signs;
    this.#isComment = isComment && !this.#hasCommentEnd(at);
    const isLine =
      matchAt(rule, this.#text, at) ??
      (this.#isInParagraph(depth) ? matchAt(underline, this.#text, at) : null);
    return signs !== undefined || isComment || isLine !== null;
  }

  /** Ends the paragraph, and the containers below this depth. */
  #close(depth: number): void {
    this.#endParagraph();
    this.#containers.length = depth;
  }

  #addText(start: number): void {
    this.#texts.push(this.#text.slice(start, this.#end));
    this.#starts.push(start);
  }

  #endParagraph(): void {
    if (this.#texts.length === 0) return;
    this.#paragraphs.push({ lines: this.#texts, starts: this.#starts });
    [this.#texts, this.#starts] = [[], []];
  }

  #indentation(): Indentation {
    let [column, next] = [this.#column, this.#at];
    for (; next < this.#end; next += 1) {
      if (this.#text[next] === "\t") column += 4 - (column % 4);
      else if (this.#text[next] === " ") column += 1;
      else break;
    }
    return { width: column - this.#column, next };
  }

  /** Skips up to this number of columns of white space. */
  #skipColumns(count: number): void {
    const end = this.#column + count;
    while (this.#column < end) {
      const sign = this.#text[this.#at];
      if (sign !== " " && sign !== "\t") return;
      const tabStop = this.#column + 4 - (this.#column % 4);
      this.#column = sign === " " ? this.#column + 1 : Math.min(tabStop, end);
      if (sign === " " || this.#column === tabStop) this.#at += 1;
    }
  }
}
