import { createHash } from "node:crypto";
import type { Marks } from "../batch/deed.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { replacedIn } from "../expressions.ts";
import type { Replaced } from "../expressions.ts";
import { around } from "../finding/where.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
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
  /** The first of them, with what stands around it. */
  readonly first: { readonly field: string; readonly before: string; readonly after: string };
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
    const { after, matches } = replaced.next().value ?? { after: before, matches: [] };
    texts.push({ field, before, after, matches });
    return after;
  });
  const changed = texts.filter(({ before, after }) => before !== after);
  return {
    name,
    value,
    count: changed.reduce((sum, { matches }) => sum + matches.length, 0),
    first: placeOf(changed[0] ?? { field: name, before: "", after: "", matches: [] }),
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

function placeOf({ field, before, after, matches: [first] }: Searched): Edit["first"] {
  const [index, length] = first ?? [0, 0];
  return { field, before: around(before, index, length), after: around(after, index, 0) };
}

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
