import type { JsonObject } from "../../foundation/json.ts";
import { emptyTextNode, sourceOf, toInlines, type InlineStyle } from "./inlineNodes.ts";
import { isLanguage, isLineBreak, UnsupportedMarkdownError } from "./markdownTree.ts";
import type { BlockNode, NodeOf, MarkdownRoot } from "./markdownTree.ts";

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
    case "paragraph":
      return toImage(node, style) ?? paragraph(inLines(node, style));
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

/** An image from the media library, alone in its paragraph. An edit can move or remove it. */
function toImage(
  { children }: NodeOf<"paragraph">,
  { images }: InlineStyle,
): JsonObject | undefined {
  const [image, ...others] = children;
  if (image?.type !== "image" || others.length > 0) return undefined;
  const { url, alt, title } = image;
  const imageBlock = title ? undefined : images.take({ url, alt: alt ?? "" });
  if (!imageBlock) throw new UnsupportedMarkdownError("image", image);
  return imageBlock;
}

/** Lines that a Markdown preview shows as a table would run together in blocks. */
function inLines(node: NodeOf<"paragraph">, style: InlineStyle): readonly JsonObject[] {
  const [, ...others] = sourceOf(node, style).split("\n");
  const isTable = others.some(
    (line) => /^[\s>|:-]+$/.test(line) && line.includes("|") && line.includes("-"),
  );
  if (isTable) throw new UnsupportedMarkdownError("table", node);
  return toInlines(node.children, style);
}

function onlyParagraph(
  { children }: { readonly children: readonly BlockNode[] },
  style: InlineStyle,
): readonly JsonObject[] {
  const [only, ...others] = children.filter(isContent);
  if (!only) return [emptyTextNode];
  if (only.type !== "paragraph" || others[0])
    throw new UnsupportedMarkdownError("nested", others[0] ?? only);
  return inLines(only, style);
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
