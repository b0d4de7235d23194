import { createHash } from "node:crypto";
import type { Marks, ReplacedPlace } from "../batch/deed.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { replacedIn } from "../../foundation/expressions.ts";
import type { Replaced } from "../../foundation/expressions.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { attributeOf } from "./fields.ts";
import type { TextField } from "./fields.ts";
import type { Replacement } from "./pattern.ts";
import { withTexts } from "./texts.ts";

/** What is replaced, and where. */
export interface Replacing extends Replacement {
  readonly fields: readonly Pick<TextField, "path">[];
}

/** What becomes of one attribute. */
export interface Edit {
  readonly name: string;
  readonly value: Json;
  /** In how many places something else is to stand; 0 where nothing changes. */
  readonly count: number;
  /** They, in the order in which they stand, as many as are listed. */
  readonly places: readonly ReplacedPlace[];
  /** The texts that were searched. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What would become of the attributes that are searched, changed or not. */
export async function editsIn(
  content: JsonObject,
  replacing: Replacing,
  service: TypedService,
): Promise<Outcome<readonly Edit[]>> {
  const names = attributesIn(replacing).filter((name) => Object.hasOwn(content, name));
  const place = { content, replacing };
  const texts = names.flatMap((name) => textsAt(name, place, service));
  const replaced = await replacedIn(replacing.pattern, replacing.template, texts);
  if (!replaced) return failed({ code: "slow-pattern" });
  const isEmpty = replaced.some(({ matches }) => matches.some(([, length]) => length === 0));
  if (isEmpty) return failed({ code: "matches-nothing" });
  // Each attribute takes what became of its own texts, in the order in which they were searched.
  const next = replaced.values();
  return done(names.map((name) => editOf(name, place, service, next)));
}

/** The attributes of the document that are searched. */
export const attributesIn = ({ fields }: Pick<Replacing, "fields">): readonly string[] => [
  ...new Set(fields.map(attributeOf)),
];

interface Place {
  readonly content: JsonObject;
  readonly replacing: Replacing;
}

/** The texts of an attribute that are searched, in the order in which they stand. */
function textsAt(name: string, place: Place, service: TypedService): readonly string[] {
  const texts: string[] = [];
  valueWith(name, place, service, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function editOf(
  name: string,
  place: Place,
  service: TypedService,
  replaced: Iterator<Replaced, undefined>,
): Edit {
  const texts: Searched[] = [];
  const value = valueWith(name, place, service, (before, field) => {
    const unchanged = { after: before, matches: [], replacements: [] };
    const { after, ...found } = replaced.next().value ?? unchanged;
    texts.push({ field, before, after, ...found });
    return after;
  });
  const changed = texts.filter(({ before, after }) => before !== after);
  return {
    name,
    value,
    count: changed.reduce((sum, { matches }) => sum + matches.length, 0),
    places: changed.flatMap(placesOf).slice(0, mostPlaces),
    before: texts.map(({ before }) => before),
    after: texts.map(({ after }) => after),
  };
}

/** The value of an attribute in which each text that is searched is another one. */
function valueWith(
  name: string,
  { content, replacing }: Place,
  { type, catalog }: TypedService,
  make: (text: string, field: string) => string,
): Json {
  const searched = new Set(replacing.fields.map(({ path }) => path));
  const old = content[name] ?? null;
  const attribute = type.attributes.get(name);
  const makeSearched = (text: string, field: string): string =>
    searched.has(field) ? make(text, field) : text;
  return attribute ? withTexts(old, attribute, { catalog, path: name, make: makeSearched }) : old;
}

interface Searched extends Replaced {
  readonly field: string;
  readonly before: string;
}

/** How many places of a document are listed at most. */
export const mostPlaces = 200;

function placesOf({ field, before, matches, replacements }: Searched): ReplacedPlace[] {
  return matches.flatMap(([index, length], at) => {
    const [left, right] = [before.slice(0, index), before.slice(index + length)];
    const [old, made] = [before.slice(index, index + length), replacements[at] ?? ""];
    const placed = (text: string) => `${endOf(left)}${shortened(text)}${beginningOf(right)}`;
    const place = { field, before: oneLine(placed(old)), after: oneLine(placed(made)) };
    return old === made ? [] : [place];
  });
}

/** How much is shown before and after a place, and of the place itself, in UTF-16 units. */
const [context, most] = [16, 40];

const endOf = (text: string): string => (text.length > context ? `…${text.slice(-context)}` : text);

const beginningOf = (text: string): string =>
  text.length > context ? `${text.slice(0, context)}…` : text;

const shortened = (text: string): string =>
  text.length > most ? `${text.slice(0, most / 2)}…${text.slice(-most / 2)}` : text;

const oneLine = (text: string): string =>
  text
    // Half of what takes two units is none.
    .replace(/(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** What tells the texts of an edit from any others, in few characters. */
export const marksOf = ({ before, after }: Pick<Edit, "before" | "after">): Marks => ({
  before: markOf(before),
  after: markOf(after),
});

const markOf = (texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("base64");

/** A content in which the edits are made. */
export const withEdits = (content: JsonObject, edits: readonly Edit[]): JsonObject => ({
  ...content,
  ...Object.fromEntries(edits.map(({ name, value }) => [name, value])),
});
