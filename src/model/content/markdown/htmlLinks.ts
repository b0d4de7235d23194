import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";

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

export interface HtmlParts {
  readonly links: readonly TextLink[];
  readonly comments: readonly TextRange[];
  /** Where a tag would open no element: in comments, tags, scripts, styles and fields. */
  readonly hidden: readonly TextRange[];
}

/** Reads HTML as a browser does. */
export function readHtml(html: string): HtmlParts {
  const links = new Map<number, TextLink>();
  const comments: TextRange[] = [];
  const hidden: TextRange[] = [];
  const pending: Tree.ChildNode[] = [...parseFragment(html, options).childNodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { startOffset: start = 0, endOffset: end = 0 } = node.sourceCodeLocation ?? {};
    if (node.nodeName === "#comment") comments.push({ start, end });
    const isRaw = node.nodeName === "#text" && rawElements.has(node.parentNode?.nodeName ?? "");
    if (isRaw) hidden.push({ start, end });
    if (!("tagName" in node)) continue;
    hidden.push({ start, end: node.sourceCodeLocation?.startTag?.endOffset ?? end });
    // A browser repeats an element that is closed in the wrong order.
    for (const link of linksOfElement(node, html)) links.set(link.start, link);
    for (const child of node.childNodes) pending.push(child);
    if ("content" in node) pending.push(...node.content.childNodes);
  }
  return { links: [...links.values()], comments, hidden: [...hidden, ...comments].sort(byStart) };
}

export const byStart = (a: Pick<TextRange, "start">, b: Pick<TextRange, "start">): number =>
  a.start - b.start;

const options = { sourceCodeLocationInfo: true, scriptingEnabled: false };

/** The elements that contain text only. */
const rawElements = new Set(
  "iframe noembed noframes plaintext script style textarea title xmp".split(" "),
);

const linkAttributes = new Set(["href", "src", "poster", "srcset"]);

function linksOfElement({ attrs, sourceCodeLocation }: Tree.Element, html: string): TextLink[] {
  return attrs.flatMap(({ name, value }) => {
    const location = sourceCodeLocation?.attrs?.[name];
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
