import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";
import { imageIn } from "./images.ts";
import { isLanguage } from "./tree.ts";

/** What there is in blocks that Markdown has no words for. */
export interface Obstacle {
  readonly code: ObstacleCode;
  /** A key or a type that is meant, where there is one. */
  readonly name?: string;
}

export type ObstacleCode =
  | "ambiguous"
  | "characters"
  | "extra-key"
  | "image"
  | "list-shape"
  | "loose-marks"
  | "not-blocks"
  | "not-text"
  | "split-text"
  | "underline";

/**
 * The first thing in a blocks field that Markdown can't say; undefined where there is none. It needs no
 * library, so that it may be asked with every key: whether the way there and back is free of losses is
 * only known once it was gone.
 */
export function obstacleIn(value: Json): Obstacle | undefined {
  if (!isArray(value) || value.length === 0) return { code: "not-blocks" };
  return first(value, (block) => inBlock(block));
}

const first = <T>(
  all: readonly T[],
  look: (one: T) => Obstacle | undefined,
): Obstacle | undefined => {
  for (const one of all) {
    const found = look(one);
    if (found) return found;
  }
  return undefined;
};

function inBlock(block: Json): Obstacle | undefined {
  if (!isObject(block)) return { code: "not-blocks" };
  const type = textIn(block, "type");
  const kind = kinds.get(type);
  if (!kind) return { code: "not-blocks", name: type };
  return extra(block, kind.keys) ?? kind.look(block);
}

interface Kind {
  readonly keys: readonly string[];
  readonly look: (block: JsonObject) => Obstacle | undefined;
}

const kinds = new Map<string, Kind>([
  ["paragraph", { keys: ["type", "children"], look: inInlines }],
  ["quote", { keys: ["type", "children"], look: inInlines }],
  ["heading", { keys: ["type", "level", "children"], look: inHeading }],
  ["code", { keys: ["type", "language", "children"], look: inCode }],
  ["image", { keys: ["type", "image", "children"], look: ofImage }],
  ["list", { keys: ["type", "format", "children"], look: (list) => inList(list, 0) }],
]);

function extra(value: JsonObject, keys: readonly string[]): Obstacle | undefined {
  const name = Object.keys(value).find((key) => !keys.includes(key));
  return name === undefined ? undefined : { code: "extra-key", name };
}

function inHeading(block: JsonObject): Obstacle | undefined {
  return [1, 2, 3, 4, 5, 6].some((level) => level === block["level"])
    ? inInlines(block)
    : { code: "not-blocks", name: "level" };
}

/** What else there is to an image stays with its URL. */
function ofImage(block: JsonObject): Obstacle | undefined {
  return imageIn(block) ? undefined : { code: "image" };
}

function inCode({ language, children }: JsonObject): Obstacle | undefined {
  if (language !== undefined && !(typeof language === "string" && isLanguage(language))) {
    return { code: "extra-key", name: "language" };
  }
  const [only, ...others] = isArray(children) ? children : [];
  if (!isObject(only)) return { code: "not-blocks", name: "code" };
  if (others.length > 0) return { code: "split-text" };
  return extra(only, ["type", "text"]) ?? inText(only);
}

function inList(list: JsonObject, depth: number): Obstacle | undefined {
  const { format, children } = list;
  if (!isArray(children) || (format !== "ordered" && format !== "unordered")) {
    return { code: "not-blocks", name: "list" };
  }
  // A list stands in the item before it.
  const isOdd = !isObject(children[0]) || children[0]["type"] !== "list-item";
  return isOdd ? { code: "list-shape" } : first(children, (child) => inListChild(child, depth));
}

function inListChild(child: Json, depth: number): Obstacle | undefined {
  if (!isObject(child)) return { code: "not-blocks", name: "list" };
  if (child["type"] === "list-item") return extra(child, ["type", "children"]) ?? inInlines(child);
  if (child["type"] !== "list") return { code: "not-blocks", name: textIn(child, "type") };
  if (child["indentLevel"] !== depth + 1) return { code: "list-shape" };
  const keys = ["type", "format", "indentLevel", "children"];
  return extra(child, keys) ?? inList(child, depth + 1);
}

function inInlines({ children }: JsonObject): Obstacle | undefined {
  return isArray(children) && children.length > 0
    ? (first(children, inInline) ?? inSequence(children))
    : { code: "not-blocks" };
}

function inInline(inline: Json): Obstacle | undefined {
  if (!isObject(inline)) return { code: "not-blocks" };
  if (inline["type"] !== "link") return inMarked(inline);
  const { url, children } = inline;
  if (typeof url !== "string" || !isArray(children)) return { code: "not-blocks", name: "link" };
  return (
    extra(inline, ["type", "url", "children"]) ??
    first(children, (child) => (isObject(child) ? inMarked(child) : { code: "not-blocks" })) ??
    inSequence(children)
  );
}

const marks = ["bold", "italic", "strikethrough", "code"];

function inMarked(text: JsonObject): Obstacle | undefined {
  if (text["underline"] === true) return { code: "underline" };
  const odd = extra(text, ["type", "text", ...marks]) ?? inText(text);
  if (odd) return odd;
  const isLoose = marks.some((mark) => mark in text && text[mark] !== true);
  const isOnNothing = text["text"] === "" && Object.keys(text).length > 2;
  return isLoose || isOnNothing ? { code: "loose-marks" } : undefined;
}

function inText({ type, text }: JsonObject): Obstacle | undefined {
  if (type !== "text" || typeof text !== "string") return { code: "not-blocks" };
  return /[\0\r]|\p{Cs}/u.test(text) ? { code: "characters" } : undefined;
}

/** Two pieces of text that look the same are one in Markdown, and one of nothing is none. */
function inSequence(children: readonly Json[]): Obstacle | undefined {
  const split = children.some((child, at) => {
    const next = children[at + 1];
    return isObject(child) && isObject(next) && looksOf(child) === looksOf(next);
  });
  return split ? { code: "split-text" } : undefined;
}

/** Links never look the same: there are always two. */
const looksOf = (inline: JsonObject): unknown =>
  inline["type"] === "text" ? marks.filter((mark) => inline[mark] === true).join() : inline;
