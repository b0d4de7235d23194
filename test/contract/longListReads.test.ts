import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { rowFound, errorSummary } from "./found.ts";
import { articles } from "./realCms.ts";
import { ada, bo, cy, longList, ownShelf, tagRowId } from "./shelf.ts";
import { itFact } from "../services/facts.ts";

describe("Reading all pages with a filter of more than 100 values", () => {
  const { kicker, article, tag } = ownShelf();

  it("reading all pages with a long filter counts all matches", async () => {
    const filters = { kicker, title: { $in: longList(150, ada, cy) } };

    const [, count] = await articles().count({ params: { filters } });

    assert.equal(count, 2);
  });

  const all = async (params: ListParams) => {
    const [error, rows, meta] = await articles().findMany({ all: true, params });
    return error ? errorSummary(error) : [rows.map(({ title }) => title), meta.pagination?.total];
  };
  const byDocumentId = (...titles: readonly string[]) =>
    [...titles].sort((title, two) => (String(article[title]) < String(article[two]) ? -1 : 1));

  it("reading all pages with a long filter returns every document once", async () => {
    const documentId = { $in: longList(150, article[ada], article[cy], article[bo]) };

    const [foundTitles, total] = (await all({ filters: { documentId } })) as [string[], number];

    assert.deepEqual([foundTitles.sort(), total], [[ada, bo, cy], 3]);
  });

  itFact(
    "reading all pages with a long filter returns the documents in the requested order",
    async () => {
      const list = longList(250);
      const titles = byDocumentId(ada, bo, cy);
      for (const [at, title] of titles.entries()) list[240 - at * 110] = String(article[title]);
      const filters = { documentId: { $in: list } };

      const result = await all({ filters, sort: ["documentId:asc"], pagination: { pageSize: 2 } });

      assert.deepEqual(result, [titles, 3]);
    },
  );

  itFact(
    "reading returns a document once for an id that is a number and a string in the long filter",
    async () => {
      const { id } = await rowFound<{ id: number }>({ filters: { documentId: article[ada] } });
      const filters = { id: { $in: [id, ...longList(130).map((n) => `-${n}`), String(id)] } };

      assert.deepEqual(await all({ filters }), [[ada], 1]);
    },
  );

  itFact(
    "reading returns a document once for several row ids of a to-many relation in the long filter",
    async () => {
      const ids = [await tagRowId(tag["red"]), await tagRowId(tag["green"])];
      const none = Array.from({ length: 120 }, (_, index) => 9_000_000 + index);
      const filters = { kicker, tags: { $in: [ids[0], ...none, ids[1]] } };

      const result = await all({ filters });

      assert.deepEqual(result, [byDocumentId(ada, bo, cy), 3]);
    },
  );

  it("reading all pages accepts more values in a filter than fit into one request", async () => {
    const documentId = { $in: longList(1500, article[ada], article[cy]) };

    const [foundTitles] = (await all({ filters: { documentId } })) as [string[]];

    assert.deepEqual(foundTitles.sort(), [ada, cy]);
  });
});
