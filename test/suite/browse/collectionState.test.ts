import assert from "node:assert/strict";
import { CollectionState } from "../../../src/host/browse/collectionState.ts";
import type { ListQuery } from "../../../src/model/content/listQuery.ts";
import { StateInMemory } from "../stateInMemory.ts";

describe("Stored list queries", () => {
  it("stored list queries are kept for each collection, and removed with one connection or with all", async () => {
    const globalState = new StateInMemory();
    const listQueries = new CollectionState<ListQuery>({ globalState }, "cms.listQuery");
    const [articles, pages, elsewhere] = [
      { connection: "k3j2h4x9", type: "articles" },
      { connection: "k3j2h4x9", type: "pages" },
      { connection: "other123", type: "articles" },
    ] as const;
    await listQueries.save(articles, { state: "draft", filter: undefined });
    await listQueries.save(pages, { locale: "fr" });
    await listQueries.save(elsewhere, { search: "tea" });
    const before = [articles, pages, elsewhere].map((collection) => listQueries.load(collection));

    await listQueries.drop("k3j2h4x9");

    const after = [articles, pages, elsewhere].map((collection) => listQueries.load(collection));
    await listQueries.drop();
    assert.equal(listQueries.load(elsewhere), undefined);
    assert.deepEqual(
      [before, after],
      [
        [{ state: "draft" }, { locale: "fr" }, { search: "tea" }],
        [undefined, undefined, { search: "tea" }],
      ],
    );
  });
});
