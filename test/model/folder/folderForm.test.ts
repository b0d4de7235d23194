import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import fc from "fast-check";
import { fromText, toText } from "../../../src/model/content/documentText.ts";
import { contentDigests, folderContent } from "../../../src/model/folder/folderForm.ts";
import { folderCatalog } from "../../../src/model/folder/folderSettings.ts";
import { headsIn, headsText } from "../../../src/model/folder/heads.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import type { TypeInCatalog } from "../../../src/model/schemas/catalog.ts";
import { caseCount } from "../../support/longRun.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";
import { anySample } from "../records/anySchema.ts";

const names = {
  target: (uid: string, id: string) => `${uid}/${id}`,
  file: (id: string, name: string) => name || id,
};

/** The attributes of a type that files have, with the catalog of their components. */
function inFiles({ type, catalog }: TypeInCatalog) {
  const reduced = folderCatalog(catalog, {}).catalog;
  return { catalog: reduced, attributes: reduced.targets.get(type.uid)?.attributes ?? new Map() };
}

const { catalog, attributes } = inFiles({ type: recipes, catalog: kitchen });

const recipe = (row: JsonObject): JsonObject => folderContent(row, attributes, { catalog, names });

const digestsOfRecipe = (content: JsonObject) => contentDigests(content, attributes, catalog);

/** The same value with other row ids, and the keys of objects in the opposite order. */
function shuffled(value: Json): Json {
  if (isArray(value)) return value.map(shuffled);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, shuffled(inner)] as const);
  return Object.fromEntries(entries.toReversed());
}

describe("Documents in the form of files", () => {
  it("a document of any schema has the same digests after it was written, read and recorded", () => {
    fc.assert(
      fc.property(anySample, ({ shape, rows }) => {
        const sample = inFiles(shape);
        for (const row of rows) {
          const context = { catalog: sample.catalog, names };
          const content = folderContent(row, sample.attributes, context);
          const digests = contentDigests(content, sample.attributes, sample.catalog);
          const file = must(fromText(toText(content)));
          deepEqual(contentDigests(file, sample.attributes, sample.catalog), digests);
          const again = folderContent(shuffled(row) as JsonObject, sample.attributes, context);
          equal(toText(again), toText(content));
          const head = { locale: undefined, counter: 1, documentId: "a", isPublished: true };
          deepEqual(headsIn(headsText([{ ...head, digests }])), [{ ...head, digests }]);
        }
      }),
      { seed: Number(process.env["CMS_SEED"] ?? 20_261_129), numRuns: caseCount(150) },
    );
  });

  it("a document names its targets and files, and has neither row ids nor empty values", () => {
    deepEqual(
      recipe({
        ...{ id: 7, documentId: "abc", title: "Tea", summary: null, tags: [] },
        cook: { id: 3, documentId: "cook1", name: "Mara" },
        seo: { id: 9, metaTitle: "Tea", shareImage: { id: 4, documentId: "f1", name: "tea.jpg" } },
        editorsNote: "private",
      }),
      {
        title: "Tea",
        cook: "api::cook.cook/cook1",
        seo: { metaTitle: "Tea", shareImage: "tea.jpg" },
      },
    );
  });

  it("digests are those of the equality of content", () => {
    const digest = (content: JsonObject) => [...digestsOfRecipe(content)].flat().join(" ");
    equal(
      digest({ extra: { b: 1, a: { d: 2, c: 3 } } }),
      digest({ extra: { a: { c: 3, d: 2 }, b: 1 } }),
    );
    equal(digest({ price: 2.5 }), digest({ price: "2.50" }));
    equal(digest({ summary: "a\r\nb" }), digest({ summary: "a\nb" }));
    equal(digest({ tags: [], title: null }), "");
    equal(
      digest({ seo: { id: 1, metaTitle: "a" } }),
      digest({ seo: { metaTitle: "a", canonical: null } }),
    );
    notEqual(digest({ summary: "a b" }), digest({ summary: "a  b" }));
    notEqual(digest({ tags: ["a", "b"] }), digest({ tags: ["b", "a"] }));
    // SQLite rounds big integers, but a digest is exact.
    notEqual(digest({ weight: "9007199254740993" }), digest({ weight: "9007199254740992" }));
    match(digest({ title: "Tea" }), /^title [0-9a-v]{12}$/);
    // A user may write a key that the schema doesn't have.
    match(digest({ titel: "Tea" }), /^titel [0-9a-v]{12}$/);
  });

  it("a digest is the same in every version that has this form of state files", () => {
    equal(digestsOfRecipe({ title: "Tea" }).get("title"), "a1ca7sh4jkhq");
  });
});
