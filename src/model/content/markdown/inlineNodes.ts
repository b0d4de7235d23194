import { textIn, type JsonObject } from "../../foundation/json.ts";
import type { BlockImages } from "./blockImages.ts";
import { isLineBreak, UnsupportedMarkdownError } from "./markdownTree.ts";
import type { BlockNode, InlineNode } from "./markdownTree.ts";

/** How a field writes links. Strapi's own editor puts each between two texts, even empty ones. */
export interface InlineStyle {
  readonly hasTextAroundLinks: boolean;
  readonly images: BlockImages;
  /** The text that the tree was parsed from. */
  readonly source: string;
}

/** An empty text. Every block has at least one child. */
export const emptyTextNode = { type: "text", text: "" };

export const sourceOf = (node: BlockNode | InlineNode, { source }: InlineStyle): string =>
  source.slice(node.position?.start.offset, node.position?.end.offset);

type Marks = Readonly<Record<string, true>>;

export function toInlines(nodes: readonly InlineNode[], style: InlineStyle): readonly JsonObject[] {
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
  Object.keys(piece)
    .filter((key) => piece[key] === true || key === "url")
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
