import { findNodeAtLocation, getLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import type { JsonPath } from "../model/documents/content/attributePlaces.ts";
import type { Json } from "../model/foundation/json.ts";

export type { JsonPath };

/** A stretch of a text, in characters. */
export interface TextSpan {
  readonly offset: number;
  readonly length: number;
}

/** The places of one text. Its tree is made when the first place is asked for: many a text has none to mark. */
export class JsonLocations {
  readonly #text: string;
  #made: ParsedText | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the text is JSON; where it is not, only some of its places can be found. */
  get isWhole(): boolean {
    return this.#tree.isWhole;
  }

  /** The value that stands at a path; undefined where there is none. */
  value(path: JsonPath): Json | undefined {
    const whole = path.length === 0 ? parsed(this.#text) : undefined;
    if (whole !== undefined) return whole;
    const node = this.#find(path);
    return node && (getNodeValue(node) as Json);
  }

  /** Where the value at a path is written, and what kind of value it is; undefined where there is none. */
  written(path: JsonPath): (TextSpan & Pick<Node, "type">) | undefined {
    return this.#find(path);
  }

  /** What to mark for a path: the value, the key of a long one, or the nearest place that is there. */
  stretch(path: JsonPath): TextSpan {
    const node = this.#find(path);
    if (node) return marked(node);
    return path.length > 0 ? this.stretch(path.slice(0, -1)) : { offset: 0, length: 1 };
  }

  /** The key of a property, or of the nearest one above it that is there. */
  key(path: JsonPath): TextSpan {
    const property = this.#find(path)?.parent;
    if (property?.type === "property" && property.children?.[0]) return property.children[0];
    return path.length > 0 ? this.key(path.slice(0, -1)) : { offset: 0, length: 1 };
  }

  get #tree(): ParsedText {
    return (this.#made ??= treeOf(this.#text));
  }

  #find(path: JsonPath): Node | undefined {
    let node = this.#tree.root;
    for (const segment of path) {
      const isIndex = node?.type === "array" && /^\d+$/.test(String(segment));
      const step = isIndex ? Number(segment) : String(segment);
      node = node && findNodeAtLocation(node, [step]);
    }
    return node;
  }
}

/** Where the cursor stands in a text, which need not be whole. */
export interface Cursor {
  /** To the value that the cursor is in, or that would stand there; with the key, where it is in one. */
  readonly path: JsonPath;
  readonly isInKey: boolean;
  /** The key, string, number or literal that it touches. */
  readonly token: TextSpan | undefined;
}

export function cursorAt(text: string, offset: number): Cursor {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  return { path, isInKey: isAtPropertyKey, token: previousNode };
}

interface ParsedText {
  readonly text: string;
  readonly root: Node | undefined;
  readonly isWhole: boolean;
}

/** What a text that is JSON stands for: a tenth of the work that its tree is. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Up to how many characters the tree of a text is kept: that of a large one takes a hundred times the room. */
const keepable = 500_000;

/** What was read last. Marks, links and relations all look at a document when it opens, and after each key. */
let latest: ParsedText | undefined;

function treeOf(text: string): ParsedText {
  if (latest?.text === text) return latest;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  const tree = { text, root, isWhole: errors.length === 0 };
  if (text.length <= keepable) latest = tree;
  return tree;
}

/** A mark under many lines says less than one under their name. */
function marked(node: Node): TextSpan {
  const { type, offset, length, parent } = node;
  if (type !== "object" && type !== "array") return { offset, length };
  const key = parent?.type === "property" ? parent.children?.[0] : undefined;
  return key ?? { offset, length: 1 };
}

/** The segments of a path as the model writes it: `sections[1].text`. */
export const segmentsOf = (path: string): JsonPath => path.split(/[.[\]]+/).filter(Boolean);
