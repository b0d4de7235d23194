import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { untranslatedIn } from "../../../src/model/locales/untranslatedFields.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { ContentType } from "../../../src/model/schemas/catalog.ts";
import { kitchen } from "../kitchen.ts";

const localized = { pluginOptions: { i18n: { localized: true } } };

const article: ContentType = {
  uid: "api::article.article",
  name: "articles",
  displayName: "Article",
  kind: "collection",
  draftAndPublish: true,
  localized: true,
  titleField: "title",
  attributes: new Map<string, AttributeSchema>([
    ["title", { type: "string", ...localized }],
    ["summary", { type: "text", ...localized }],
    ["body", { type: "blocks", ...localized }],
    ["seo", { type: "component", component: "shared.seo", ...localized }],
    ["rating", { type: "integer", ...localized }],
    ["code", { type: "string" }],
  ]),
};

const english: JsonObject = { title: "Tea", summary: "Hot.", seo: { id: 1 }, rating: 3, code: "A" };
const untranslatedLines = (
  target: JsonObject,
  source = english,
  newer: readonly JsonObject[] = [],
) => {
  const entries = newer.map((before) => ({
    address: { connection: "one", type: "articles", id: "tea1", locale: "en" },
    before: { en: before },
    after: { en: source },
  }));
  return untranslatedIn(
    { type: article, catalog: kitchen },
    { source, target, newer: entries },
  ).map(({ name, why }) => `${name}: ${why}`);
};

describe("untranslatedIn", () => {
  it("untranslatedIn reports empty fields, and texts equal to the source", () => {
    const german = { title: "Tea", summary: "", seo: null, rating: 3, code: "A" };

    assert.deepEqual(untranslatedLines(german), ["title: same", "summary: empty", "seo: empty"]);
  });

  it("untranslatedIn leaves out other texts, values that are not text, shared and empty fields", () => {
    const german = { title: "Tee", summary: "Heiß.", body: null, seo: { id: 1 }, code: "A" };

    assert.deepEqual(untranslatedLines(german), []);
  });

  it("untranslatedIn reports fields that changed in the source after the localization was saved", () => {
    const german = { title: "Tee", summary: "Kalt.", seo: { id: 2 }, code: "A" };

    const changed = untranslatedLines(german, english, [{ ...english, summary: "Cold." }, english]);

    assert.deepEqual(changed, ["summary: newer"]);
  });
});
