import { createHash } from "node:crypto";
import type { Marks } from "../batch/deed.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { around } from "../finding/where.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import { bounded } from "./bounded.ts";
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
export function editsIn(
  content: JsonObject,
  replacing: Replacing,
  service: TypedService,
): Outcome<readonly Edit[]> {
  const names = attributesIn(replacing).filter((name) => Object.hasOwn(content, name));
  const edits = bounded(() => names.map((name) => editOf(name, { content, replacing }, service)));
  if (!edits) return failed({ code: "slow-pattern" });
  const known = edits.filter((edit) => edit !== "matches-nothing");
  return known.length < edits.length ? failed({ code: "matches-nothing" }) : done(known);
}

/** The attributes of the document that are searched. */
export const attributesIn = ({ fields }: Pick<Replacing, "fields">): readonly string[] => [
  ...new Set(fields.map(attributeOf)),
];

function editOf(
  name: string,
  { content, replacing }: { readonly content: JsonObject; readonly replacing: Replacing },
  { type, catalog }: TypedService,
): Edit | "matches-nothing" {
  const searched = new Set(replacing.fields.map(({ path }) => path));
  const texts: Searched[] = [];
  const make = (text: string, field: string): string => {
    if (!searched.has(field)) return text;
    const matches = [...text.matchAll(replacing.pattern)];
    const after = text.replace(replacing.pattern, replacing.template);
    texts.push({ field, before: text, after, matches });
    return after;
  };
  const old = content[name] ?? null;
  const attribute = type.attributes.get(name);
  const value = attribute ? withTexts(old, attribute, { catalog, path: name, make }) : old;
  if (texts.some(({ matches }) => matches.some(([match]) => match === ""))) {
    return "matches-nothing";
  }
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

interface Searched {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly matches: readonly RegExpExecArray[];
}

function placeOf({ field, before, after, matches: [first] }: Searched): Edit["first"] {
  const { index = 0, 0: match = "" } = first ?? {};
  return { field, before: around(before, index, match.length), after: around(after, index, 0) };
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
