import { isArray, isObject, textIn, type Json, type JsonObject } from "../../foundation/json.ts";
import { imageIn } from "./blockImages.ts";
import { isLanguage } from "./markdownTree.ts";

export interface UnsupportedBlock {
  readonly code: UnsupportedBlockCode;
  /** The key or type concerned, if any. */
  readonly name?: string;
}

export type UnsupportedBlockCode =
  | "ambiguous"
  | "characters"
  | "extra-key"
  | "image"
  | "list-shape"
  | "loose-marks"
  | "not-blocks"
  | "not-text"
  | "split-text"
  | "too-complex"
  | "underline";

/**
 * Returns the first content of a blocks field that Markdown doesn't support; undefined if there is
 * none. It needs no library and can run at every key press. Only an actual conversion shows whether
 * the round trip is lossless.
 */
export function findUnsupportedBlock(value: Json): UnsupportedBlock | undefined {
  if (!isArray(value) || value.length === 0) return { code: "not-blocks" };
  return firstUnsupported(value, checkBlock);
}

function firstUnsupported(
  nodes: readonly Json[],
  check: (node: Json) => UnsupportedBlock | undefined,
): UnsupportedBlock | undefined {
  for (const node of nodes) {
    const unsupported = check(node);
    if (unsupported) return unsupported;
  }
  return undefined;
}

function checkBlock(block: Json): UnsupportedBlock | undefined {
  if (!isObject(block)) return { code: "not-blocks" };
  const type = textIn(block, "type");
  switch (type) {
    case "paragraph":
    case "quote":
      return extraKeyIn(block, ["type", "children"]) ?? checkInlines(block);
    case "heading":
      return (
        extraKeyIn(block, ["type", "level", "children"]) ??
        ([1, 2, 3, 4, 5, 6].some((level) => level === block["level"])
          ? checkInlines(block)
          : { code: "not-blocks", name: "level" })
      );
    case "code":
      return extraKeyIn(block, ["type", "language", "children"]) ?? checkCode(block);
    case "image":
      // Markdown holds only the URL and the alternative text. They identify the block with the rest.
      return (
        extraKeyIn(block, ["type", "image", "children"]) ??
        (imageIn(block) ? undefined : { code: "image" })
      );
    case "list":
      return extraKeyIn(block, ["type", "format", "children"]) ?? checkList(block, 0);
    default:
      return { code: "not-blocks", name: type };
  }
}

function extraKeyIn(value: JsonObject, keys: readonly string[]): UnsupportedBlock | undefined {
  const name = Object.keys(value).find((key) => !keys.includes(key));
  return name === undefined ? undefined : { code: "extra-key", name };
}

function checkCode({ language, children }: JsonObject): UnsupportedBlock | undefined {
  if (language !== undefined && !(typeof language === "string" && isLanguage(language))) {
    return { code: "extra-key", name: "language" };
  }
  const [only, ...others] = isArray(children) ? children : [];
  if (!isObject(only)) return { code: "not-blocks", name: "code" };
  if (others.length > 0) return { code: "split-text" };
  return extraKeyIn(only, ["type", "text"]) ?? checkText(only);
}

function checkList(list: JsonObject, depth: number): UnsupportedBlock | undefined {
  const { format, children } = list;
  if (!isArray(children) || (format !== "ordered" && format !== "unordered")) {
    return { code: "not-blocks", name: "list" };
  }
  // A nested list belongs to the item before it.
  const isOdd = !isObject(children[0]) || children[0]["type"] !== "list-item";
  if (isOdd) return { code: "list-shape" };
  return firstUnsupported(children, (child) => {
    if (!isObject(child)) return { code: "not-blocks", name: "list" };
    if (child["type"] === "list-item")
      return extraKeyIn(child, ["type", "children"]) ?? checkInlines(child);
    if (child["type"] !== "list") return { code: "not-blocks", name: textIn(child, "type") };
    if (child["indentLevel"] !== depth + 1) return { code: "list-shape" };
    const keys = ["type", "format", "indentLevel", "children"];
    return extraKeyIn(child, keys) ?? checkList(child, depth + 1);
  });
}

function checkInlines({ children }: JsonObject): UnsupportedBlock | undefined {
  return isArray(children) && children.length > 0
    ? (firstUnsupported(children, checkInline) ?? checkSequence(children))
    : { code: "not-blocks" };
}

function checkInline(inline: Json): UnsupportedBlock | undefined {
  if (!isObject(inline)) return { code: "not-blocks" };
  if (inline["type"] !== "link") return checkMarkedText(inline);
  const { url, children } = inline;
  if (typeof url !== "string" || !isArray(children)) return { code: "not-blocks", name: "link" };
  return (
    extraKeyIn(inline, ["type", "url", "children"]) ??
    firstUnsupported(children, (child) =>
      isObject(child) ? checkMarkedText(child) : { code: "not-blocks" },
    ) ??
    checkSequence(children)
  );
}

const marks = ["bold", "italic", "strikethrough", "code"] as const;

function checkMarkedText(text: JsonObject): UnsupportedBlock | undefined {
  if (text["underline"] === true) return { code: "underline" };
  const unsupported = extraKeyIn(text, ["type", "text", ...marks]) ?? checkText(text);
  if (unsupported) return unsupported;
  const isLoose = marks.some((mark) => mark in text && text[mark] !== true);
  const isOnNothing = text["text"] === "" && Object.keys(text).length > 2;
  return isLoose || isOnNothing ? { code: "loose-marks" } : undefined;
}

function checkText({ type, text }: JsonObject): UnsupportedBlock | undefined {
  if (type !== "text" || typeof text !== "string") return { code: "not-blocks" };
  return /[\0\r]|\p{Cs}/u.test(text) ? { code: "characters" } : undefined;
}

/** Markdown merges adjacent texts that have the same marks, and drops empty texts. */
function checkSequence(children: readonly Json[]): UnsupportedBlock | undefined {
  const isSplit = children.some((child, at) => {
    const next = children[at + 1];
    return isObject(child) && isObject(next) && inlineStyleOf(child) === inlineStyleOf(next);
  });
  return isSplit ? { code: "split-text" } : undefined;
}

/** Links are compared by reference, so two links are never equal. */
const inlineStyleOf = (inline: JsonObject): unknown =>
  inline["type"] === "text" ? marks.filter((mark) => inline[mark] === true).join() : inline;
