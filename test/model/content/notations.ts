import fc from "fast-check";
import type { AttributeSchema } from "../../../src/client/index.ts";
import type { Json } from "../../../src/model/foundation/json.ts";

/** Values of a type that the service stores as the same value. */
interface Notations {
  readonly type: string;
  readonly values: readonly Json[];
}

/** Notations of one value, as a service on any database accepts or returns them. */
export const notationPairs: readonly Notations[] = [
  { type: "time", values: ["10:30:00", "10:30:00.0", "10:30:00.000"] },
  { type: "time", values: ["10:30:00.5", "10:30:00.50", "10:30:00.500"] },
  { type: "date", values: ["2026-01-31", "2026-01-31T23:00:00-05:00"] },
  {
    type: "datetime",
    values: [
      ...["2026-01-31T10:00:00.000Z", "2026-01-31T10:00:00Z", "2026-01-31T10:00Z"],
      ...["2026-01-31 11:00:00+01", "2026-01-31T11:00+0100", "2026-01-31T05:00:00-05:00"],
      ...["20260131T100000Z", "2026-01-31T10:00:00,000Z", "2026-01-31T10:00:00.000999Z"],
      ...["1769853600000", 1_769_853_600_000],
    ],
  },
  { type: "datetime", values: ["2026-01-31T24:00Z", "2026-02-01T00:00:00.000Z", "2026-02-01Z"] },
  { type: "timestamp", values: ["1769853600000", "2026-01-31T10:00:00Z"] },
  { type: "integer", values: [12, "12", " 12 ", "1.2e1"] },
  { type: "float", values: [0.1, "0.10", ".1"] },
  { type: "decimal", values: [4.5, "4.50", "4.5"] },
  { type: "biginteger", values: ["12", 12, "+12", "0012", " 12 "] },
  { type: "biginteger", values: ["9007199254740993", "+9007199254740993"] },
  { type: "boolean", values: [true, "true", "TRUE", 1, "1"] },
  { type: "boolean", values: [false, "false", 0, "0"] },
];

const scalars = fc.constantFrom<Json>(
  ...[null, "", "a", 0, -0, 1, true, "true", [], {}, { b: 1, a: 2 }, { a: 2, b: 1 }],
  ...notationPairs.flatMap(({ values }) => values),
  ...["10:30", "2026-01-31T10:00", "2026-02-30T10:00Z", "9007199254740992", "x"],
);

const record = (model: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<Json> =>
  fc.record(model, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Json>;

const reference = fc.constantFrom<Json>(
  ...[null, "c1", 5, { documentId: "c1", name: "A" }, { documentId: "c1" }],
  ...[{ id: 5, name: "B" }, { id: 5, documentId: null }, {}],
);
const text = fc.constantFrom<Json>(null, "", "a", [], 0, {});
const link = record({ id: fc.nat(2), label: text, url: text });
const section = record({
  __component: fc.constantFrom("sections.text", "sections.quote"),
  text,
  author: reference,
});
const seo = record({
  metaTitle: text,
  canonical: fc.oneof(text, link),
  keywords: fc.oneof(text, fc.array(link, { maxLength: 2 })),
});

const listOf = (item: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof(fc.constant(null), fc.array(item, { maxLength: 2 }));

const anyOf: readonly (readonly [AttributeSchema, fc.Arbitrary<Json>])[] = [
  ...[...new Set(notationPairs.map(({ type }) => type)), "string", "json", "enumeration"].map(
    (type) => [{ type }, scalars] as const,
  ),
  [{ type: "json" }, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>],
  [{ type: "component", component: "shared.link" }, link],
  [{ type: "component", component: "shared.seo" }, seo],
  [{ type: "component", component: "shared.link", repeatable: true }, listOf(link)],
  [{ type: "dynamiczone" }, listOf(section)],
  [{ type: "relation", relation: "manyToOne" }, reference],
  [{ type: "relation", relation: "manyToMany" }, listOf(reference)],
  [{ type: "media", multiple: true }, listOf(reference)],
];

/** An attribute and two values of it, which are often equal. */
export const anyPair: fc.Arbitrary<{
  readonly attribute: AttributeSchema;
  readonly first: Json;
  readonly other: Json;
}> = fc
  .constantFrom(...anyOf)
  .chain(([attribute, value]) =>
    fc.record({ attribute: fc.constant(attribute), first: value, other: value }),
  );
