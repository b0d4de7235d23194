import assert from "node:assert/strict";
import { makeSeries } from "./made.ts";
import { articles, tokens } from "./realCms.ts";

describe("Page size of findFirst and count", () => {
  let filters: { kicker: { $eq: string } };
  before(async () => {
    filters = { kicker: { $eq: await makeSeries(["Assam", "Bancha", "Congou"]) } };
  });

  for (const method of ["findFirst", "count"] as const) {
    it(`the page size is 1 for ${method} in page mode, whatever the page size is`, async () => {
      const [, , meta] = await articles(tokens().readOnly)[method]({
        params: { filters, pagination: { page: 1, pageSize: 50 } },
      });

      assert.deepEqual(meta?.pagination, { page: 1, pageSize: 1, pageCount: 3, total: 3 });
    });

    it(`the page size is 1 for ${method} without pagination`, async () => {
      const [, , meta] = await articles(tokens().readOnly)[method]({ params: { filters } });

      assert.deepEqual(meta?.pagination, { page: 1, pageSize: 1, pageCount: 3, total: 3 });
    });

    it(`the page size is 1 for ${method} in offset mode, whatever the limit is`, async () => {
      const [, , meta] = await articles(tokens().readOnly)[method]({
        params: { filters, pagination: { start: 1, limit: 50 } },
      });

      assert.deepEqual(meta?.pagination, { start: 1, limit: 1, total: 3 });
    });
  }
});

describe("Page size limit", () => {
  it("the page size limit reduces a larger size, and findMany with all still reads every document", async () => {
    const params = { status: "draft", fields: ["title"], pagination: { pageSize: 1000 } } as const;

    const [, , meta] = await articles().findMany({ params });
    const [, all] = await articles().findMany({ all: true, params });

    const total = meta?.pagination?.total;
    const distinct = new Set(all?.map(({ documentId }) => documentId)).size;
    assert.deepEqual([meta?.pagination?.pageSize, all?.length, distinct], [100, total, total]);
  });
});
