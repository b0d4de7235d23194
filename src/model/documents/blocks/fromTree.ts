import type { JsonObject } from "../../foundation/json.ts";
import { nothing, sourceOf, toInlines } from "./inlines.ts";
import type { Style } from "./inlines.ts";
import { Misfitting } from "./misfit.ts";
import { isLanguage, isLineBreak } from "./tree.ts";
import type { Flow, NodeOf, Root } from "./tree.ts";

/** The blocks that a tree of Markdown stands for; throws Misfitting where they can't hold it. */
export function fromTree({ children }: Root, style: Style): JsonObject[] {
  const blocks = children.filter(isMeant).map((node) => toBlock(node, style));
  return blocks.length > 0 ? blocks : [paragraph([nothing])];
}

/** Two lists in a row would be one: what keeps them apart is nothing else. */
const isMeant = (node: Flow): boolean => node.type !== "html" || node.value !== "<!---->";

const paragraph = (children: readonly JsonObject[]): JsonObject => ({
  type: "paragraph",
  children,
});

function toBlock(node: Flow, style: Style): JsonObject {
  switch (node.type) {
    case "paragraph":
      return toImage(node, style) ?? paragraph(inLines(node, style));
    case "heading":
      return { type: "heading", level: node.depth, children: toInlines(node.children, style) };
    case "blockquote":
      return { type: "quote", children: onlyParagraph(node, style) };
    case "list":
      return toList(node, style, 0);
    case "code":
      return toCode(node);
    default:
      return toEmptyLine(node);
  }
}

/** An image stands alone, and comes from the media library: Markdown can move it and take it away. */
function toImage({ children }: NodeOf<"paragraph">, { images }: Style): JsonObject | undefined {
  const [image, ...others] = children;
  if (image?.type !== "image" || others.length > 0) return undefined;
  const { url, alt, title } = image;
  const found = title ? undefined : images.take({ url, alt: alt ?? "" });
  if (!found) throw new Misfitting("image", image);
  return found;
}

/** What a preview shows as a table would be lines that run together. */
function inLines(node: NodeOf<"paragraph">, style: Style): readonly JsonObject[] {
  const [, ...others] = sourceOf(node, style).split("\n");
  const isTable = others.some(
    (line) => /^[\s>|:-]+$/.test(line) && line.includes("|") && line.includes("-"),
  );
  if (isTable) throw new Misfitting("table", node);
  return toInlines(node.children, style);
}

function toCode(node: NodeOf<"code">): JsonObject {
  const isWord = isLanguage(node.lang ?? "x") && !node.meta;
  if (!isWord) throw new Misfitting("code-words", node);
  const children = [{ type: "text", text: node.value }];
  return { type: "code", ...(node.lang && { language: node.lang }), children };
}

/** A line break that stands alone. */
function toEmptyLine(node: Flow): JsonObject {
  if (node.type === "thematicBreak") throw new Misfitting("rule", node);
  if (node.type !== "html") throw new Misfitting("reference", node);
  if (!isLineBreak(node.value)) throw new Misfitting("html", node);
  return paragraph([nothing]);
}

function onlyParagraph(
  { children }: { readonly children: readonly Flow[] },
  style: Style,
): readonly JsonObject[] {
  const [only, ...others] = children.filter(isMeant);
  if (!only) return [nothing];
  if (only.type !== "paragraph" || others[0]) throw new Misfitting("nested", others[0] ?? only);
  return inLines(only, style);
}

/** The lists in an item come behind it, as Strapi's own editor has them. */
function toList(list: NodeOf<"list">, style: Style, depth: number): JsonObject {
  if (list.ordered && list.start !== 1) throw new Misfitting("list-start", list);
  const children = list.children.flatMap((item) => {
    const all = item.children.filter(isMeant);
    const [begins, ...others] = all;
    const isBegun = begins !== undefined && begins.type !== "list";
    const lists = isBegun ? others : all;
    return [
      { type: "list-item", children: onlyParagraph({ children: isBegun ? [begins] : [] }, style) },
      ...lists.map((child) => {
        if (child.type !== "list") throw new Misfitting("nested", child);
        return toList(child, style, depth + 1);
      }),
    ];
  });
  const format = list.ordered ? "ordered" : "unordered";
  return { type: "list", format, ...(depth > 0 && { indentLevel: depth }), children };
}
