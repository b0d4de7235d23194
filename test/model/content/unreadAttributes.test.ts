import assert from "node:assert/strict";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { missingPaths, unreadIn } from "../../../src/model/content/unreadAttributes.ts";
import { changesBetween } from "../../../src/model/writing/changedFields.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import { kitchen, recipes } from "../kitchen.ts";

const shape = { type: recipes, catalog: kitchen };

const quote = { __component: "sections.quote", id: 1, text: "Warm", heading: null };
const seo = {
  id: 1,
  metaTitle: "Tea",
  metaDescription: null,
  shareImage: null,
  canonical: null,
  keywords: [],
};

const whole: JsonObject = {
  summary: null,
  title: "Tea",
  slug: "tea",
  servings: 2,
  weight: null,
  price: null,
  vegan: true,
  season: null,
  cookedOn: null,
  extra: null,
  steps: null,
  cook: null,
  tags: [],
  tasters: [],
  cover: null,
  gallery: [],
  seo,
  links: [{ id: 1, label: "One", url: "https://one.example" }],
  sections: [{ ...quote, author: null }],
  $: { documentId: "tea1" },
};

const without = (name: string): JsonObject =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));

const missing = (content: JsonObject, catalog = kitchen) =>
  missingPaths(unreadIn(content, { type: recipes, catalog }));

describe("unreadIn", () => {
  it("unreadIn finds nothing when the answer has a key for everything that was requested", () => {
    assert.deepEqual(missing(whole), []);
  });

  it("unreadIn reports a scalar that the answer lacks, as when a controller renames it", () => {
    assert.deepEqual(missing(without("servings")), ["servings"]);
  });

  it("unreadIn does not expect private attributes and passwords", () => {
    assert.deepEqual(missing(without("editorsNote")), []);
  });

  it("unreadIn reports a relation, a file, a component and a zone that the answer lacks", () => {
    const unreadPaths = ["cook", "cover", "seo", "sections"].map((name) => missing(without(name)));

    assert.deepEqual(unreadPaths, [["cook"], ["cover"], ["seo"], ["sections"]]);
  });

  it("unreadIn reports the path of an attribute missing in a zone's entry or a nested component", () => {
    const lean = { id: 1, metaTitle: "Tea", metaDescription: null, canonical: null, keywords: [] };
    const unreadPaths = missing({
      ...whole,
      seo: lean,
      sections: [...[whole["sections"] ?? []].flat(), quote],
    });

    assert.deepEqual(unreadPaths, ["seo.shareImage", "sections[1].author"]);
  });

  it("unreadIn reports a zone's entry with an unknown component", () => {
    const unreadPaths = missing({ ...whole, sections: [{ __component: "sections.new", id: 1 }] });

    assert.deepEqual(unreadPaths, ["sections[0]"]);
  });

  it("unreadIn ignores attributes that were not requested", () => {
    const lean = { title: "Tea", $: { documentId: "tea1" } };

    const [all, some] = [undefined, ["title", "cook"]].map((names) =>
      missingPaths(unreadIn(lean, shape, names)),
    );

    assert.deepEqual([all?.length, some], [18, ["cook"]]);
  });

  it("unreadIn finds nothing in a content without $", () => {
    const unreadPaths = missing({ title: "Tea", sections: [quote] });

    assert.deepEqual(unreadPaths, []);
  });

  it("unreadIn reports lists, components and zones of a route that sets its own populate, not single relations", () => {
    const unreadPaths = missing(whole, { ...kitchen, decided: new Set([recipes.uid]) });

    assert.deepEqual(unreadPaths, ["tags", "tasters", "gallery", "seo", "links", "sections"]);
  });
});

describe("Attribute that was read in part", () => {
  const base = { ...whole, sections: [quote] };
  const unseen = unreadIn(base, shape);

  it("an attribute that was read in part is rejected with the missing parts when it was changed", () => {
    const [failure] = changesBetween(base, { ...base, sections: [] }, shape, unseen);

    assert.deepEqual(failure, {
      code: "not-sendable",
      problems: [{ path: "sections", missing: ["sections[0].author"], why: "not-wholly-read" }],
    });
  });

  it("an attribute that was read in part is not sent when unchanged, and other changes are sent", () => {
    const [, changes] = changesBetween(base, { ...base, title: "Milk" }, shape, unseen);

    assert.deepEqual(changes?.data, { title: "Milk" });
  });

  it("an attribute that was not read is rejected when the user added it", () => {
    const hidden = without("cook");

    const [failure] = changesBetween(
      hidden,
      { ...hidden, cook: { documentId: "cook1" } },
      shape,
      unreadIn(hidden, shape),
    );

    assert.equal(failure?.code, "not-sendable");
  });

  it("an attribute that was read in part is marked as an error as soon as it is changed", async () => {
    const capabilities = new Capabilities();

    const findings = await Promise.all(
      [[quote], []].map((sections) =>
        validate({ ...base, sections }, { ...shape, capabilities }, base),
      ),
    );

    assert.deepEqual(findings, [
      [],
      [
        {
          code: "not-wholly-read",
          missing: ["sections[0].author"],
          path: ["sections"],
          severity: "error",
        },
      ],
    ]);
  });

  it("an attribute that was read can be set again after the user removed it and saved", () => {
    const saved = without("cook");

    const [failure, changes] = changesBetween(
      saved,
      { ...saved, cook: { documentId: "cook1" } },
      shape,
      unreadIn(whole, shape),
    );

    assert.deepEqual([failure, changes?.data], [null, { cook: { documentId: "cook1" } }]);
  });
});
