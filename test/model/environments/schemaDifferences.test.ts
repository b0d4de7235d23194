import assert from "node:assert/strict";
import { schemaDifferencesOf } from "../../../src/model/environments/schemaDifferences.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { deepSchemas } from "../deepKitchen.ts";

const locale = (code: string) => ({ code, name: code, isDefault: code === "en" });

const from = createCatalog({ ...deepSchemas, locales: [locale("en"), locale("fr")] });
const to = createCatalog({
  contentTypes: deepSchemas.contentTypes,
  components: deepSchemas.components.filter(({ uid }) => uid !== "level.four"),
  locales: [locale("en")],
});

describe("schemaDifferencesOf", () => {
  it("tells the differences of used types and their components from the others", () => {
    const used = schemaDifferencesOf({ from, to }, ["api::deep.deep"]);
    const unused = schemaDifferencesOf({ from, to }, []);
    const missing = { uid: "level.four", path: [], why: "only-here" };
    assert.deepEqual([used.used, used.others], [[missing], []]);
    assert.deepEqual([unused.used, unused.others], [[], [missing]]);
  });

  it("names the locales that only one side has", () => {
    assert.deepEqual(schemaDifferencesOf({ from, to }, []).locales, { from: ["fr"], to: [] });
  });
});
