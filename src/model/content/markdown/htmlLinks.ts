import { Tokenizer, TokenizerMode, type Token } from "parse5";

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A link in a text. The range is what another target replaces. */
export interface TextLink extends TextRange {
  /** The target as a browser reads it, without escapes and character references. */
  readonly url: string;
  /** Another target in the syntax of this link. */
  readonly write: (url: string) => string;
}

/** Reads HTML as a browser does. What its tags are nested in doesn't matter to links. */
export function readHtml(html: string) {
  const links: TextLink[] = [];
  const comments: TextRange[] = [];
  // Where a tag would open no element: in comments, tags, scripts, styles and fields.
  const hidden: TextRange[] = [];
  let rawStart: number | undefined;
  const endRaw = (end: number) => {
    if (rawStart !== undefined) hidden.push({ start: rawStart, end });
    rawStart = undefined;
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (tag) => {
        const { startOffset: start, endOffset: end } = tag.location ?? emptyLocation;
        hidden.push({ start, end });
        links.push(...linksOfTag(tag, html));
        const mode = textModes.get(tag.tagName);
        if (mode === undefined) return;
        tokenizer.state = mode;
        rawStart = end;
      },
      onEndTag: ({ location }) => endRaw((location ?? emptyLocation).startOffset),
      onEof: () => endRaw(html.length),
      onComment: ({ location }) => {
        const { startOffset: start, endOffset: end } = location ?? emptyLocation;
        comments.push({ start, end });
      },
      onCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onNullCharacter: ignore,
      onDoctype: ignore,
      onParseError: null,
    },
  );
  tokenizer.write(html, true);
  return { links, comments, hidden: [...hidden, ...comments].sort(byStart) };
}

export const byStart = (a: Pick<TextRange, "start">, b: Pick<TextRange, "start">): number =>
  a.start - b.start;

const emptyLocation = { startOffset: 0, endOffset: 0 };

/** How the tokenizer reads on after the tags of elements that contain text only. */
const textModes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
  ...["title", "textarea"].map((name) => [name, TokenizerMode.RCDATA] as const),
  ...["iframe", "noembed", "noframes", "style", "xmp"].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);

const linkAttributes = new Set(["href", "src", "poster", "srcset"]);

function linksOfTag({ attrs, location: tagLocation }: Token.TagToken, html: string): TextLink[] {
  return attrs.flatMap(({ name, value }) => {
    const location = tagLocation?.attrs?.[name];
    if (!location || value === "" || !linkAttributes.has(name)) return [];
    const attribute = html.slice(location.startOffset, location.endOffset);
    const [before = "", quote = ""] = /^[^=]*=\s*(["']?)/.exec(attribute) ?? [];
    const start = location.startOffset + before.length;
    const end = location.endOffset - quote.length;
    const write = (url: string) => attributeText(url, quote);
    if (name !== "srcset") return { url: value, start, end, write };
    const candidates = [...value.matchAll(candidate)];
    return [...html.slice(start, end).matchAll(candidate)].flatMap(
      ({ 1: written = "", index }, at) => ({
        url: candidates[at]?.[1] ?? written,
        start: start + index,
        end: start + index + written.length,
        write: (url: string) => write(url.replace(/[\s,]/g, encodeURIComponent)),
      }),
    );
  });
}

/** A picture of a `srcset`: its URL, then a comma, or descriptors up to the next comma. */
const candidate = /([^\s,](?:\S*[^\s,])?)(?:,+|(?:\([^)]*\)?|[^,(])*)/g;

/** A value that ends neither the attribute nor, in Markdown, the HTML or a cell of a table. */
function attributeText(value: string, quote: string): string {
  if (value === "" && quote === "") return '""';
  const special = quote === "" ? /[\s"'<>`|&=]/g : /[\s"'<>`|&]/g;
  return value.replace(special, (character) =>
    character === "&" ? "&amp;" : `&#${character.charCodeAt(0)};`,
  );
}
