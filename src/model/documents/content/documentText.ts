import { parseTree } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Attributes, Catalog, ContentType } from "../../schemas/catalog.ts";
import { isInverse, titleOfTarget } from "../../schemas/catalog.ts";
import type { TextFailure } from "../documentFailure.ts";

/** The facts in `$` beside the content. The service owns them, and they are never sent. */
export interface Facts {
  readonly documentId?: Json;
  readonly locale?: Json;
  readonly createdAt?: Json;
  readonly updatedAt?: Json;
  /**
   * `administrator` if the type's route omits parts of it and an administrator's permissions were
   * used instead.
   */
  readonly readAs?: Json;
  /** The codes of all locales in which the document exists. */
  readonly locales?: readonly string[];
}

interface ContentShape {
  readonly connection: string;
  readonly type: ContentType;
  readonly catalog: Catalog;
}

/** A document as the user edits it: the content in the schema's order, then `$schema` and `$`. */
export function toContent(draft: JsonObject, facts: Facts, shape: ContentShape): JsonObject {
  const { connection, type, catalog } = shape;
  return {
    ...ordered(draft, type.attributes, catalog),
    $schema: schemaOf(connection, type.name),
    // An interface has no index signature, but all of its values are JSON.
    $: facts as unknown as JsonObject,
  };
}

/** The URI of the schema that a document names. */
export const schemaOf = (connection: string, type: string): string =>
  `cms-schema://${connection}/${type}.json`;

export const toText = (content: Json): string => `${JSON.stringify(content, null, 2)}\n`;

/**
 * Parses a text to an object. It must be strict JSON: no comments, no trailing commas, no duplicate
 * keys, and no number that would be sent as another number.
 */
export function fromText(text: string): Outcome<JsonObject, TextFailure> {
  const [failure, value] = fromJson(text);
  if (failure) return failed(failure);
  return isObject(value) ? done(value) : failed({ code: "not-an-object" });
}

/** Parses a text to a JSON value, with the same rules. */
export function fromJson(text: string): Outcome<Json, TextFailure> {
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== undefined) return failed({ code: "too-deep", ...positionOf(text, tooDeep) });
  const value = fromUnchangedText(text);
  return value === undefined ? fromParsedText(text) : done(value);
}

/**
 * How many lists and objects may be nested. Functions that walk a value recurse once for each
 * level, and the JavaScript engine fails after some thousands. Real documents stay below hundreds.
 */
const deepestText = 1_000;

/** The offset of the first list or object that is nested too deep; undefined if there is none. */
function tooDeepAt(text: string): number | undefined {
  if (text.length <= deepestText) return undefined;
  const signs = /["{}[\]]/g;
  let depth = 0;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [sign] = found;
    if (sign === '"') signs.lastIndex = endOfString(text, signs.lastIndex);
    else depth += sign === "{" || sign === "[" ? 1 : -1;
    if (depth > deepestText) return found.index;
  }
  return undefined;
}

/**
 * The end of the string whose content begins at an offset; the end of the text if it isn't closed.
 */
function endOfString(text: string, from: number): number {
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/**
 * Parses a text that equals the serialized value, character for character, so that nothing is lost.
 * Texts in editors and record files usually do, unless the user reformats them. A syntax tree of a
 * large text takes ten times as long.
 */
function fromUnchangedText(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return toText(value) === text || JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function fromParsedText(text: string): Outcome<Json, TextFailure> {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors[0] || !tree) {
    return failed({ code: "invalid-json", ...positionOf(text, errors[0]?.offset ?? 0) });
  }
  const flaw = lossIn(tree, text);
  return flaw
    ? failed({ code: flaw.code, ...positionOf(text, flaw.offset) })
    : done(JSON.parse(text) as Json);
}

function ordered(from: JsonObject, attributes: Attributes, catalog: Catalog): JsonObject {
  const content = new Map<string, Json>();
  for (const [name, attribute] of attributes) {
    const value = from[name];
    if (value === undefined || isInverse(attribute)) continue;
    content.set(name, shapeValue(value, attribute, catalog));
  }
  return Object.fromEntries(content);
}

function shapeValue(value: Json, attribute: AttributeSchema, catalog: Catalog): Json {
  const show = componentShapers.get(attribute.type);
  if (!show) return value;
  const one = (item: Json) => (isObject(item) ? show(item, attribute, catalog) : item);
  return isArray(value) ? value.map(one) : one(value);
}

type ValueShaper = (value: JsonObject, attribute: AttributeSchema, catalog: Catalog) => JsonObject;

/** Puts `__component` first: the service rejects it after a relation that has a value. */
const shapeComponent: ValueShaper = (value, attribute, catalog) => {
  const named = attribute.component ?? value["__component"];
  const attributes = typeof named === "string" ? catalog.components.get(named) : undefined;
  const inner = ordered(value, attributes ?? new Map<string, AttributeSchema>(), catalog);
  return { ...pick(value, ["__component", "id"]), ...inner };
};

const componentShapers = new Map<string, ValueShaper>([
  ["component", shapeComponent],
  ["dynamiczone", shapeComponent],
  ["media", (value) => pick(value, ["documentId", "name", "alternativeText"])],
  [
    "relation",
    (value, attribute, catalog) =>
      pick(value, ["documentId", titleOfTarget(attribute, catalog) ?? "documentId"]),
  ],
]);

type Node = NonNullable<ReturnType<typeof parseTree>>;

interface LossyText {
  readonly code: "doubled-key" | "rounded-number";
  readonly offset: number;
}

/** Where parsing would lose data silently: the second of two equal keys, or digits of a number. */
function lossIn(node: Node, text: string): LossyText | undefined {
  const { type, offset, length, children = [] } = node;
  if (type === "number" && isRounded(text.slice(offset, offset + length))) {
    return { code: "rounded-number", offset };
  }
  for (const child of children) {
    const below = lossIn(child, text);
    if (below) return below;
  }
  return type === "object" ? duplicateKey(children) : undefined;
}

function duplicateKey(properties: readonly Node[]): LossyText | undefined {
  const keys = new Set<unknown>();
  const doubled = properties.find(({ children: [key] = [] }) => {
    const isDoubled = keys.has(key?.value);
    keys.add(key?.value);
    return isDoubled;
  });
  return doubled && { code: "doubled-key", offset: doubled.offset };
}

/** Whether a number would be sent as another number. */
function isRounded(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value) || value === 0) return value !== 0;
  const whole = wholeNumberIn(digits);
  // For a number that the service has rounded, the shortest text with the same value is shown.
  return whole !== undefined && whole !== wholeNumberIn(String(value)) && whole !== BigInt(value);
}

/**
 * The integer that digits such as `15.0` or `1.5e1` represent; undefined if they don't represent
 * one.
 */
function wholeNumberIn(digits: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  let length = fraction.length;
  while (fraction[length - 1] === "0") length -= 1;
  const zeros = Number(exponent) - length;
  const all = sign + whole + fraction.slice(0, length);
  return zeros < 0 ? undefined : BigInt(all) * 10n ** BigInt(zeros);
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * The facts that a document has shown in `$`. An undo restores them, and that doesn't count as an
 * edit.
 */
export class ShownFacts {
  readonly #shown = new Set<string>();

  add(content: JsonObject): void {
    this.#shown.add(factsKey(content));
  }

  has(content: JsonObject): boolean {
    return this.#shown.has(factsKey(content));
  }
}

const factsKey = ({ $: facts }: JsonObject): string => JSON.stringify(currentFacts(facts));

/**
 * The facts of a text in `$`, in the current format. Texts kept by earlier versions of the
 * extension also contain the publication time and the state of each locale. Those don't count as
 * edits.
 */
export function currentFacts(facts: Json | undefined): Json {
  if (!isObject(facts)) return facts ?? null;
  const { locales = null } = facts;
  const others = Object.entries(facts).filter(([name]) => !/^(publishedAt|locales)$/.test(name));
  return {
    ...Object.fromEntries(others),
    locales: isObject(locales) ? Object.keys(locales) : locales,
  };
}

const updatedAtPattern = /"updatedAt"\s*:\s*"([^"]*)"/g;

/**
 * The version that a text is based on, in milliseconds: its last `updatedAt`, which is the one in
 * `$`. Also works for text that isn't valid JSON; undefined if the text has no version.
 */
export function versionOfText(text: string): number | undefined {
  const last = [...text.matchAll(updatedAtPattern)].at(-1)?.[1] ?? "";
  return Date.parse(last) || undefined;
}
