import assert from "node:assert/strict";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { inferSchemas } from "../../../src/model/schemas/inferredSchemas.ts";

const system = { id: 1, documentId: "a1", createdAt: "c", updatedAt: "u", publishedAt: null };

/** The type that the extension infers from documents. */
function infer(...rows: JsonObject[]) {
  const drafts = rows.map((row) => ({ ...system, ...row }));
  const schemas = inferSchemas([{ name: "recipes", kind: "collection", rows: drafts }]);
  return createCatalog({ ...schemas, locales: [], source: "inferred" });
}

const kindsIn = (...rows: JsonObject[]): Record<string, string> =>
  Object.fromEntries(
    [...(infer(...rows).types.get("recipes")?.attributes ?? [])].map(([name, { type }]) => [
      name,
      type,
    ]),
  );

describe("inferSchemas", () => {
  const scalars: Readonly<
    Record<string, readonly [kind: string, ...values: JsonObject[string][]]>
  > = {
    "short texts": ["string", "Tea", "", null],
    "long texts": ["text", "Tea", "x".repeat(256)],
    "multi-line texts": ["text", "Tea\nin winter"],
    dates: ["date", "2026-02-01", null],
    "dates mixed with other texts": ["string", "2026-02-01", "soon"],
    "dates with a time": ["datetime", "2026-02-01T10:00:00.000Z"],
    times: ["time", "10:30:00.000", "10:30:00"],
    integers: ["decimal", 1, 2],
    numbers: ["decimal", 1, 2.5],
    booleans: ["boolean", true, false],
    "values of several types": ["json", 1, "one"],
    "objects without an id": ["json", { a: 1 }],
    "lists of scalars": ["json", ["a", "b"]],
    "blocks of text": ["json", [{ type: "paragraph", children: [] }]],
    "null alone": ["unknown", null, null],
    "empty lists": ["unknown", [], null],
  };
  for (const [what, [kind, ...values]] of Object.entries(scalars)) {
    it(`inferSchemas infers ${kind} from ${what}`, () => {
      assert.deepEqual(kindsIn(...values.map((value) => ({ value }))), { value: kind });
    });
  }

  const structured: Readonly<Record<string, readonly [kind: string, value: JsonObject[string]]>> = {
    "a document": ["relation", { id: 1, documentId: "b2", name: "Ada" }],
    documents: ["relation", [{ id: 1, documentId: "b2", name: "Ada" }]],
    "a file": ["media", { id: 1, documentId: "b2", mime: "image/png", url: "/a.png" }],
    files: ["media", [{ id: 1, documentId: "b2", mime: "image/png", url: "/a.png" }]],
    "a component": ["component", { id: 1, metaTitle: "Tea" }],
    components: ["component", [{ id: 1, metaTitle: "Tea" }]],
    "a dynamic zone": ["dynamiczone", [{ id: 1, __component: "sections.text", body: "Warm" }]],
  };
  for (const [what, [kind, value]] of Object.entries(structured)) {
    it(`inferSchemas infers ${kind} from ${what} when other documents have no value`, () => {
      const empty = Array.isArray(value) ? [] : null;

      assert.deepEqual(kindsIn({ value: empty }, { value }), { value: kind });
    });
  }

  it("inferSchemas omits attributes that every document has", () => {
    assert.deepEqual(kindsIn({ locale: "en", localizations: [] }), {});
  });

  it("inferSchemas infers drafts from publishedAt and locales from localizations", () => {
    const facts = [
      infer({}),
      infer({ publishedAt: "2026-02-01T10:00:00.000Z", localizations: [] }),
    ].map(({ types }) => types.get("recipes"));

    assert.deepEqual(
      facts.map((type) => [type?.draftAndPublish, type?.localized]),
      [
        [true, false],
        [false, true],
      ],
    );
  });

  it("inferSchemas infers title fields of relation targets and attributes of components at any depth", () => {
    const { targets, components } = infer({
      cook: { id: 1, documentId: "b2", name: "Ada", age: 3 },
      seo: { id: 1, metaTitle: "Tea" },
      sections: [
        { id: 1, __component: "sections.text", body: null },
        { id: 2, __component: "sections.text", body: "Warm" },
        { id: 1, __component: "sections.quote", author: null },
      ],
    });

    assert.equal(targets.get("inferred::recipes.cook")?.titleField, "name");
    assert.deepEqual(
      [...components].map(([uid, attributes]) => [
        uid,
        [...attributes].map(([name, { type }]) => `${name}: ${type}`),
      ]),
      [
        ["inferred.recipes.seo", ["metaTitle: string"]],
        ["sections.text", ["body: string"]],
        ["sections.quote", ["author: unknown"]],
      ],
    );
  });

  it("inferSchemas accepts attribute names such as __proto__ and constructor", () => {
    const row = JSON.parse('{ "__proto__": "a", "constructor": 1 }') as JsonObject;

    const { types } = createCatalog({
      ...inferSchemas([{ name: "recipes", kind: "collection", rows: [row] }]),
      locales: [],
    });

    assert.deepEqual(
      [...(types.get("recipes")?.attributes ?? [])].map(([name, { type }]) => [name, type]),
      [
        ["__proto__", "string"],
        ["constructor", "decimal"],
      ],
    );
  });
});
