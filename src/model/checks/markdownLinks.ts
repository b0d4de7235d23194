/**
 * Finds the links in Markdown, in time that is linear in the length of the text. A check reads the
 * texts of a whole service, and the parser for blocks needs 180 milliseconds for 20,000 characters,
 * and quadratic time for texts such as `_*_*_*`.
 *
 * Blocks come first, by the rules of CommonMark: quotes and list items contain paragraphs and code.
 * Then each paragraph or heading is read from its start: what begins first, code or a link, wins. A
 * test compares the result with that of the parser.
 */

/** A link in a text: its target as it is written, and the offset of that in the text. */
export interface MarkdownLink {
  readonly url: string;
  readonly offset: number;
}

/**
 * The targets of links and images, of definitions such as `[tea]: url`, of the attributes `href` and
 * `src`, and the URLs by themselves. What is in code or in a comment is no link.
 */
export const linksInMarkdown = (text: string): MarkdownLink[] =>
  linkSign.test(text) ? new Blocks(text).paragraphs().flatMap(linksInParagraph) : [];

/** What no link is without. Most texts have no link. */
const linkSign = /\]\(|\]:|<[a-z]|https?:|(?:href|src)\s*=/i;

/** Lines of a paragraph or heading, without the signs of quotes and lists. */
interface Paragraph {
  readonly text: string;
  /** For each line, its offset in the paragraph and in the whole text. */
  readonly lines: readonly (readonly [inParagraph: number, inText: number])[];
}

/** A quote, or a list item whose lines are indented by this number of columns. */
type Container = "quote" | number;

/** A deeper nesting is text. */
const maxDepth = 32;

const listSign = /[-+*\d]/;
const listMarker = /(?:[-+*]|(\d{1,9})[.)])(?=\s|$)/y;
const fence = /`{3,}(?=[^`\n\r]*(?:[\n\r]|$))|~{3,}/y;
const heading = /#{1,6}(?=\s|$)/y;
/** A line between paragraphs, or below a heading. */
const rule = /(?:([-*_])(?:[ \t]*\1){2,}|=+|-+)[ \t]*(?=[\n\r]|$)/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Splits a text into paragraphs, line by line. */
class Blocks {
  readonly #text: string;
  readonly #paragraphs: Paragraph[] = [];
  readonly #containers: Container[] = [];
  /** The lines of the open paragraph. */
  #lines: { readonly start: number; readonly end: number }[] = [];
  /** The signs that opened the block of code that is open. */
  #fence: string | undefined;
  #isComment = false;
  /** The position in the line. A tab can be used in part, so that columns don't follow from it. */
  #at = 0;
  #column = 0;

  constructor(text: string) {
    this.#text = text;
  }

  paragraphs(): readonly Paragraph[] {
    let start = 0;
    for (const { 0: lineBreak, index } of this.#text.matchAll(/\r\n|[\n\r]/g)) {
      this.#addLine(start, index);
      start = index + lineBreak.length;
    }
    this.#addLine(start, this.#text.length);
    this.#endParagraph();
    return this.#paragraphs;
  }

  #addLine(start: number, end: number): void {
    this.#at = start;
    this.#column = 0;
    let depth = this.#matchContainers(end);
    if (depth === this.#containers.length && this.#isInBlock(end)) return;
    if (depth < this.#containers.length) [this.#fence, this.#isComment] = [undefined, false];
    for (let opened = this.#openContainer(depth, end); opened;) {
      depth += 1;
      opened = this.#openContainer(depth, end);
    }
    this.#addContent(depth, end);
  }

  /** Skips the signs of the containers that continue in this line, and returns their number. */
  #matchContainers(end: number): number {
    for (const [depth, container] of this.#containers.entries()) {
      const { width, next } = this.#indentation(end);
      if (container === "quote") {
        if (width > 3 || this.#text[next] !== ">" || next === end) return depth;
        this.#skipQuote(next, width);
      } else if (next < end) {
        if (width < container) return depth;
        this.#skipColumns(container);
      }
    }
    return this.#containers.length;
  }

  /** Whether the line belongs to the code or comment that is open. */
  #isInBlock(end: number): boolean {
    if (this.#isComment) {
      this.#isComment = !this.#text.slice(this.#at, end).includes("-->");
      return true;
    }
    if (this.#fence === undefined) return false;
    const { width, next } = this.#indentation(end);
    const line = this.#text.slice(next, end).trimEnd();
    const isEnd =
      width < 4 && line.startsWith(this.#fence) && line === line.charAt(0).repeat(line.length);
    if (isEnd) this.#fence = undefined;
    return true;
  }

  /** Opens a quote or list item that begins here. */
  #openContainer(depth: number, end: number): boolean {
    const { width, next } = this.#indentation(end);
    if (width > 3 || next === end || depth >= maxDepth) return false;
    if (this.#text[next] === ">") {
      this.#close(depth);
      this.#containers.push("quote");
      this.#skipQuote(next, width);
      return true;
    }
    if (!listSign.test(this.#text.charAt(next))) return false;
    const [marker, number] = matchAt(listMarker, this.#text, next) ?? [];
    if (marker === undefined || this.#isRule(next)) return false;
    const isEmpty = this.#text.slice(next + marker.length, end).trimStart() === "";
    const isInParagraph = this.#lines.length > 0 && depth === this.#containers.length;
    if (isInParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) return false;
    this.#close(depth);
    this.#skipColumns(width);
    this.#at += marker.length;
    this.#column += marker.length;
    const { width: space } = this.#indentation(end);
    const padding = isEmpty || space > 4 ? 1 : space;
    this.#skipColumns(padding);
    this.#containers.push(width + marker.length + padding);
    return true;
  }

  #isRule(at: number): boolean {
    return matchAt(rule, this.#text, at)?.[1] !== undefined;
  }

  #addContent(depth: number, end: number): void {
    const { width, next } = this.#indentation(end);
    const isOpen = this.#lines.length > 0;
    if (next === end) {
      this.#close(depth);
      return;
    }
    if (width > 3) {
      if (isOpen) this.#lines.push({ start: next, end });
      else this.#close(depth);
      return;
    }
    if (
      isOpen &&
      depth === this.#containers.length &&
      /[^`~<#*_=-]/.test(this.#text.charAt(next))
    ) {
      this.#lines.push({ start: next, end });
      return;
    }
    const [signs] = matchAt(fence, this.#text, next) ?? [];
    if (signs !== undefined || this.#text.startsWith("<!--", next)) {
      this.#close(depth);
      this.#fence = signs;
      this.#isComment = signs === undefined && !this.#text.slice(next, end).includes("-->");
      return;
    }
    const isHeading = matchAt(heading, this.#text, next) !== null;
    const isUnderline = isOpen && depth === this.#containers.length;
    const isLine = this.#isRule(next) || (isUnderline && matchAt(rule, this.#text, next) !== null);
    if (isHeading || isLine || !isOpen) this.#close(depth);
    if (!isLine) this.#lines.push({ start: next, end });
    if (isHeading) this.#endParagraph();
  }

  /** Ends the paragraph, and the containers below this depth. */
  #close(depth: number): void {
    this.#endParagraph();
    this.#containers.length = depth;
  }

  #endParagraph(): void {
    if (this.#lines.length === 0) return;
    let length = 0;
    const lines = this.#lines.map(({ start, end }) => {
      const offsets = [length, start] as const;
      length += end - start + 1;
      return offsets;
    });
    const text = this.#lines.map(({ start, end }) => this.#text.slice(start, end)).join("\n");
    this.#paragraphs.push({ text, lines });
    this.#lines = [];
  }

  /** The columns of white space from here, and the position after it. */
  #indentation(end: number): { readonly width: number; readonly next: number } {
    let [column, next] = [this.#column, this.#at];
    for (; next < end; next += 1) {
      if (this.#text[next] === "\t") column += 4 - (column % 4);
      else if (this.#text[next] === " ") column += 1;
      else break;
    }
    return { width: column - this.#column, next };
  }

  #skipQuote(at: number, width: number): void {
    this.#at = at + 1;
    this.#column += width + 1;
    this.#skipColumns(1);
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

/** What can begin code, a comment or a link, and what can end the text of a link. */
const inlineSigns =
  /\\[!-/:-@[-`{-~]|`+|<|!?\[|\]|(https?:\/\/[^\s<>"'()[\]`|]+)|\b(?:href|src)\s*=\s*["']([^"'<>\s]+)/gi;
const definition =
  /\[(?:[^[\]\\]|\\[^])+\]:[ \t]*\n?[ \t]*(?:<(?<url>[^<>\n]*)>|(?<bare>[^\s<]\S*))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*(?:\n|$)/dy;
/** A target with deeper parentheses is none. */
const maxParentheses = 8;
const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/iy;
const bracketed = /<((?:[^<>\n\\]|\\.)*)>/y;
const space = /\s*/y;

type Range = readonly [start: number, end: number];

/** The bracket that may begin the text of a link or an image. */
interface Bracket {
  readonly isImage: boolean;
  /** The number of links before it. */
  readonly before: number;
}

function linksInParagraph({ text, lines }: Paragraph): MarkdownLink[] {
  if (!linkSign.test(text)) return [];
  let line = 0;
  return rangesIn(text).map(([start, end]) => {
    while ((lines[line + 1]?.[0] ?? Infinity) <= start) line += 1;
    while ((lines[line]?.[0] ?? 0) > start) line -= 1;
    const [inParagraph, inText] = lines[line] ?? [0, 0];
    return { url: text.slice(start, end), offset: inText + start - inParagraph };
  });
}

/** Where the targets of links are in a paragraph. */
function rangesIn(text: string): Range[] {
  const ranges: Range[] = [];
  const plain = new Set<Range>();
  const brackets: Bracket[] = [];
  /** Links can't contain links: the brackets before this index begin none. */
  let firstActive = 0;
  let commentsEnd = 0;
  const code = new CodeSpans(text);
  let at = 0;
  for (let match = matchAt(definition, text, at); match; match = matchAt(definition, text, at)) {
    const { url, bare } = match.indices?.groups ?? {};
    ranges.push(url ?? bare ?? [at, at]);
    at = definition.lastIndex;
  }
  for (let match = next(text, at); match; match = next(text, at)) {
    const { index, 0: sign, 1: url, 2: value } = match;
    at = index + sign.length;
    if (sign.startsWith("\\")) continue;
    if (url !== undefined) {
      const range = [index, index + trimmedLength(url)] as const;
      plain.add(range);
      ranges.push(range);
    } else if (value !== undefined) {
      ranges.push([at - value.length, at]);
    } else if (sign.startsWith("`")) {
      at = code.endOf(index, sign.length) ?? at;
    } else if (sign === "<") {
      const [whole, target = ""] = matchAt(autolink, text, index) ?? [];
      if (whole !== undefined) {
        ranges.push([index + 1, index + 1 + target.length]);
        at = index + whole.length;
      } else if (text.startsWith("<!--", index) && commentsEnd !== -1) {
        commentsEnd = text.indexOf("-->", index + 2);
        if (commentsEnd !== -1) at = commentsEnd + 3;
      }
    } else if (sign.endsWith("[")) {
      brackets.push({ isImage: sign === "![", before: ranges.length });
    } else if (sign === "]") {
      const bracket = brackets.pop();
      const isActive = bracket && (bracket.isImage || brackets.length >= firstActive);
      firstActive = Math.min(firstActive, brackets.length);
      const target = isActive && text[at] === "(" ? targetAt(text, at + 1) : undefined;
      if (!bracket || !target) continue;
      if (!bracket.isImage) {
        firstActive = brackets.length;
        for (const range of ranges.splice(bracket.before)) {
          if (!plain.has(range)) ranges.push(range);
        }
      }
      ranges.push(target.range);
      at = target.end;
    }
  }
  return ranges;
}

function next(text: string, at: number): RegExpExecArray | null {
  return matchAt(inlineSigns, text, at);
}

/** A sentence may end after a URL. */
function trimmedLength(url: string): number {
  let length = url.length;
  while (".,;:!?*_~".includes(url.charAt(length - 1))) length -= 1;
  return length;
}

/** The target after `](`, and the position after its closing parenthesis. */
function targetAt(
  text: string,
  from: number,
): { readonly range: Range; readonly end: number } | undefined {
  const start = afterSpace(text, from);
  const [whole] = text[start] === "<" ? (matchAt(bracketed, text, start) ?? []) : [];
  const end = whole === undefined ? endOfTarget(text, start) : start + whole.length;
  if (end === undefined || (text[start] === "<" && whole === undefined)) return undefined;
  const range: Range = whole === undefined ? [start, end] : [start + 1, end - 1];
  const title = afterSpace(text, end);
  const last = title > end ? endOfTitle(text, title) : title;
  const close = afterSpace(text, last);
  return text[close] === ")" ? { range, end: close + 1 } : undefined;
}

function afterSpace(text: string, at: number): number {
  return at + (matchAt(space, text, at)?.[0].length ?? 0);
}

/** The end of a target without brackets, in which parentheses are balanced. */
function endOfTarget(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; ; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === "(") depth += 1;
    else if (sign <= " " || (sign === ")" && depth === 0)) return depth === 0 ? at : undefined;
    else if (sign === ")") depth -= 1;
    if (depth > maxParentheses) return undefined;
  }
}

const titleEnds: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["(", ")"],
]);

/** The end of a title; the position itself if none begins there. */
function endOfTitle(text: string, start: number): number {
  const first = text.charAt(start);
  const last = titleEnds.get(first);
  if (last === undefined) return start;
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === last) return at + 1;
    else if (sign === first) return start;
  }
  return start;
}

/** Finds the ends of code spans: the next backticks of the same number. */
class CodeSpans {
  /** The positions of backticks by their number, the last one first. */
  #starts: Map<number, number[]> | undefined;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Positions only grow, so that each one is looked at once. */
  endOf(start: number, length: number): number | undefined {
    this.#starts ??= startsIn(this.#text);
    const starts = this.#starts.get(length) ?? [];
    while ((starts.at(-1) ?? Infinity) <= start) starts.pop();
    const end = starts.at(-1);
    return end === undefined ? undefined : end + length;
  }
}

function startsIn(text: string): Map<number, number[]> {
  const all = new Map<number, number[]>();
  for (const { 0: signs, index } of [...text.matchAll(/`+/g)].reverse()) {
    const starts = all.get(signs.length);
    if (starts) starts.push(index);
    else all.set(signs.length, [index]);
  }
  return all;
}
