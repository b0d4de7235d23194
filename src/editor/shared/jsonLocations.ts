import { findNodeAtLocation, getLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { ModificationOptions, Node, ParseError } from "jsonc-parser";
import * as vscode from "vscode";
import { isObject } from "../../model/foundation/json.ts";
import type { Json, JsonObject, JsonPath } from "../../model/foundation/json.ts";

/** In characters. */
export interface TextSpan {
  readonly offset: number;
  readonly length: number;
}

export const endOf = ({ offset, length }: TextSpan): number => offset + length;

/** Locates the values of a text. Its tree is built on first use: many texts need none. */
export class JsonLocations {
  readonly #text: string;
  #made: ParsedText | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the text is valid JSON. In an invalid text, only some values can be located. */
  get isWhole(): boolean {
    return this.#tree.isWhole;
  }

  value(path: JsonPath): Json | undefined {
    const node = path.length === 0 ? undefined : this.#find(path);
    if (path.length > 0 && !node) return undefined;
    const { offset = 0, length = this.#text.length } = node ?? {};
    try {
      // Takes a tenth of the time that the tree takes, and keeps a key `__proto__`.
      return JSON.parse(this.#text.slice(offset, offset + length)) as Json;
    } catch {
      // The tree has the values of a text that is not valid JSON.
      const invalid = this.#find(path);
      return invalid && (getNodeValue(invalid) as Json);
    }
  }

  /** Where the value at a path is written, and its JSON type; undefined if there is none. */
  written(path: JsonPath): (TextSpan & Pick<Node, "type">) | undefined {
    return this.#find(path);
  }

  /**
   * The span to mark: the value, the key of a value with many lines, because that is easier to read,
   * or the nearest existing parent.
   */
  stretch(path: JsonPath): TextSpan {
    const node = this.#find(path);
    if (!node) return path.length > 0 ? this.stretch(path.slice(0, -1)) : { offset: 0, length: 1 };
    const { type, offset, length, parent } = node;
    if (type !== "object" && type !== "array") return { offset, length };
    const key = parent?.type === "property" ? parent.children?.[0] : undefined;
    return key ?? { offset, length: 1 };
  }

  /** The span of a part of a string or number. `start` and `length` are in UTF-16 code units. */
  part(path: JsonPath, start: number, length: number): TextSpan {
    const {
      type,
      offset,
      length: writtenLength,
    } = this.#find(path) ?? { type: undefined, ...this.stretch(path) };
    const quote = type === "string" ? 1 : 0;
    const written = this.#text.slice(offset + quote, offset + writtenLength);
    const characters = written.match(/\\u....|\\.|[^]/g) ?? [];
    const sizeOf = (from: number, to: number) => characters.slice(from, to).join("").length;
    return { offset: offset + quote + sizeOf(0, start), length: sizeOf(start, start + length) };
  }

  /** The key of a property, or of its nearest existing parent. */
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

/**
 * The position of the cursor in a text, which may be incomplete JSON: the path of the value there,
 * which may be missing, or of the key. `token` is the key, string, number or literal that the cursor
 * touches.
 */
export function cursorAt(text: string, offset: number) {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  return { path, isInKey: isAtPropertyKey, token: previousNode };
}

interface ParsedText {
  readonly text: string;
  readonly root: Node | undefined;
  readonly isWhole: boolean;
}

/**
 * The longest text whose tree is cached, in characters. The tree of a large text takes a hundred
 * times its memory.
 */
const keepable = 500_000;

/**
 * The last text that was read. Marks, links and relations read a document when it opens and after
 * each keystroke.
 */
let latest: ParsedText | undefined;

function treeOf(text: string): ParsedText {
  if (latest?.text === text) return latest;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  const tree = { text, root, isWhole: errors.length === 0 };
  if (text.length <= keepable) latest = tree;
  return tree;
}

/** Makes the parser's edits keep the layout of a text. A text of one line stays one. */
export function editOptionsFor(text: string): ModificationOptions {
  const [, indent] = /\n([^\S\n]+)/.exec(text) ?? [];
  if (indent === undefined) return {};
  return { formattingOptions: { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length } };
}

/** A span of a text that no document has open. */
export const rangeIn = (text: string, { offset, length }: TextSpan): vscode.Range =>
  new vscode.Range(positionIn(text, offset), positionIn(text, offset + length));

function positionIn(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

export const rangeOf = (document: vscode.TextDocument, { offset, length }: TextSpan) =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));

/** The current content of a text, which may be incomplete JSON. */
export function contentOf(document: vscode.TextDocument): JsonObject {
  const value = new JsonLocations(document.getText()).value([]);
  return isObject(value) ? value : {};
}
