import { createHash } from "node:crypto";
import type { AttributeSchema } from "../../client/index.ts";
import { replaceInTexts, type ReplacedText } from "../foundation/regularExpressions.ts";
import { isArray, isObject, ownIn, valueIn } from "../foundation/json.ts";
import { attributeNameOf, pathText, type Json, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { isComponent, attributesOf, type Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { BeforeAndAfter, ReplacedOccurrence } from "../runs/batchAction.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { Replacement } from "./textPattern.ts";
import { fieldBelow, isPlainText, type TextField } from "./textFields.ts";

export interface FieldReplacement extends Replacement {
  readonly fields: readonly Pick<TextField, "path">[];
}

export interface AttributeEdit {
  readonly name: string;
  readonly value: Json;
  /** The number of occurrences to replace; 0 if nothing changes. */
  readonly count: number;
  /** The occurrences in document order, up to the maximum that is listed. */
  readonly occurrences: readonly ReplacedOccurrence[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The edits of all searched attributes, including those that don't change. */
export async function editsIn(
  content: JsonObject,
  replacement: FieldReplacement,
  service: TypedService,
): BulkResult<readonly AttributeEdit[]> {
  const names = searchedAttributes(replacement).filter((name) => Object.hasOwn(content, name));
  const paths = new Set(replacement.fields.map(({ path }) => path));
  const { type, catalog } = service;
  const replaceIn: ReplaceIn = (name, replace) => {
    const value = valueIn(content, name);
    const attribute = type.attributes.get(name);
    const replaceSearched = (text: string, field: string): string =>
      paths.has(field) ? replace(text, field) : text;
    return attribute
      ? withTexts(value, attribute, { catalog, path: pathText([name]), replace: replaceSearched })
      : value;
  };
  const texts: string[] = [];
  for (const name of names) {
    replaceIn(name, (text) => {
      texts.push(text);
      return text;
    });
  }
  const replaced = await replaceInTexts(replacement.pattern, replacement.template, texts);
  if (!replaced) return failed({ code: "slow-pattern" });
  const isEmpty = replaced.some(({ matches }) => matches.some(([, length]) => length === 0));
  if (isEmpty) return failed({ code: "matches-nothing" });
  // Each attribute takes the results of its own texts, in the order of the search.
  const next = replaced.values();
  return done(names.map((name) => attributeEditOf(name, replaceIn, next)));
}

export const searchedAttributes = ({ fields }: FieldReplacement): readonly string[] => [
  ...new Set(fields.map(({ path }) => attributeNameOf(path))),
];

type ReplaceIn = (name: string, replace: TextVisitor["replace"]) => Json;

function attributeEditOf(
  name: string,
  replaceIn: ReplaceIn,
  replaced: Iterator<ReplacedText, undefined>,
): AttributeEdit {
  const texts: SearchedText[] = [];
  const value = replaceIn(name, (before, field) => {
    const unchanged = { after: before, matches: [], replacements: [] };
    const { after, ...occurrences } = replaced.next().value ?? unchanged;
    texts.push({ field, before, after, ...occurrences });
    return after;
  });
  const changed = texts.filter(({ before, after }) => before !== after);
  return {
    name,
    value,
    count: changed.reduce((sum, { matches }) => sum + matches.length, 0),
    occurrences: changed.flatMap(occurrencesOf).slice(0, maxOccurrences),
    before: texts.map(({ before }) => before),
    after: texts.map(({ after }) => after),
  };
}

interface SearchedText extends ReplacedText {
  readonly field: string;
  readonly before: string;
}

/** The most occurrences that are listed for one document. */
export const maxOccurrences = 200;

function occurrencesOf(searched: SearchedText): ReplacedOccurrence[] {
  const { field, before, matches, replacements } = searched;
  return matches.flatMap(([index, length], at) => {
    const [left, right] = [before.slice(0, index), before.slice(index + length)];
    const [old, replacement] = [before.slice(index, index + length), replacements[at] ?? ""];
    if (old === replacement) return [];
    const start = left.length > maxContext ? `…${left.slice(-maxContext)}` : left;
    const end = right.length > maxContext ? `${right.slice(0, maxContext)}…` : right;
    const placed = (text: string) => oneLine(`${start}${shortened(text)}${end}`);
    return [{ field, before: placed(old), after: placed(replacement) }];
  });
}

/** The most UTF-16 code units on each side of an occurrence, and in itself. */
const [maxContext, maxShownLength] = [16, 40];

const shortened = (text: string): string =>
  text.length > maxShownLength
    ? `${text.slice(0, maxShownLength / 2)}…${text.slice(-maxShownLength / 2)}`
    : text;

const oneLine = (text: string): string =>
  text
    // Remove halves of surrogate pairs.
    .replace(/(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Short hashes that identify the texts of an edit. */
export const fingerprintsOf = ({ before, after }: AttributeEdit): BeforeAndAfter => ({
  before: fingerprintOf(before),
  after: fingerprintOf(after),
});

const fingerprintOf = (texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("base64");

export const withEdits = (content: JsonObject, edits: readonly AttributeEdit[]): JsonObject => ({
  ...content,
  ...Object.fromEntries(edits.map(({ name, value }) => [name, value])),
});

interface TextVisitor {
  readonly catalog: Catalog;
  /** The path of the current field, as in `TextField`. */
  readonly path: string;
  /** Returns the new text. Called for all texts in document order. */
  readonly replace: (text: string, field: string) => string;
}

/** The value of an attribute with every text replaced and everything else unchanged. */
function withTexts(value: Json, attribute: AttributeSchema, texts: TextVisitor): Json {
  if (isArray(value)) return value.map((item) => withTexts(item, attribute, texts));
  if (attribute.type === "blocks") return nodeWithTexts(value, texts);
  if (typeof value === "string" && isPlainText(attribute)) return texts.replace(value, texts.path);
  if (!isObject(value) || !isComponent(attribute)) return value;
  const uid = attribute.type === "dynamiczone" ? ownIn(value, "__component") : undefined;
  const entry = typeof uid === "string" ? uid : undefined;
  const attributes = attributesOf(attribute, value, texts.catalog) ?? [];
  const changedEntries = [...attributes].flatMap(([name, below]): [string, Json][] => {
    const old = ownIn(value, name);
    const path = fieldBelow(texts.path, name, entry);
    return old === undefined ? [] : [[name, withTexts(old, below, { ...texts, path })]];
  });
  return { ...value, ...Object.fromEntries(changedEntries) };
}

/** Replaces the visible text of blocks. Link URLs stay as they are. */
function nodeWithTexts(node: Json, texts: TextVisitor): Json {
  if (!isObject(node)) return node;
  const { text, children } = node;
  return {
    ...node,
    ...(typeof text === "string" && { text: texts.replace(text, texts.path) }),
    ...(isArray(children) && { children: children.map((child) => nodeWithTexts(child, texts)) }),
  };
}
