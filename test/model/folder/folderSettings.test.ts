import { deepEqual, equal, ok } from "node:assert/strict";
import { folderSchemaText, schemaIn } from "../../../src/model/folder/schemas/folderSchema.ts";
import {
  environmentOf,
  folderCatalog,
  newSettings,
  settingsIn,
  withEnvironment,
  withTypes,
} from "../../../src/model/folder/folderSettings.ts";
import { kitchen, typeOf } from "../kitchen.ts";
import { must, why } from "../outcomes.ts";

const live = { name: "Live Site", url: "https://cms.example.com" };

describe("Settings of a content folder", () => {
  it("settings know an environment by its URL, and don't contain the URL", () => {
    const settings = withEnvironment(newSettings(), live);
    equal(environmentOf(settings, live.url), "live-site");
    equal(environmentOf(settings, "https://other.example.com"), undefined);
    ok(!JSON.stringify(settings).includes("example.com"));
    deepEqual(must(settingsIn(JSON.stringify(settings))), settings);
  });

  it("settings of a newer form are refused", () => {
    const settings = { ...newSettings(), state: 2 };
    equal(why(settingsIn(JSON.stringify(settings))), "misfit");
  });

  it("settings of a new folder name the types that were chosen, and later ones are added", () => {
    const settings = withTypes(newSettings(), ["pages"]);
    deepEqual(settings.types, ["pages"]);
    const later = withTypes(withEnvironment(settings, live), ["articles", "pages"]);
    deepEqual(later.types, ["articles", "pages"]);
    equal(withTypes(withEnvironment(newSettings(), live), ["pages"]).types, undefined);
  });

  it("files have neither private attributes, inverse sides, accounts nor what looks personal", () => {
    const { catalog, personal } = folderCatalog(kitchen, {
      leaveOut: { "api::recipe.recipe": ["servings"] },
      include: {},
    });
    const names = [...(catalog.types.get("recipes")?.attributes.keys() ?? [])];
    for (const name of ["editorsNote", "previewPassword", "menu", "tasters", "servings"])
      ok(!names.includes(name), name);
    ok(names.includes("title"));
    deepEqual(personal.get("api::recipe.recipe"), ["tasters"]);
    equal(catalog.components.get("shared.seo")?.has("secret"), false);
  });

  it("files have a personal attribute that the settings include", () => {
    const include = { "api::recipe.recipe": ["tasters"] };
    const { catalog, personal } = folderCatalog(kitchen, { include });
    ok(catalog.types.get("recipes")?.attributes.has("tasters"));
    equal(personal.has("api::recipe.recipe"), false);
  });
});

describe("Schema of a content folder", () => {
  it("the schema has the pulled types and their components, and reads as it was written", () => {
    const text = folderSchemaText([typeOf("recipes")], kitchen);
    const schema = must(schemaIn(text));
    deepEqual([...schema.types.keys()], ["recipes"]);
    deepEqual(schema.types.get("recipes")?.attributes, typeOf("recipes").attributes);
    deepEqual(schema.components.get("shared.seo"), kitchen.components.get("shared.seo"));
    equal(folderSchemaText([...schema.types.values()], schema), text);
  });

  it("the schema keeps the types that a later pull doesn't have", () => {
    const earlier = must(schemaIn(folderSchemaText([typeOf("recipes")], kitchen)));
    const schema = must(schemaIn(folderSchemaText([typeOf("cooks")], kitchen, earlier)));
    deepEqual([...schema.types.keys()], ["cooks", "recipes"]);
    deepEqual(schema.components.get("sections.text"), kitchen.components.get("sections.text"));
  });
});
