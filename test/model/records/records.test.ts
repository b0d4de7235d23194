import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { keyFieldsOf, recordOf, recordedAttributes } from "../../../src/model/records/record.ts";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { kitchen, recipes, typeOf } from "../kitchen.ts";

const names = [...recordedAttributes(recipes).keys()];
const shape = { type: recipes, catalog: kitchen, names };
const system = { id: 7, createdAt: "…", updatedAt: "…", publishedAt: null, localizations: [] };
const file = { id: 3, documentId: "pic1", name: "kettle.jpg", url: "/uploads/kettle.jpg" };
const link = { label: "More", url: "https://example.com" };

describe("recordOf", () => {
  it("recordOf starts with documentId, $locale and $status, then lists attributes in the schema's order", () => {
    const draft = { title: "Tea", summary: "Warm.", locale: "en", documentId: "tea1", ...system };

    const record = recordOf(draft, shape, "modified");

    assert.deepEqual(Object.entries(record), [
      ["documentId", "tea1"],
      ["$locale", "en"],
      ["$status", "modified"],
      ["summary", "Warm."],
      ["title", "Tea"],
    ]);
  });

  it("recordOf keeps the keys of relations and files that identify them on another service", () => {
    const cook = { id: 9, documentId: "ann1", name: "Ann", born: "1990-01-01" };

    const record = recordOf(
      { documentId: "tea1", cook, tags: [{ id: 1, documentId: "t1", word: "hot" }], cover: file },
      shape,
    );

    assert.deepEqual(record, {
      documentId: "tea1",
      cook: { documentId: "ann1", name: "Ann" },
      tags: [{ documentId: "t1", word: "hot" }],
      cover: file,
    });
  });

  it("recordOf keeps every target that has no documentId", () => {
    const tags = [
      { documentId: null, word: "hot" },
      { documentId: null, word: "cold" },
    ];

    assert.deepEqual(recordOf({ documentId: "tea1", tags }, shape), { documentId: "tea1", tags });
  });

  it("recordOf keeps whole components, without the ids of their rows", () => {
    const seo = { id: 4, metaTitle: "Tea", shareImage: { ...file, size: 9 }, keywords: [] };
    const quote = { heading: "A word", author: null };

    const record = recordOf(
      {
        documentId: "tea1",
        seo: { ...seo, canonical: { id: 5, ...link } },
        links: [{ id: 6, ...link }],
        sections: [{ id: 8, ...quote, __component: "sections.quote" }],
      },
      shape,
    );

    assert.deepEqual(record, {
      documentId: "tea1",
      seo: { metaTitle: "Tea", shareImage: file, canonical: link, keywords: [] },
      links: [link],
      sections: [{ __component: "sections.quote", ...quote }],
    });
  });

  it("recordOf leaves out private attributes, passwords and inverse relations", () => {
    const hidden = { editorsNote: "psst", previewPassword: "secret", menu: { documentId: "m1" } };
    const seo = { metaTitle: "Tea", secret: "psst" };

    const record = recordOf({ documentId: "tea1", ...hidden, seo }, shape);

    assert.deepEqual(record, { documentId: "tea1", seo: { metaTitle: "Tea" } });
    assert.deepEqual(
      names.filter((name) => name in hidden),
      [],
    );
  });

  it("recordOf contains only the chosen attributes", () => {
    const draft: JsonObject = { documentId: "tea1", title: "Tea", summary: "Warm.", vegan: true };

    const record = recordOf(draft, { ...shape, names: ["vegan", "title"] });

    assert.deepEqual(record, { documentId: "tea1", title: "Tea", vegan: true });
  });
});

describe("keyFieldsOf", () => {
  it("keyFieldsOf returns the title and all unique readable fields", () => {
    const attributes = new Map<string, AttributeSchema>([
      ["code", { type: "string", unique: true }],
      ["slug", { type: "uid" }],
      ["secret", { type: "string", unique: true, private: true }],
      ["note", { type: "string" }],
      ["name", { type: "string", unique: true }],
    ]);

    const fields = keyFieldsOf({ attributes, titleField: "name" });

    assert.deepEqual(fields, ["name", "code", "slug"]);
    assert.deepEqual(keyFieldsOf(typeOf("cooks")), ["name"]);
  });
});
