import { isLanguage, isLineBreak, UnsupportedMarkdownError } from "./markdownTree.ts";
import type { BlockNode, InlineNode, MarkdownRoot, NodeOf } from "./markdownTree.ts";
import { textIn, type JsonObject } from "../../foundation/json.ts";
import type { BlockImages } from "./blockImages.ts";

/** Converts a Markdown tree to blocks. Throws UnsupportedMarkdownError where they can't hold it. */
export function fromTree({ children }: MarkdownRoot, style: InlineStyle): JsonObject[] {
  const blocks = children.filter(isContent).map((node) => toBlock(node, style));
  return blocks.length > 0 ? blocks : [paragraph([emptyTextNode])];
}

/** An empty HTML comment only separates two adjacent lists, which Markdown would otherwise join. */
const isContent = (node: BlockNode): boolean => node.type !== "html" || node.value !== "<!---->";

const paragraph = (children: readonly JsonObject[]): JsonObject => ({
  type: "paragraph",
  children,
});

function toBlock(node: BlockNode, style: InlineStyle): JsonObject {
  switch (node.type) {
    case "paragraph": {
      const [image, ...others] = node.children;
      if (image?.type !== "image" || others.length > 0)
        return paragraph(toInlines(node.children, style));
      // An image from the media library, alone in its paragraph. An edit can move or remove it.
      const { url, alt, title } = image;
      const imageBlock = title ? undefined : style.images.take({ url, alt: alt ?? "" });
      if (!imageBlock) throw new UnsupportedMarkdownError("image", image);
      return imageBlock;
    }
    case "heading":
      return { type: "heading", level: node.depth, children: toInlines(node.children, style) };
    case "blockquote":
      return { type: "quote", children: onlyParagraph(node, style) };
    case "list":
      return toList(node, style, 0);
    case "code": {
      const isValidLanguage = isLanguage(node.lang ?? "x") && !node.meta;
      if (!isValidLanguage) throw new UnsupportedMarkdownError("code-words", node);
      const children = [{ type: "text", text: node.value }];
      return { type: "code", ...(node.lang && { language: node.lang }), children };
    }
    case "thematicBreak":
      throw new UnsupportedMarkdownError("rule", node);
    case "html":
      if (!isLineBreak(node.value)) throw new UnsupportedMarkdownError("html", node);
      // An empty line: a line break alone in its paragraph.
      return paragraph([emptyTextNode]);
    default:
      throw new UnsupportedMarkdownError("reference", node);
  }
}

function onlyParagraph(
  { children }: { readonly children: readonly BlockNode[] },
  style: InlineStyle,
): readonly JsonObject[] {
  const [only, ...others] = children.filter(isContent);
  if (!only) return [emptyTextNode];
  if (only.type !== "paragraph" || others[0])
    throw new UnsupportedMarkdownError("nested", others[0] ?? only);
  return toInlines(only.children, style);
}

/** Nested lists follow the item's text, as in Strapi's own editor. */
function toList(list: NodeOf<"list">, style: InlineStyle, depth: number): JsonObject {
  if (list.ordered && list.start !== 1) throw new UnsupportedMarkdownError("list-start", list);
  const children = list.children.flatMap((item) => {
    const contentNodes = item.children.filter(isContent);
    const [firstNode, ...others] = contentNodes;
    const isBegun = firstNode !== undefined && firstNode.type !== "list";
    const lists = isBegun ? others : contentNodes;
    return [
      {
        type: "list-item",
        children: onlyParagraph({ children: isBegun ? [firstNode] : [] }, style),
      },
      ...lists.map((child) => {
        if (child.type !== "list") throw new UnsupportedMarkdownError("nested", child);
        return toList(child, style, depth + 1);
      }),
    ];
  });
  const format = list.ordered ? "ordered" : "unordered";
  return { type: "list", format, ...(depth > 0 && { indentLevel: depth }), children };
}

/** How a field writes links. Strapi's own editor puts each between two texts, even empty ones. */
interface InlineStyle {
  readonly hasTextAroundLinks: boolean;
  readonly images: BlockImages;
  /** The text that the tree was parsed from. */
  readonly source: string;
}

/** An empty text. Every block has at least one child. */
const emptyTextNode = { type: "text", text: "" };

const sourceOf = (node: BlockNode | InlineNode, { source }: InlineStyle): string =>
  source.slice(node.position?.start.offset, node.position?.end.offset);

type Marks = Readonly<Record<string, true>>;

function toInlines(nodes: readonly InlineNode[], style: InlineStyle): readonly JsonObject[] {
  const inlines = mergeAdjacentTexts(nodes.flatMap((node) => toInline(node, {}, style)));
  if (inlines.length === 0) return [emptyTextNode];
  return style.hasTextAroundLinks ? withTextAroundLinks(inlines) : inlines;
}

function toInline(node: InlineNode, marks: Marks, style: InlineStyle): JsonObject[] {
  const text = (value: string, more: Marks = {}) => [
    { type: "text", text: value, ...marks, ...more },
  ];
  switch (node.type) {
    case "text": {
      // Blocks store no named character references. The user must type any other character itself.
      const references = sourceOf(node, style).matchAll(/\\[^]|&([a-zA-Z][a-zA-Z0-9]*);/g);
      const isOdd = [...references].some(([, name]) => name !== undefined && !names.has(name));
      if (isOdd) throw new UnsupportedMarkdownError("named-character", node);
      // A soft line end becomes a space. Only an explicit break stays a break.
      return text(node.value.replaceAll("\n", " "));
    }
    case "inlineCode":
      return text(node.value, { code: true });
    case "break":
      return text("\n");
    case "html":
      if (isLineBreak(node.value)) return text("\n");
      throw new UnsupportedMarkdownError("html", node);
    case "link": {
      if (typeof node.title === "string") throw new UnsupportedMarkdownError("link-title", node);
      const inside = mergeAdjacentTexts(
        node.children.flatMap((child) => toInline(child, marks, style)),
      );
      const children = inside.length > 0 ? inside : [emptyTextNode];
      return [{ type: "link", url: node.url, children }];
    }
    default: {
      const mark = markOf.get(node.type);
      if (mark === undefined || !("children" in node)) {
        throw new UnsupportedMarkdownError(node.type === "image" ? "image" : "reference", node);
      }
      return node.children.flatMap((child) => toInline(child, { ...marks, [mark]: true }, style));
    }
  }
}

const markOf = new Map<string, string>([
  ["strong", "bold"],
  ["emphasis", "italic"],
  ["delete", "strikethrough"],
]);

/** The named character references that Markdown may contain: its own ones and `nbsp`. */
const names = new Set(["amp", "lt", "gt", "quot", "apos", "nbsp"]);

function mergeAdjacentTexts(pieces: readonly JsonObject[]): JsonObject[] {
  const mergedPieces: JsonObject[] = [];
  for (const piece of pieces) {
    const last = mergedPieces.at(-1);
    if (last && piece["type"] === "text" && styleKeyOf(last) === styleKeyOf(piece)) {
      mergedPieces.splice(-1, 1, { ...last, text: textIn(last, "text") + textIn(piece, "text") });
    } else if (piece["text"] !== "") mergedPieces.push(piece);
  }
  return mergedPieces;
}

const styleKeyOf = (piece: JsonObject): string =>
  Object.entries(piece)
    .flatMap(([key, value]) => (value === true || key === "url" ? [key] : []))
    .sort()
    .join();

/** Adds a text before and after every link, empty where there is none. */
const withTextAroundLinks = (inlines: readonly JsonObject[]): JsonObject[] =>
  inlines.flatMap((inline, at) => {
    if (inline["type"] !== "link") return [inline];
    const isText = (sibling: JsonObject | undefined) => sibling?.["type"] === "text";
    const textBefore =
      isText(inlines[at - 1]) || inlines[at - 1]?.["type"] === "link" ? [] : [emptyTextNode];
    return [...textBefore, inline, ...(isText(inlines[at + 1]) ? [] : [emptyTextNode])];
  });
