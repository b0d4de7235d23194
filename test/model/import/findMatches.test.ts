import assert from "node:assert/strict";
import { findMatches } from "../../../src/model/import/targetFinder.ts";
import { makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("findMatches", () => {
  it("findMatches finds documents for 120 values with characters outside ASCII", async () => {
    const model = openModel();
    const titles = Array.from({ length: 120 }, (_, at) => `${at} ${"冬のお茶".repeat(8)}`);
    const id = await makeArticle({ title: titles[119] });
    const [, service] = await model.catalogs.type(model.connection.id, "articles");

    const matches = must(
      await findMatches(service!, { type: service!.type, by: "title", values: titles }),
    );

    assert.deepEqual(
      matches.map(({ value, documentId }) => [value, documentId]),
      [[titles[119], id]],
    );
  });
});
