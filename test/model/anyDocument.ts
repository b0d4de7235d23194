import fc from "fast-check";
import type { AttributeSchema } from "../../src/client/index.ts";
import type { Attributes, Catalog } from "../../src/model/schemas/catalog.ts";
import { isInverse, isList } from "../../src/model/schemas/catalog.ts";
import type { Json, JsonObject } from "../../src/model/foundation/json.ts";
import type { DatabaseKind } from "../services/descriptions.ts";

/** The input for generated documents: the schema, and possible targets of relations and media attributes. */
export interface Stock {
  readonly catalog: Catalog;
  /** documentIds by the uid of a type. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** Media files as the content contains them. */
  readonly files: readonly Json[];
  readonly database: DatabaseKind;
}

/** Whether only one document may refer to each target. The service then removes the target from the other document. */
export const isExclusive = ({ relation, inversedBy }: Partial<AttributeSchema> = {}): boolean =>
  relation === "oneToOne" && inversedBy !== undefined;

type Limits = AttributeSchema & {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
};

/** Any content that a service accepts for these attributes, in drafts and in published versions. */
export function anyContent(attributes: Attributes, stock: Stock): fc.Arbitrary<JsonObject> {
  const model: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, attribute] of attributes) {
    const isOurs = !isInverse(attribute) && !isExclusive(attribute);
    const value = isOurs ? anyValue(attribute, stock) : undefined;
    // The service returns an empty list for a list without entries, not null.
    const nil = isOurs && isList(attribute) ? [] : null;
    if (value) model[name] = attribute.required ? value : fc.option(value, { freq: 2, nil });
  }
  return fc.record(model, { noNullPrototype: true });
}

function anyValue(attribute: Limits, stock: Stock): fc.Arbitrary<Json> | undefined {
  const item = anyItem(attribute, stock);
  if (!item || !isList(attribute)) return item;
  const { min = 0, max = longest } = attribute;
  return listOf(item, min, Math.min(max, longest));
}

/** A value of an attribute or of one entry of its list; undefined when no target exists. */
const anyItem = (attribute: Limits, stock: Stock): fc.Arbitrary<Json> | undefined =>
  structured[attribute.type]?.(attribute, stock) ?? plain[attribute.type]?.(attribute);

type Maker = (attribute: Limits, stock: Stock) => fc.Arbitrary<Json> | undefined;

const structured: Readonly<Record<string, Maker>> = {
  relation: ({ target = "" }, { targets }) => anyReference(targets.get(target)),
  media: (_, { files }) => (files.length > 0 ? fc.constantFrom(...files) : undefined),
  json: (_, { database }) =>
    fc
      .jsonValue({ stringUnit: "grapheme" })
      .map((value) => value as Json)
      // Other databases reject a plain string in a JSON attribute.
      .filter((value) => database === "sqlite" || typeof value !== "string"),
  component: ({ component = "" }, stock) => anyComponent(component, stock),
  dynamiczone: ({ components = [] }, stock) => anySection(components, stock),
};

const anySection = (uids: readonly string[], stock: Stock): fc.Arbitrary<Json> =>
  fc.oneof(
    ...uids.map((uid) =>
      anyComponent(uid, stock).map((content) => ({ __component: uid, ...content })),
    ),
  );

/** The maximum length of generated lists. The service needs time for each entry. */
const longest = 3;

/** Lists without equal entries, so that another order is always another value. */
const listOf = (item: fc.Arbitrary<Json>, minLength: number, maxLength: number) =>
  fc.uniqueArray(item, { minLength, maxLength, selector: (entry) => JSON.stringify(entry) });

const anyComponent = (uid: string, stock: Stock): fc.Arbitrary<JsonObject> =>
  anyContent(stock.catalog.components.get(uid) ?? new Map<string, AttributeSchema>(), stock);

const anyReference = (ids: readonly string[] = []): fc.Arbitrary<Json> | undefined =>
  ids.length === 0 ? undefined : fc.constantFrom(...ids).map((documentId) => ({ documentId }));

/** Texts in several scripts, including characters that JSON escapes. */
const anyText = ({ minLength = 0, maxLength = 60 }: Limits): fc.Arbitrary<string> =>
  fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: "grapheme" }).filter(
    // The service counts UTF-16 code units. A letter with combining marks has several.
    (text) => text.length >= minLength && text.length <= maxLength,
  );

const dayMs = 86_400_000;
const anyMoment = fc
  .integer({ min: 11_000 * dayMs, max: 22_000 * dayMs })
  .map((time) => new Date(time).toISOString());

const words = fc.stringMatching(/^[a-z]{3,20}$/);
const leaf = fc.tuple(words, fc.boolean(), fc.boolean()).map(([text, bold, code]) => ({
  type: "text",
  text,
  ...(bold && { bold, ...(code && { code }) }),
}));
const link = words.map((text) => ({
  type: "link",
  url: `https://example.com/${text}`,
  children: [{ type: "text", text }],
}));
const inline = fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: link }), {
  minLength: 1,
  maxLength: 4,
});
const block = fc.oneof(
  inline.map((children) => ({ type: "paragraph", children })),
  inline.map((children) => ({ type: "quote", children })),
  words.map((text) => ({ type: "code", children: [{ type: "text", text }] })),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), inline)
    .map(([level, children]) => ({ type: "heading", level, children })),
  fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => ({
    type: "list",
    format: "unordered",
    children: items.map((children) => ({ type: "list-item", children })),
  })),
);

const plain: Readonly<Record<string, (attribute: Limits) => fc.Arbitrary<Json>>> = {
  string: (attribute) =>
    attribute.regex === undefined ? anyText(attribute) : fc.stringMatching(RegExp(attribute.regex)),
  text: anyText,
  richtext: anyText,
  password: () => fc.stringMatching(/^[a-zA-Z0-9]{8,16}$/),
  uid: () => fc.stringMatching(/^[A-Za-z0-9-_.~]{16,24}$/),
  email: () => words.map((name) => `${name}@example.com`),
  integer: ({ min = -1_000, max = 1_000 }) => fc.integer({ min, max: max - 1 }),
  biginteger: () => fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }).map(String),
  decimal: () => fc.integer({ min: 0, max: 499 }).map((hundredths) => hundredths / 100),
  // MariaDB changes the last digit of longer numbers whenever the service copies them to another locale.
  float: () => fc.integer({ min: -1e12, max: 1e12 }).map((thousandths) => thousandths / 1_000),
  boolean: () => fc.boolean(),
  enumeration: ({ enum: names = [] }) => fc.constantFrom(...names),
  date: () => anyMoment.map((moment) => moment.slice(0, 10)),
  time: () => anyMoment.map((moment) => moment.slice(11, 23)),
  datetime: () => anyMoment,
  blocks: () => fc.array(block, { minLength: 1, maxLength: 4 }),
};
