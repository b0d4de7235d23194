import { deepEqual } from "node:assert/strict";
import { Ajv } from "ajv";
import type { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { editorSchemas } from "../../../src/model/folder/schemas/editorSchema.ts";
import { folderCatalog } from "../../../src/model/folder/folderSettings.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { kitchen, recipes } from "../kitchen.ts";

const { catalog } = folderCatalog(kitchen, {});
const words = { describe: ({ type }: { readonly type: string }) => type, facts: "" };
const recipe = catalog.targets.get(recipes.uid) ?? recipes;
const formats = (markdown = "none"): Pick<ContentFolder, "pathOf"> => ({
  pathOf: (_, locale) => (locale === undefined && markdown === "shared" ? "tea.md" : "tea.json"),
});
const texts = editorSchemas(recipe, catalog, words, formats());
const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map(
  [...texts].map(([name, text]) => [name, ajv.compile(JSON.parse(text) as JsonObject)]),
);

/** The paths of the values that an editor marks. */
function markedIn(name: string, content: JsonObject): string[] {
  const validate = validators.get(name);
  validate?.(content);
  return (validate?.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

describe("JSON schemas of a content folder", () => {
  it("a localized type has a schema for what its locales share, and one for each of them", () => {
    deepEqual([...texts.keys()], ["recipes.json", "recipes.localized.json"]);
    const names = [...texts.values()].map((text) =>
      Object.keys((JSON.parse(text) as { properties: object }).properties),
    );
    const [shared = [], localized = []] = names;
    deepEqual(localized, ["$schema", "slug", "cook", "tags"]);
    deepEqual(shared.slice(0, 3), ["$schema", "summary", "title"]);
    for (const secret of ["editorsNote", "previewPassword", "menu", "tasters"])
      deepEqual([shared.includes(secret), localized.includes(secret)], [false, false], secret);
  });

  it("Markdown files have no JSON schema", () => {
    const names = [...editorSchemas(recipe, catalog, words, formats("shared")).keys()];
    deepEqual(names, ["recipes.localized.json"]);
  });

  it("an editor accepts relations, media files, components and empty values as a pull writes them", () => {
    const localized = { cook: "cooks/mara", tags: ["tags/winter", "tags/#n95ij3k2"], slug: null };
    deepEqual(markedIn("recipes.localized.json", localized), []);
    const shared = {
      ...{ $schema: "../.cms/schema/recipes.json", title: "Tea", servings: 2, weight: "12" },
      ...{ season: "winter", vegan: null, cover: "kettle.jpg", gallery: ["a.jpg", "b.jpg#abc"] },
      seo: { metaTitle: "Tea", canonical: { url: "/tea" }, keywords: [{ label: "tea" }] },
      sections: [{ __component: "sections.quote", text: "Warm", author: "cooks/mara" }],
    };
    deepEqual(markedIn("recipes.json", shared), []);
  });

  it("an editor marks values that no save accepts, keys that are no fields, and ids in relations", () => {
    const localized = { cook: "tags/winter", tags: ["n95ij3k2"], title: "Tea" };
    deepEqual(markedIn("recipes.localized.json", localized).sort(), [
      " additionalProperties",
      "/cook pattern",
      "/tags/0 pattern",
    ]);
    const shared = {
      ...{ title: "x".repeat(256), servings: "two", season: "spring", cover: { id: 1 } },
      seo: { id: 3 },
      sections: [{ text: "Warm" }, { __component: "shared.link" }],
    };
    deepEqual(markedIn("recipes.json", shared).sort(), [
      "/cover type",
      "/season enum",
      "/sections/0 required",
      "/sections/1/__component enum",
      "/seo additionalProperties",
      "/servings type",
      "/title maxLength",
    ]);
  });
});
