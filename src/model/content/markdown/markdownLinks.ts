import { parse, postprocess, preprocess } from "micromark";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmTable } from "micromark-extension-gfm-table";
import { decodeString } from "micromark-util-decode-string";
import { normalizeIdentifier } from "micromark-util-normalize-identifier";
import { byStart, readHtml, type TextLink, type TextRange } from "./htmlLinks.ts";
import { deepNesting } from "./markdownTree.ts";

type Event = ReturnType<typeof postprocess>[number];
type Token = Event[1];

/** Each in the order of the text. */
interface MarkdownParts {
  readonly links: readonly TextLink[];
  /** Code spans, code blocks and comments of HTML. */
  readonly code: readonly (TextRange & { readonly write?: undefined })[];
}

/** How many characters are parsed at once, and how many if a paragraph is longer. */
const usualLength = 2_000;
const maxLength = 8_000;

/** What no link is without. Most texts have no link. */
const linkSign = /\]\(|\]:|<[a-z]|https?:|www\./i;

/**
 * The links that a reader of the text can follow, and the pictures that it shows: links, images,
 * URLs by themselves, and attributes of HTML. The link of a reference such as `[tea]` is that of its
 * definition. What is in code or in a comment isn't a link.
 */
export const linksInMarkdown = (text: string): readonly TextLink[] =>
  linkSign.test(text) ? readMarkdown(text).links : [];

/**
 * Replaces the targets of links; undefined leaves a link as it is written. `editOther` edits the text
 * between them that isn't code.
 */
export function editLinks(
  text: string,
  targetOf: (url: string) => string | undefined,
  editOther?: (other: string) => string,
): string {
  // Without links, only an edit of the other text needs the parsed Markdown.
  if (!editOther && !linkSign.test(text)) return text;
  const { links, code } = readMarkdown(text);
  const editBetween = editOther ?? ((other) => other);
  let [result, end] = ["", 0];
  for (const part of [...links, ...code].sort(byStart)) {
    // A comment that is not closed can contain code.
    if (part.start < end) continue;
    const target = part.write && targetOf(part.url);
    result += editBetween(text.slice(end, part.start));
    const isKept = !part.write || target === undefined;
    result += isKept ? text.slice(part.start, part.end) : part.write(target);
    ({ end } = part);
  }
  return result + editBetween(text.slice(end));
}

/**
 * Reads a text as the renderers of GitHub's Markdown do.
 *
 * A check reads the texts of a whole service, and the time of the parser is quadratic in the length
 * of some texts. So it gets a few blocks at a time. The last block may not be whole, so the next part
 * begins with it. Only a paragraph of more than the maximum is divided.
 */
function readMarkdown(text: string): MarkdownParts {
  const labels: string[] = [];
  const parts = readInParts(text, labels);
  // A reference is a link only if the parser knows its definition, which can be in a later part.
  return labels.length > 0 && text.length > usualLength ? readInParts(text, labels) : parts;
}

/** `labels` are those of the definitions. Adds the labels that the text defines. */
function readInParts(text: string, labels: string[]): MarkdownParts {
  const reader = new EventReader(text);
  let start = 0;
  let length = usualLength;
  let isInParagraph = false;
  while (start < text.length) {
    const part = firstLines(text.slice(start), length);
    const events = eventsOf(part, labels, isInParagraph);
    const isRest = start + part.length === text.length;
    const lastBlock = isRest ? undefined : lastBlockOf(events);
    const wholeBlocks = lastBlock
      ? lastBlock.start.offset - lastBlock.start.column + 1
      : part.length;
    const isDivided = wholeBlocks === 0 && lastBlock?.type === "content" && length >= maxLength;
    const end = isDivided ? part.length : wholeBlocks;
    if (end === 0) {
      length *= 2;
      continue;
    }
    for (const event of events) if (event[1].start.offset < end) reader.read(event, start);
    start += end;
    length = usualLength;
    isInParagraph = isDivided;
  }
  return reader.end();
}

/** As many whole lines as fit, or words of a line that is longer. */
function firstLines(text: string, length: number): string {
  if (length >= text.length) return text;
  const part = text.slice(0, length);
  const end = part.lastIndexOf("\n") + 1 || part.lastIndexOf(" ") + 1;
  return end === 0 ? part : part.slice(0, end);
}

/** The events of a part. If it begins inside a paragraph, indented lines aren't code. */
function eventsOf(text: string, labels: string[], isInParagraph: boolean): Event[] {
  const disabled = [
    ...["attention", "characterReference", "emailAutolink"],
    ...(isInParagraph ? ["codeIndented"] : []),
    ...(deepNesting.test(text) ? ["blockQuote", "list"] : []),
  ];
  const parser = parse({
    extensions: [gfmAutolinkLiteral(), gfmTable(), { disable: { null: disabled } }],
  });
  parser.defined = labels;
  // The parser does not count a byte order mark.
  const source = preprocess()(text.replace(/^\uFEFF/, " "), undefined, true);
  return postprocess(parser.document().write(source));
}

function lastBlockOf(events: readonly Event[]): Token | undefined {
  let block: Token | undefined;
  for (const [step, token] of events) {
    const isInside = block && token.start.offset < block.end.offset;
    if (step === "enter" && !isInside && !/^line(Ending|Prefix)/.test(token.type)) block = token;
  }
  return block;
}

/** A link or image that the reader is inside. */
interface OpenLink {
  readonly isImage: boolean;
  /** The label of the definition, unless the link has a target of its own. */
  label?: string | undefined;
  link?: TextLink;
}

/**
 * Collects the links of a text from the parser's events.
 *
 * Only the HTML parser knows what a tag, a comment or a script of HTML contains. So the reader
 * writes the HTML that a renderer would pass on, at the same offsets as in the text. A link of
 * Markdown that is hidden there is none.
 */
class EventReader {
  readonly #text: string;
  /** Targets, or the labels of their definitions, and where the link is that leads there. */
  readonly #links: { readonly start: number; readonly target: TextLink | string }[] = [];
  readonly #definitions = new Map<string, TextLink>();
  readonly #code: TextRange[] = [];
  /** The links and images around the current event. */
  readonly #open: OpenLink[] = [];
  /** The images among them. The text of an image contains no link. */
  #imageDepth = 0;
  #html = "";
  #isInHtml = false;
  #hasHtml = false;
  #label = "";

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads an event of a part that starts at an offset. */
  read([step, token, context]: Event, offset: number): void {
    const range = { start: offset + token.start.offset, end: offset + token.end.offset };
    if (step === "enter") this.#enter(token, range, () => context.sliceSerialize(token));
    else this.#exit(token, range);
  }

  #enter({ type }: Token, range: TextRange, written: () => string): void {
    const open = this.#open.at(-1);
    switch (type) {
      case "codeText":
      case "codeFenced":
      case "codeIndented":
        this.#code.push(range);
        return;
      case "htmlFlow":
      case "htmlText":
        this.#fillTo(range.start);
        this.#isInHtml = true;
        return;
      case "htmlFlowData":
      case "htmlTextData":
        if (this.#imageDepth > 0) return;
        this.#fillTo(range.start);
        this.#html += this.#text.slice(range.start, range.end);
        this.#hasHtml = true;
        return;
      case "link":
      case "image":
        if (type === "image") this.#imageDepth += 1;
        this.#open.push({ isImage: type === "image" });
        return;
      case "labelText":
        if (open) open.label ??= written();
        return;
      case "referenceString":
        if (open) open.label = written();
        return;
      case "resource":
        if (open) open.label = undefined;
        return;
      case "resourceDestinationString":
        if (open) open.link = this.#destination(range);
        return;
      case "definitionLabelString":
        this.#label = normalizeIdentifier(written());
        return;
      case "definitionDestinationString":
        if (!this.#definitions.has(this.#label))
          this.#definitions.set(this.#label, this.#destination(range));
        return;
      case "autolinkProtocol":
      case "autolinkEmail":
      case "literalAutolinkHttp":
      case "literalAutolinkWww": {
        const link = this.#autolink(type, range, written());
        this.#add(link, link);
      }
    }
  }

  #exit({ type }: Token, range: TextRange): void {
    if (/^html(Flow|Text)$/.test(type)) {
      this.#fillTo(range.end);
      this.#isInHtml = false;
    }
    if (!/^(link|image)$/.test(type)) return;
    const { isImage, label, link } = this.#open.pop() ?? {};
    if (isImage) this.#imageDepth -= 1;
    const target = label === undefined ? link : normalizeIdentifier(label);
    if (target !== undefined) this.#add(target, range);
  }

  /** The parts of the whole text. */
  end(): MarkdownParts {
    this.#fillTo(this.#text.length);
    const html = this.#hasHtml ? readHtml(this.#html) : { links: [], comments: [], hidden: [] };
    const links = new Set(html.links);
    let [at, hiddenEnd] = [0, 0];
    for (const { target, start } of this.#links.sort(byStart)) {
      for (let range = html.hidden[at]; range && range.start <= start; range = html.hidden[at]) {
        hiddenEnd = Math.max(hiddenEnd, range.end);
        at += 1;
      }
      const link = typeof target === "string" ? this.#definitions.get(target) : target;
      if (link && start >= hiddenEnd) links.add(link);
    }
    // A definition is no part of the HTML, so a comment that is not closed can surround it.
    const definitions = [...this.#definitions.values()];
    const comments = html.comments.filter(
      (comment) =>
        !definitions.some(({ start, end }) => comment.start < start && end < comment.end),
    );
    const code = [...this.#code, ...comments].sort(byStart);
    return { links: [...links].sort(byStart), code };
  }

  #add(target: TextLink | string, { start }: TextRange): void {
    if (this.#imageDepth === 0) this.#links.push({ target, start });
  }

  /** Where a renderer writes no HTML of the text, it closes tags, and keeps lines. */
  #fillTo(end: number): void {
    const gap = this.#text.slice(this.#html.length, end);
    this.#html += gap.replace(/[^\r\n]/g, this.#isInHtml ? " " : ">");
  }

  #destination(range: TextRange): TextLink {
    const { start, end } = range;
    const isInBrackets = this.#text[start - 1] === "<";
    return {
      ...range,
      url: decodeString(this.#text.slice(start, end)),
      write: (url) => (url === "" && !isInBrackets ? "<>" : destinationText(url)),
    };
  }

  /** A URL that is its own text, in angle brackets or by itself. */
  #autolink(type: string, { start, end }: TextRange, written: string): TextLink {
    const isPlain = type.startsWith("literal");
    const range = isPlain ? { start, end } : { start: start - 1, end: end + 1 };
    const scheme = type.endsWith("Email") ? "mailto:" : type.endsWith("Www") ? "http://" : "";
    // An exclamation mark before a link would make an image.
    const separator = this.#text[range.start - 1] === "!" ? " " : "";
    const write = (url: string): string => {
      if (isPlain && plainUrl.test(url)) return url;
      if (/^[a-z][a-z\d+.-]{1,31}:/i.test(url)) return `<${percentEncoded(url)}>`;
      const label = url.replace(/[\\[\]`*_<>&|~]/g, "\\$&");
      return `${separator}[${label}](${destinationText(url)})`;
    };
    return { ...range, url: scheme + written, write };
  }
}

/** A URL that a parser finds in a text as a whole. */
const plainUrl = /^https?:\/\/[a-z\d](?:[a-z\d.:-]*[a-z\d])?(?:\/(?:[\w/%=?&#.~+-]*[\w/])?)?$/i;

/** Renderers write these characters in the same way. */
const percentEncoded = (url: string): string =>
  url.replace(/[\s\p{Cc}<>[\\\]`|]/gu, encodeURIComponent);

function destinationText(url: string): string {
  const text = percentEncoded(url).replace(/&(?=#?\w+;)/g, "&amp;");
  return /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(text) ? text : text.replace(/[()]/g, "\\$&");
}
