import fc from "fast-check";
import { anyCharacter } from "../support/anyCharacter.ts";

/** Texts with a special meaning in a query. */
const special = [
  ...["", " ", "&", "a&b=c", "=", "?", "#", "+", "%", "%zz", "%20", "[", "]", "[]", "[0]", "a[b]"],
  ...[".", "a.b", ",", "a,b", "0", "-1", "00", "utf8=✓", "&#10003;", "null", "undefined", "true"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "\0", "\r\n", "\ud83d\ude00"],
];
/** Strings of any UTF-16 code units, including lone surrogates, which can't be encoded. */
const anyUnit = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("\ud83d", "\ude00") },
  { weight: 9, arbitrary: fc.nat(0xffff).map((code) => String.fromCharCode(code)) },
);
const anyText = fc.oneof(
  { weight: 20, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  { weight: 20, arbitrary: fc.constantFrom(...special) },
  { weight: 1, arbitrary: fc.string({ unit: anyUnit, maxLength: 4 }) },
);
const anyLeaf = fc.oneof(
  { weight: 20, arbitrary: anyText },
  { weight: 4, arbitrary: fc.integer() },
  { weight: 4, arbitrary: fc.double() },
  { weight: 4, arbitrary: fc.boolean() },
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.date({ noInvalidDate: true }) },
  { weight: 1, arbitrary: fc.constantFrom(undefined, new Date(NaN), {}, []) },
);
const usual = ["title", "author", "a_b", "a-b", "$eq", "$in", "$or", "$and", "$not", "$null"];
const anyKey = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...usual) },
  { weight: 1, arbitrary: fc.constantFrom("0", "7") },
  { weight: 1, arbitrary: anyText },
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    anyLeaf,
    fc.array(tie("tree"), { minLength: 1, maxLength: 5 }),
    fc.dictionary(anyKey, tie("tree"), { minKeys: 1, maxKeys: 4 }),
  ),
}));
const anyRecord = fc.dictionary(anyKey, tree, { minKeys: 1, maxKeys: 4 });
const anyList = fc.array(anyText, { maxLength: 4 });
/** Mostly a number that the client sends. */
const anyCount = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1 }) }, fc.integer());
export const anyParams = fc.record(
  {
    filters: anyRecord,
    sort: fc.oneof(anyList, anyText),
    fields: anyList,
    populate: fc.oneof(anyText, anyList, anyRecord),
    pagination: fc.record(
      { page: anyCount, pageSize: anyCount, withCount: fc.boolean() },
      { requiredKeys: [] },
    ),
    locale: fc.oneof(fc.constantFrom("fr", "*"), anyText),
    status: fc.oneof({ weight: 9, arbitrary: fc.constantFrom("draft", "published") }, anyText),
    _q: anyText,
  },
  { requiredKeys: [] },
);

/** The value that the service should receive. It has only strings and nulls, and no empty values. */
export function onTheWire(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (value instanceof Date) return value.toISOString();
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- it is not an object
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value)
    .map(([key, part]) => [key, onTheWire(part)] as const)
    .filter(([, part]) => part !== undefined);
  if (entries.length === 0) return undefined;
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
