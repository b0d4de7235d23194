import { textIn, type JsonObject } from "../../foundation/json.ts";
import { imageIn } from "./blockImages.ts";
import { lineBreak } from "./markdownTree.ts";
import type { BlockNode, NodeOf, InlineNode, MarkdownRoot } from "./markdownTree.ts";

/** Converts blocks to a Markdown tree. `findUnsupportedBlock` must have found nothing in them. */
export const toTree = (blocks: readonly JsonObject[]): MarkdownRoot => ({
  type: "root",
  children: blocks.map(toNode),
});

/** `findUnsupportedBlock` has checked that these children are lists of objects. */
const childrenOf = (block: JsonObject): readonly JsonObject[] =>
  block["children"] as unknown as readonly JsonObject[];

function toNode(block: JsonObject): BlockNode {
  const children = childrenOf(block);
  switch (block["type"]) {
    case "heading":
      return {
        type: "heading",
        depth: block["level"] as NodeOf<"heading">["depth"],
        children: toPhrasing(children, true),
      };
    case "quote":
      return { type: "blockquote", children: inParagraph(children) };
    case "code": {
      const [text = {}] = children;
      return { type: "code", value: textIn(text, "text"), lang: textIn(block, "language") || null };
    }
    case "list":
      return toList(block);
    case "image": {
      const image = imageIn(block) ?? { url: "", alt: "" };
      return { type: "paragraph", children: [{ type: "image", ...image }] };
    }
    default:
      // Markdown has no empty paragraph. A line break of its own represents one.
      return inParagraph(children)[0] ?? { type: "html", value: lineBreak };
  }
}

/** Empty if there is no text. */
function inParagraph(inlines: readonly JsonObject[]): NodeOf<"paragraph">[] {
  const children = toPhrasing(inlines);
  return children.length > 0 ? [{ type: "paragraph", children }] : [];
}

function toList(block: JsonObject): NodeOf<"list"> {
  const items: NodeOf<"listItem">[] = [];
  for (const child of childrenOf(block)) {
    const last = items.at(-1);
    if (child["type"] !== "list") {
      items.push({ type: "listItem", spread: false, children: inParagraph(childrenOf(child)) });
    } else if (last) {
      const list = toList(child);
      last.children.push(list);
      // Only a blank line separates an empty item from the text above it.
      if (list.children[0]?.children.length === 0) last.spread = true;
    }
  }
  return { type: "list", ordered: block["format"] === "ordered", spread: false, children: items };
}

/** `isOneLine`: the content ends with the line and so can't contain a line break. */
function toPhrasing(inlines: readonly JsonObject[], isOneLine = false): InlineNode[] {
  const pieces = inlines
    .filter((inline) => inline["type"] === "link" || textIn(inline, "text") !== "")
    .map((inline) => [inline, wraps.filter(([mark]) => inline[mark] === true)] as const);
  return nestMarks(pieces, isOneLine);
}

const wraps = [
  ["bold", "strong"],
  ["italic", "emphasis"],
  ["strikethrough", "delete"],
] as const;

type Mark = (typeof wraps)[number];
type MarkedInline = readonly [inline: JsonObject, marks: readonly Mark[]];

/** The mark that covers the most texts is the outermost. */
function nestMarks(pieces: readonly MarkedInline[], isOneLine: boolean): InlineNode[] {
  const [piece, ...otherPieces] = pieces;
  if (!piece) return [];
  const [inline, marks] = piece;
  const lengthOf = (mark: Mark) => {
    const end = pieces.findIndex(([, otherMarks]) => !otherMarks.includes(mark));
    return end < 0 ? pieces.length : end;
  };
  const [longest] = marks
    .map((mark) => ({ mark, length: lengthOf(mark) }))
    .sort((a, b) => b.length - a.length);
  if (!longest) return [...toLeaves(inline, isOneLine), ...nestMarks(otherPieces, isOneLine)];
  const { mark, length } = longest;
  const inside = pieces
    .slice(0, length)
    .map(([child, childMarks]) => [child, childMarks.filter((other) => other !== mark)] as const);
  return [
    { type: mark[1], children: nestMarks(inside, isOneLine) },
    ...nestMarks(pieces.slice(length), isOneLine),
  ];
}

function toLeaves(inline: JsonObject, isOneLine: boolean): InlineNode[] {
  if (inline["type"] === "link") {
    const children = toPhrasing(childrenOf(inline), isOneLine);
    return [{ type: "link", url: textIn(inline, "url"), children }];
  }
  const text = textIn(inline, "text");
  if (inline["code"] === true) return [{ type: "inlineCode", value: text }];
  const lines = text.split("\n");
  return lines.flatMap((content, at): InlineNode[] => {
    const textNodes: InlineNode[] = content === "" ? [] : [{ type: "text", value: content }];
    if (at === 0) return textNodes;
    const isMarkdownBreak = !isOneLine && /\S$/.test(lines[at - 1] ?? "") && /^\S/.test(content);
    return [isMarkdownBreak ? { type: "break" } : { type: "html", value: lineBreak }, ...textNodes];
  });
}
