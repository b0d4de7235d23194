import { matchAt, paragraphsIn } from "./markdownParagraphs.ts";
import type { Paragraph } from "./markdownParagraphs.ts";

/**
 * Finds the links in Markdown, in time that is linear in the length of the text. A check reads the
 * texts of a whole service, and the parser for blocks needs 180 milliseconds for 20,000 characters,
 * and quadratic time for texts such as `_*_*_*`. A test compares the results of both.
 *
 * A paragraph is read from its start: what begins first, code or a link, wins.
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
  linkSign.test(text) ? paragraphsIn(text).flatMap(linksInParagraph) : [];

/** What no link is without. Most texts have no link. */
const linkSign = /\]\(|\]:|<[a-z]|https?:|(?:href|src)\s*=/i;

function linksInParagraph({ lines, starts }: Paragraph): MarkdownLink[] {
  const text = lines.join("\n");
  if (!linkSign.test(text)) return [];
  let [line, lineStart] = [0, 0];
  return new Inlines(text).ranges().map(([start, end]) => {
    let next = lineStart + (lines[line]?.length ?? 0) + 1;
    while (next <= start) {
      line += 1;
      lineStart = next;
      next += (lines[line]?.length ?? 0) + 1;
    }
    return { url: text.slice(start, end), offset: (starts[line] ?? 0) + start - lineStart };
  });
}

/** What can begin code, a comment or a link, and what can end the text of a link. */
const inlineSigns =
  /\\[!-/:-@[-`{-~]|`+|<|!?\[|\]|(https?:\/\/[^\s<>"'()[\]`|]+)|\b(?:href|src)\s*=\s*["']([^"'<>\s]+)/gi;
const definitionLabel = /\[(?:[^[\]\\]|\\[^])+\]:/y;
const endOfLine = /[ \t]*(?:\n|$)/y;
const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/iy;
const bracketed = /<((?:[^<>\n\\]|\\.)*)>/y;

/** A target with deeper parentheses is none. */
const maxParentheses = 4;

/** Where a target is. It is plain if it is a URL by itself. */
type Range = readonly [start: number, end: number, isPlain?: boolean];

/** The bracket that may begin the text of a link or an image. */
interface Bracket {
  readonly isImage: boolean;
  /** The number of targets before it. */
  readonly before: number;
}

/** Finds the targets in a paragraph, in their order. */
class Inlines {
  readonly #text: string;
  readonly #ranges: Range[] = [];
  readonly #brackets: Bracket[] = [];
  /** Links can't contain links: the brackets before this index begin none. */
  #firstActive = 0;
  #hasCommentEnd = true;
  #code: CodeSpans | undefined;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  ranges(): readonly Range[] {
    this.#readDefinitions();
    for (let match = this.#nextSign(); match; match = this.#nextSign()) {
      this.#at = match.index + match[0].length;
      this.#read(match);
    }
    return this.#ranges;
  }

  #readDefinitions(): void {
    for (
      let target = definitionAt(this.#text, 0);
      target;
      target = definitionAt(this.#text, this.#at)
    ) {
      this.#add(target);
    }
  }

  #add({ range, end }: Target): void {
    this.#ranges.push(range);
    this.#at = end;
  }

  #nextSign(): RegExpExecArray | null {
    return matchAt(inlineSigns, this.#text, this.#at);
  }

  #read({ index, 0: sign, 1: url, 2: value }: RegExpExecArray): void {
    if (url !== undefined) this.#ranges.push([index, index + trimmedLength(url), true]);
    else if (value !== undefined) this.#ranges.push([this.#at - value.length, this.#at]);
    else if (sign.startsWith("`")) this.#skipCode(index, sign.length);
    else if (sign === "<") this.#readAngle(index);
    else if (sign === "[" || sign === "![")
      this.#brackets.push({ isImage: sign === "![", before: this.#ranges.length });
    else if (sign === "]") this.#closeBracket();
  }

  #skipCode(start: number, length: number): void {
    this.#code ??= new CodeSpans(this.#text);
    this.#at = this.#code.endOf(start, length) ?? this.#at;
  }

  /** Reads a link in angle brackets, or skips a comment. */
  #readAngle(start: number): void {
    const [whole, target = ""] = matchAt(autolink, this.#text, start) ?? [];
    if (whole !== undefined) {
      this.#add({ range: [start + 1, start + 1 + target.length], end: start + whole.length });
    } else if (this.#hasCommentEnd && this.#text.startsWith("<!--", start)) {
      const end = this.#text.indexOf("-->", start + 2);
      this.#hasCommentEnd = end !== -1;
      if (end !== -1) this.#at = end + 3;
    }
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    const depth = this.#brackets.length;
    const isActive = bracket?.isImage === true || depth >= this.#firstActive;
    this.#firstActive = Math.min(this.#firstActive, depth);
    if (!bracket || !isActive || this.#text[this.#at] !== "(") return;
    const target = inlineTargetAt(this.#text, this.#at + 1);
    if (!target) return;
    if (!bracket.isImage) {
      this.#firstActive = depth;
      for (const range of this.#ranges.splice(bracket.before)) {
        if (range[2] !== true) this.#ranges.push(range);
      }
    }
    this.#add(target);
  }
}

/** A sentence may end after a URL. */
function trimmedLength(url: string): number {
  let length = url.length;
  while (".,;:!?*_~".includes(url.charAt(length - 1))) length -= 1;
  return length;
}

/** A target, and the position after it. */
interface Target {
  readonly range: Range;
  readonly end: number;
}

/** The target of a definition at a position, which ends its line or the next one. */
function definitionAt(text: string, at: number): Target | undefined {
  const [label] = matchAt(definitionLabel, text, at) ?? [];
  const target = label && targetAt(text, afterSpace(text, at + label.length));
  if (!target || target.range[0] === target.end) return undefined;
  const title = afterSpace(text, target.end);
  const ends = title > target.end ? [endOfTitle(text, title), target.end] : [target.end];
  for (const end of ends) {
    const [rest] = matchAt(endOfLine, text, end) ?? [];
    if (rest !== undefined) return { range: target.range, end: end + rest.length };
  }
  return undefined;
}

/** The target after `](`, if its parenthesis is closed. */
function inlineTargetAt(text: string, at: number): Target | undefined {
  const target = targetAt(text, afterSpace(text, at));
  if (!target) return undefined;
  const title = afterSpace(text, target.end);
  const close = afterSpace(text, title > target.end ? endOfTitle(text, title) : title);
  return text[close] === ")" ? { range: target.range, end: close + 1 } : undefined;
}

function targetAt(text: string, start: number): Target | undefined {
  if (text[start] === "<") {
    const [whole] = matchAt(bracketed, text, start) ?? [];
    const end = start + (whole?.length ?? 0);
    return whole === undefined ? undefined : { range: [start + 1, end - 1], end };
  }
  const end = endOfTarget(text, start);
  return end === undefined ? undefined : { range: [start, end], end };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (" \t\n".includes(text.charAt(at)) && at < text.length) at += 1;
  return at;
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
  readonly #starts = new Map<number, number[]>();

  constructor(text: string) {
    for (const { 0: signs, index } of [...text.matchAll(/`+/g)].reverse()) {
      const starts = this.#starts.get(signs.length);
      if (starts) starts.push(index);
      else this.#starts.set(signs.length, [index]);
    }
  }

  /** Positions only grow, so that each one is looked at once. */
  endOf(start: number, length: number): number | undefined {
    const starts = this.#starts.get(length) ?? [];
    while ((starts.at(-1) ?? Infinity) <= start) starts.pop();
    const end = starts.at(-1);
    return end === undefined ? undefined : end + length;
  }
}
