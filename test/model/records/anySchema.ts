import assert from "node:assert/strict";
import fc from "fast-check";
import { anyCharacter } from "../../support/anyCharacter.ts";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import type { Attributes, TypeInCatalog } from "../../../src/model/schemas/catalog.ts";
import { ownKeys } from "../../../src/model/records/ownKeys.ts";
import { keyFieldsOf } from "../../../src/model/records/record.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

/** A content type with any attributes, and documents of it as a service returns them. */
export interface Sample {
  readonly shape: TypeInCatalog;
  readonly rows: readonly JsonObject[];
}

/** Names that a project may give, and that something else than an attribute could have. */
const oddNames = [
  ...["status", "locale", "id", "title", "createdAt", "documentId", "$", "$schema", "$ref"],
  ...Object.values(ownKeys).flatMap((key) => [key, `$${key}`, `$$${key}`]),
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "unit price", "unit.price"],
  ...["seo.title", "seo", "price[0]", "back\\slash", "a\\.b", ".", "[]", "🍵 tea", "🫖", "#2"],
  ...["a,b", "a;b;c;d", "a\tb", 'the "best"', " padded ", "two\nlines", "\r", "naïve", "1", "-1"],
  ...["=1+1", "+1", "@a", "'quoted", "'=1", "sep=;", "true", "\u2028", "\ufeff", "a-b", "a b"],
];

const sign = fc.constantFrom(
  ...Array.from("=+-@'\t\r\n\",;|. a1{}[]\\\0\u0085\u00a0\u2028\u2029\u202e\ufeff\u{1FAD6}"),
);
/** Whether a value is no text, or a text that is the same after it was stored in a file. */
export const isUtf8 = (value: unknown): boolean =>
  typeof value !== "string" || Buffer.from(value).toString() === value;

export const oddText = fc.oneof(
  fc.constantFrom("007", "1e5", "-12", "-1.5", "null", "true", '"a"', "{}", "sep=;", "2026-01-31"),
  fc.constantFrom("", " ", "\r\n", "a\r\nb\rc\nd", "'", "''=1", "12345678901234567890", "0", "-0"),
  fc.constantFrom("\ud83c", "a\udf75", "\udf75\ud83c"),
  fc.array(sign, { maxLength: 6 }).map((signs) => signs.join("")),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, 0.1, -1.5, 1e21, 5e-324, 1.7976931348623157e308),
  fc.constantFrom(2 ** 53, 2 ** 53 + 2, Number.MAX_SAFE_INTEGER, -(2 ** 31)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: anyCharacter }),
  oddText,
  oddNumber,
  fc.dictionary(fc.oneof(fc.constantFrom(...oddNames), oddText), oddText, { maxKeys: 3 }),
  fc.array(fc.oneof(oddText, fc.constant(null)), { maxLength: 3 }),
);

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...Object.fromEntries(
    ["string", "text", "richtext", "email", "uid", "enumeration"].map((type) => [type, oddText]),
  ),
  integer: fc.oneof(fc.integer(), fc.constantFrom(0, -0, Number.MAX_SAFE_INTEGER)),
  decimal: oddNumber,
  float: oddNumber,
  biginteger: fc.oneof(fc.bigInt().map(String), fc.constantFrom("007", "-0")),
  boolean: fc.boolean(),
  date: fc.constantFrom("2026-01-31", "0001-01-01", "-000001-01-01"),
  time: fc.constantFrom("10:30:00.000", "23:59:59"),
  datetime: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  timestamp: fc.constant("1700000000000"),
  json: anyJson,
  blocks: fc.array(fc.record({ type: fc.constant("paragraph"), text: oddText })),
  unknown: fc.oneof(oddText.filter(isUtf8), anyJson.filter(isUtf8)),
};

const targetUid = "api::target.target";
const componentUids = ["any.leaf", "any.branch", "any.self"];

const unstored: readonly AttributeSchema[] = [
  { type: "password" },
  { type: "string", private: true },
  { type: "relation", relation: "oneToMany", target: targetUid, mappedBy: "any" },
];

const anyScalar = fc.constantFrom(...Object.keys(scalars).map((type) => ({ type })));
const anyReference = fc.constantFrom<AttributeSchema>(
  ...["oneToOne", "manyToOne", "oneToMany", "manyToMany"].map((relation) => ({
    ...{ type: "relation", relation, target: targetUid },
  })),
  { type: "relation", relation: "morphToMany" },
  { type: "media" },
  { type: "media", multiple: true },
);
const componentsOf = (...uids: readonly string[]) =>
  fc.oneof(
    fc.record({
      type: fc.constant("component"),
      component: fc.constantFrom(...uids),
      repeatable: fc.boolean(),
    }),
    fc.constant<AttributeSchema>({ type: "dynamiczone", components: uids }),
  );

/** Attributes with any names, aside from those that rows have for other facts. */
const attributesOf = (attribute: fc.Arbitrary<AttributeSchema>, rowKeys: readonly string[]) =>
  fc
    .uniqueArray(
      fc.tuple(
        fc
          .oneof(fc.constantFrom(...oddNames), fc.string({ unit: anyCharacter, maxLength: 5 }))
          .filter((name) => name !== "" && isUtf8(name) && !rowKeys.includes(name)),
        attribute,
      ),
      { selector: ([name]) => name, minLength: 1, maxLength: 6, size: "max" },
    )
    .map((entries): Attributes => new Map(entries));

const componentKeys = ["id", "__component"];
const leaf = fc.oneof(anyScalar, anyReference, fc.constantFrom(...unstored));

const anyShape: fc.Arbitrary<TypeInCatalog> = fc
  .record({
    localized: fc.boolean(),
    draftAndPublish: fc.boolean(),
    attributes: attributesOf(fc.oneof(leaf, leaf, componentsOf(...componentUids)), [
      "documentId",
      "locale",
    ]),
    components: fc.tuple(
      attributesOf(leaf, componentKeys),
      attributesOf(fc.oneof(leaf, componentsOf("any.leaf")), componentKeys),
      attributesOf(fc.oneof(leaf, componentsOf("any.self", "any.leaf")), componentKeys),
    ),
    target: attributesOf(
      anyScalar.map(({ type }) => ({ type, unique: true })),
      ["documentId", "__type"],
    ),
  })
  .map(({ localized, draftAndPublish, attributes, components, target }) => {
    const typeSchema = (name: string, own: Attributes) => ({
      uid: `api::${name}.${name}`,
      schema: {
        ...{ displayName: name, singularName: name, pluralName: `${name}s` },
        ...{ kind: "collectionType" as const, draftAndPublish },
        pluginOptions: { i18n: { localized } },
        attributes: Object.fromEntries(own),
      },
    });
    const catalog = createCatalog({
      contentTypes: [typeSchema("any", attributes), typeSchema("target", target)],
      components: components.map((own, at) => ({
        uid: componentUids[at] ?? "",
        schema: { displayName: "Any", attributes: Object.fromEntries(own) },
      })),
      locales: [],
    });
    return { type: catalog.types.get("anys") ?? assert.fail("no type"), catalog };
  });

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });

/** The values that a service returns for an attribute, in the form of a record. */
function valueOf(
  attribute: AttributeSchema,
  shape: TypeInCatalog,
  depth: number,
): fc.Arbitrary<unknown> {
  const { type, relation = "", repeatable = false, multiple = false } = attribute;
  const listed = (isList: boolean, item: fc.Arbitrary<unknown>) =>
    isList ? fc.array(item, { maxLength: 2 }) : maybe(item);
  const documentId = fc.string({ minLength: 1, maxLength: 4, unit: "grapheme-ascii" });
  switch (type) {
    case "relation": {
      if (relation === "morphToMany")
        return targetsOf({ __type: fc.constant(targetUid), documentId });
      const target = shape.catalog.targets.get(targetUid) ?? assert.fail("no target");
      const keys = keyFieldsOf(target).map((name) => [
        name,
        valueOf(target.attributes.get(name) ?? assert.fail(name), shape, depth),
      ]);
      const fields = { documentId, ...Object.fromEntries(keys) } as Fields;
      return relation.endsWith("Many") ? targetsOf(fields) : maybe(fc.record(fields));
    }
    case "media":
      return listed(
        multiple,
        fc.record({ id: fc.nat(), documentId, name: oddText, url: maybe(oddText) }),
      );
    case "component":
      return listed(repeatable, componentOf(attribute.component ?? "", shape, depth));
    case "dynamiczone":
      return fc.array(
        fc
          .constantFrom(...(attribute.components ?? []))
          .chain((uid) =>
            componentOf(uid, shape, depth).map((content) => ({ __component: uid, ...content })),
          ),
        { maxLength: 2 },
      );
    default:
      return maybe(scalars[type] ?? assert.fail(type));
  }
}

type Fields = Record<string, fc.Arbitrary<unknown>>;

const targetsOf = (fields: Fields) =>
  fc.uniqueArray(fc.record(fields), { selector: ({ documentId }) => documentId, maxLength: 2 });

const componentOf = (
  uid: string,
  shape: TypeInCatalog,
  depth: number,
): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  depth > 3
    ? fc.constant({})
    : contentOf(shape.catalog.components.get(uid) ?? assert.fail(uid), shape, depth + 1);

/** The values of attributes; the service may leave any of them out. */
const contentOf = (attributes: Attributes, shape: TypeInCatalog, depth: number) => {
  const fields = [...attributes].flatMap(([name, attribute]) =>
    unstored.includes(attribute) ? [] : [[name, valueOf(attribute, shape, depth)] as const],
  );
  return fc.record(Object.fromEntries<fc.Arbitrary<unknown>>(fields), { requiredKeys: [] });
};

export const anySample: fc.Arbitrary<Sample> = anyShape.chain((shape) => {
  const { attributes, localized } = shape.type;
  const row = fc
    .tuple(fc.nat(), contentOf(attributes, shape, 0), fc.constantFrom("en", "fr"))
    .map(([id, content, locale]): JsonObject => {
      const facts = { documentId: `any${id}`, ...(localized && { locale }) };
      return { ...(content as JsonObject), ...facts };
    });
  return fc.record({
    shape: fc.constant(shape),
    rows: fc.array(row, { maxLength: 4, size: "max" }),
  });
});
