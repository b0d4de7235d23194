import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { restoredContent } from "../../../src/model/history/restoration.ts";
import { kitchen, recipes } from "../kitchen.ts";

const back = (oldContent: JsonObject, now: JsonObject) =>
  restoredContent(oldContent, now, { type: recipes, catalog: kitchen });

describe("restoredContent", () => {
  it("restoredContent has the old content and the current attributes that the service owns", () => {
    const content = back(
      { $schema: "old", title: "Tea", summary: null, tags: [], $: { updatedAt: "then" } },
      { $schema: "new", title: "Milk", summary: "Hot", tags: [{}], $: { updatedAt: "now" } },
    );

    assert.deepEqual(content, {
      $schema: "new",
      title: "Tea",
      summary: null,
      tags: [],
      $: { updatedAt: "now" },
    });
    assert.deepEqual(Object.keys(content).slice(-2), ["$schema", "$"]);
  });

  it("restoredContent keeps current values that the journal has not recorded, also in components", () => {
    const content = back(
      { title: "Tea", seo: { id: 1, metaTitle: "Tea" }, links: [{ id: 2, label: "a" }] },
      {
        title: "Milk",
        summary: "Left out of the journal",
        seo: { id: 1, metaTitle: "Milk", metaDescription: "Left out" },
        links: [
          { id: 3, label: "b", url: "x" },
          { id: 2, label: "c", url: "y" },
        ],
      },
    );

    assert.deepEqual(content, {
      title: "Tea",
      seo: { id: 1, metaTitle: "Tea", metaDescription: "Left out" },
      links: [{ id: 2, label: "a", url: "y" }],
      summary: "Left out of the journal",
    });
  });

  it("restoredContent has deleted components as new ones, with all their content", () => {
    const content = back(
      {
        seo: { id: 1, canonical: { id: 7, url: "x" } },
        sections: [
          { __component: "sections.text", id: 4, body: "a" },
          { __component: "sections.quote", id: 4, text: "b" },
        ],
      },
      { seo: { id: 9 }, links: [{ id: 7 }], sections: [{ __component: "sections.text", id: 4 }] },
    );

    assert.deepEqual(content, {
      seo: { canonical: { url: "x" } },
      sections: [
        { __component: "sections.text", id: 4, body: "a" },
        { __component: "sections.quote", text: "b" },
      ],
      links: [{ id: 7 }],
    });
  });

  it("restoredContent keeps the id and times of a user", () => {
    const content = back(
      { id: 1, title: "Tea", updatedAt: "then" },
      { id: 1, title: "Milk", updatedAt: "now" },
    );

    assert.deepEqual(content, { id: 1, title: "Tea", updatedAt: "now" });
  });

  it("restoredContent puts 10,000 reordered list entries back in under a second", () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => at + 1);
    const earlierLinks = ids.map((id) => ({ id, label: `Link ${id}` }));
    const links = ids.toReversed().map((id) => ({ id, label: "", url: `/${id}` }));
    const start = performance.now();

    const content = back({ links: earlierLinks }, { links });

    assert.ok(performance.now() - start < 1_000);
    assert.deepEqual(
      content["links"],
      ids.map((id) => ({ id, label: `Link ${id}`, url: `/${id}` })),
    );
  });
});
