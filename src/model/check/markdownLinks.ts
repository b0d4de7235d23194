import { parse, postprocess, preprocess } from "micromark";
import { deepNesting } from "../content/markdown/markdownTree.ts";

type Token = ReturnType<typeof postprocess>[number][1];

/** A link in a text: its target as it is written, and the offset of that in the text. */
export interface MarkdownLink {
  readonly url: string;
  readonly offset: number;
}

/** How many characters are parsed at once, and how many if a paragraph is longer. */
const usualLength = 2_000;
const maxLength = 8_000;

/** What no link is without. Most texts have no link. */
const linkSign = /\]\(|\]:|<[a-z]|https?:|(?:href|src)\s*=/i;

/**
 * The targets of links and images, of definitions such as `[tea]: url`, of the attributes `href` and
 * `src` of HTML, and the URLs by themselves. What is in code or in a comment is no link.
 *
 * A check reads the texts of a whole service, and the time of the parser is quadratic in the length
 * of some texts. So it gets a few blocks at a time. The last block may not be whole, so the next part
 * begins with it. Only a paragraph of more than the maximum is divided.
 */
export function linksInMarkdown(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  if (!linkSign.test(text)) return links;
  let start = 0;
  let length = usualLength;
  let isInParagraph = false;
  while (start < text.length) {
    const part = firstLines(text.slice(start), length);
    const tokens = tokensOf(part, isInParagraph);
    const isRest = start + part.length === text.length;
    const lastBlock = isRest ? undefined : lastBlockOf(tokens);
    const wholeBlocks = lastBlock
      ? lastBlock.start.offset - lastBlock.start.column + 1
      : part.length;
    const isDivided = wholeBlocks === 0 && lastBlock?.type === "content" && length >= maxLength;
    const end = isDivided ? part.length : wholeBlocks;
    if (end === 0) {
      length *= 2;
      continue;
    }
    for (const { url, offset } of linksOf(tokens, part)) {
      if (offset < end) links.push({ url, offset: start + offset });
    }
    start += end;
    length = usualLength;
    isInParagraph = isDivided;
  }
  return links;
}

/** As many whole lines as fit, or words of a line that is longer. */
function firstLines(text: string, length: number): string {
  if (length >= text.length) return text;
  const part = text.slice(0, length);
  const end = part.lastIndexOf("\n") + 1 || part.lastIndexOf(" ") + 1;
  return end === 0 ? part : part.slice(0, end);
}

/** The tokens of a part. If it begins inside a paragraph, indented lines are no code. */
function tokensOf(text: string, isInParagraph: boolean): Token[] {
  const disabled = [
    ...["attention", "characterReference"],
    ...(isInParagraph ? ["codeIndented"] : []),
    ...(deepNesting.test(text) ? ["blockQuote", "list"] : []),
  ];
  const document = parse({ extensions: [{ disable: { null: disabled } }] }).document();
  // The parser does not count a byte order mark.
  const source = preprocess()(text.replace(/^\uFEFF/, " "), undefined, true);
  const events = postprocess(document.write(source));
  return events.flatMap(([step, token]) => (step === "enter" ? [token] : []));
}

function lastBlockOf(tokens: readonly Token[]): Token | undefined {
  let block: Token | undefined;
  for (const token of tokens) {
    const isInside = block && token.start.offset < block.end.offset;
    if (!isInside && !/^line(Ending|Prefix)/.test(token.type)) block = token;
  }
  return block;
}

function linksOf(tokens: readonly Token[], source: string): MarkdownLink[] {
  let end = 0;
  return tokens.flatMap((token) => {
    const { offset } = token.start;
    const text = source.slice(offset, token.end.offset);
    if (targetTypes.test(token.type)) return [{ url: text, offset }];
    if (typesWithoutLinks.test(token.type)) end = Math.max(end, token.end.offset);
    const canHaveLinks = /^html(Flow|Text)$/.test(token.type);
    const isText = token.type === "data" && offset >= end;
    return canHaveLinks || isText ? linksInText(text, offset) : [];
  });
}

const targetTypes = /^(resourceDestinationString|definitionDestinationString|autolinkProtocol)$/;
/** The tokens whose texts, such as titles, are no URLs by themselves. */
const typesWithoutLinks = /^(link|image|definition|codeFenced)$/;

const textLinks =
  /<!--[^]*?(?:-->|$)|(https?:\/\/[^\s<>"'()[\]`|]+)|\b(?:href|src)\s*=\s*["']([^"'<>\s]+)/gi;

/** The attributes of HTML, and the URLs by themselves. */
function linksInText(text: string, start: number): MarkdownLink[] {
  return [...text.matchAll(textLinks)].flatMap(({ 0: match, 1: url, 2: attribute, index }) => {
    if (attribute !== undefined) {
      return { url: attribute, offset: start + index + match.length - attribute.length };
    }
    if (url === undefined) return [];
    // A sentence may end after a URL.
    let { length } = url;
    while (".,;:!?*_~".includes(url.charAt(length - 1))) length -= 1;
    return { url: url.slice(0, length), offset: start + index };
  });
}
