import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { untranslatedIn } from "../../../src/model/changes/lifecycle/translation.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { ContentType } from "../../../src/model/schemas/catalog.ts";

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
const found = (target: JsonObject, source = english, newer: readonly JsonObject[] = []) => {
  const entries = newer.map((before) => ({
    address: { connection: "one", type: "articles", id: "tea1", locale: "en" },
    before: { en: before },
    after: { en: source },
  }));
  return untranslatedIn(article, { source, target, newer: entries }).map(
    ({ name, why }) => `${name}: ${why}`,
  );
};

describe("What is still to be translated in a localization", () => {
  it("is what is empty there, and each text that is the same", () => {
    const german = { title: "Tea", summary: "", seo: null, rating: 3, code: "A" };

    assert.deepEqual(found(german), ["title: same", "summary: empty", "seo: empty"]);
  });

  it("is nothing that differs, that is no text, that locales share, or that the source lacks", () => {
    const german = { title: "Tee", summary: "Heiß.", body: null, seo: { id: 1 }, code: "A" };

    assert.deepEqual(found(german), []);
  });

  it("is what the source was changed in after the localization was saved", () => {
    const german = { title: "Tee", summary: "Kalt.", seo: { id: 2 }, code: "A" };

    const changed = found(german, english, [{ ...english, summary: "Cold." }, english]);

    assert.deepEqual(changed, ["summary: newer"]);
  });
});
