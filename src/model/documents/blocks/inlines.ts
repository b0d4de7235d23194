import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { Images } from "./images.ts";
import { UnsupportedMarkdownError } from "./unsupportedMarkdown.ts";
import { isLineBreak } from "./tree.ts";
import type { BlockNode, NodeOf, InlineNode } from "./tree.ts";

/** How a field writes links: Strapi's own editor sets each between two texts, if of nothing. */
export interface InlineStyle {
  readonly hasTextAroundLinks: boolean;
  /** What the field had of images. */
  readonly images: Images;
  /** The text that the tree was read from. */
  readonly source: string;
}

/** A text of nothing: no block is without one. */
export const emptyText = { type: "text", text: "" };

/** How a node is written. */
export const sourceOf = (node: BlockNode | InlineNode, { source }: InlineStyle): string =>
  source.slice(node.position?.start.offset, node.position?.end.offset);

type Marks = Readonly<Record<string, true>>;

/** What stands in a line, as texts with their marks and links. */
export function toInlines(nodes: readonly InlineNode[], style: InlineStyle): readonly JsonObject[] {
  const inlines = mergeAdjacentTexts(nodes.flatMap((node) => toInline(node, {}, style)));
  if (inlines.length === 0) return [emptyText];
  return style.hasTextAroundLinks ? withTextAroundLinks(inlines) : inlines;
}

function toInline(node: InlineNode, marks: Marks, style: InlineStyle): JsonObject[] {
  const text = (value: string, more: Marks = {}) => [
    { type: "text", text: value, ...marks, ...more },
  ];
  switch (node.type) {
    case "text":
      checkNamedCharacters(node, style);
      // An end of a line is a space; one that is meant is a break.
      return text(node.value.replaceAll("\n", " "));
    case "inlineCode":
      return text(node.value, { code: true });
    case "break":
      return text("\n");
    case "html":
      if (isLineBreak(node.value)) return text("\n");
      throw new UnsupportedMarkdownError("html", node);
    case "link":
      return [toLink(node, marks, style)];
    default:
      return toMarkedInlines(node, marks, style);
  }
}

function toLink(node: NodeOf<"link">, marks: Marks, style: InlineStyle): JsonObject {
  if (typeof node.title === "string") throw new UnsupportedMarkdownError("link-title", node);
  const inside = mergeAdjacentTexts(
    node.children.flatMap((child) => toInline(child, marks, style)),
  );
  return { type: "link", url: node.url, children: inside.length > 0 ? inside : [emptyText] };
}

const markOf = new Map<string, string>([
  ["strong", "bold"],
  ["emphasis", "italic"],
  ["delete", "strikethrough"],
]);

function toMarkedInlines(node: InlineNode, marks: Marks, style: InlineStyle): JsonObject[] {
  const mark = markOf.get(node.type);
  if (mark === undefined || !("children" in node)) {
    throw new UnsupportedMarkdownError(node.type === "image" ? "image" : "reference", node);
  }
  return node.children.flatMap((child) => toInline(child, { ...marks, [mark]: true }, style));
}

/** The named characters that Markdown may contain: those of its own syntax, and the non-breaking space. */
const names = new Set(["amp", "lt", "gt", "quot", "apos", "nbsp"]);

/** A field of blocks stores no names: any other character has to be typed itself. */
function checkNamedCharacters(node: NodeOf<"text">, style: InlineStyle): void {
  const all = sourceOf(node, style).matchAll(/(?<slashes>\\*)&(?<name>[a-zA-Z][a-zA-Z0-9]*);/g);
  const isOdd = [...all].some(
    ({ groups: { slashes = "", name = "" } = {} }) => slashes.length % 2 === 0 && !names.has(name),
  );
  if (isOdd) throw new UnsupportedMarkdownError("named-character", node);
}

/** Pieces that look the same are one. */
function mergeAdjacentTexts(pieces: readonly JsonObject[]): JsonObject[] {
  const all: JsonObject[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && piece["type"] === "text" && styleKeyOf(last) === styleKeyOf(piece)) {
      all.splice(-1, 1, { ...last, text: textIn(last, "text") + textIn(piece, "text") });
    } else if (piece["text"] !== "") all.push(piece);
  }
  return all;
}

const styleKeyOf = (piece: JsonObject): string =>
  Object.keys(piece)
    .filter((key) => piece[key] === true || key === "url")
    .sort()
    .join();

/** A text on each side of every link, if of nothing. */
const withTextAroundLinks = (inlines: readonly JsonObject[]): JsonObject[] =>
  inlines.flatMap((inline, at) => {
    if (inline["type"] !== "link") return [inline];
    const isText = (one: JsonObject | undefined) => one?.["type"] === "text";
    const before =
      isText(inlines[at - 1]) || inlines[at - 1]?.["type"] === "link" ? [] : [emptyText];
    return [...before, inline, ...(isText(inlines[at + 1]) ? [] : [emptyText])];
  });
