import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { edited } from "../testModel.ts";
import { draft, drafts, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("No content-type-builder API", () => {
  let proxy: Faults;
  beforeEach(async () => {
    proxy = await startFaults(magazine().url);
    proxy.inject(/content-type-builder/, refusal(404, "NotFoundError", "Not Found"));
  });
  afterEach(() => proxy.stop());

  it("a service without the content-type-builder API passes the connection test", async () => {
    const model = openModel({ url: proxy.url, catalogs: {} });

    const outcome = await model.connections.try({ url: proxy.url, token: magazine().tokens.full });

    assert.equal(why(outcome), undefined);
  });

  it("a save changes scalar attributes of an inferred type and keeps the others", async () => {
    const title = unique("Inferred");
    const seo = { metaTitle: "Kept", metaDescription: "Whole" };
    const id = await makeArticle({ seo });
    const model = openModel({ url: proxy.url, catalogs: {} });
    await model.connections.change(model.connection, { collections: ["articles"] });
    const opened = await model.open(model.article(id));

    must(await model.save(model.article(id), edited(opened, { title, featured: true })));

    const saved = await draft(`articles/${id}`, "populate=seo");
    const { metaTitle, metaDescription } = saved!["seo"] as typeof seo;
    assert.deepEqual([saved?.["title"], saved?.["featured"]], [title, true]);
    assert.deepEqual({ metaTitle, metaDescription }, seo);
  });

  const firstOf = async (type: string) => {
    const [row = {}] = await drafts(type, "pagination[pageSize]=1");
    return textIn(row, "documentId");
  };

  it("a save refuses a change of what documents don't show whole in an inferred type", async () => {
    const id = await makeArticle({
      category: await firstOf("categories"),
      tags: [await firstOf("tags")],
      seo: { metaTitle: "Kept" },
      sections: [{ __component: "sections.text", heading: "Why", body: "Warm" }],
      cover: 1,
    });
    const model = openModel({ url: proxy.url, catalogs: {} });
    await model.connections.change(model.connection, { collections: ["articles"] });
    const opened = await model.open(model.article(id));
    const changes: Readonly<Record<string, JsonObject>> = {
      "a relation": { category: null },
      "a list of relations": { tags: [] },
      "a component": { seo: { metaTitle: "Other" } },
      "a dynamic zone": { sections: [] },
      media: { cover: null },
      "an attribute that no document has": { nobody: "knows" },
    };

    const failures: Record<string, unknown> = {};
    for (const [what, change] of Object.entries(changes)) {
      [failures[what]] = await model.save(model.article(id), edited(opened, change));
    }

    const expected = Object.entries(changes).map(([what, change]) => {
      const [path] = Object.keys(change);
      return [what, { code: "not-sendable", problems: [{ path, why: "not-seen-whole" }] }];
    });
    assert.deepEqual(failures, Object.fromEntries(expected));
    assert.deepEqual(
      proxy.requests.filter(({ method }) => method !== "GET"),
      [],
    );
  });
});
