import assert from "node:assert/strict";
import { makeSeries } from "./made.ts";
import { articles, tokens } from "./realCms.ts";

describe("Specification 8, Limits: findFirst and count force a page size of 1", () => {
  let filters: { kicker: { $eq: string } };
  before(async () => {
    filters = { kicker: { $eq: await makeSeries(["Assam", "Bancha", "Congou"]) } };
  });

  for (const method of ["findFirst", "count"] as const) {
    it(`${method}: pageSize is 1 in page mode, whatever was asked`, async () => {
      const [, , meta] = await articles(tokens().readOnly)[method]({
        params: { filters, pagination: { page: 1, pageSize: 50 } },
      });

      assert.deepEqual(meta?.pagination, { page: 1, pageSize: 1, pageCount: 3, total: 3 });
    });

    it(`${method}: pageSize is 1 without pagination`, async () => {
      const [, , meta] = await articles(tokens().readOnly)[method]({ params: { filters } });

      assert.deepEqual(meta?.pagination, { page: 1, pageSize: 1, pageCount: 3, total: 3 });
    });

    it(`${method}: limit is 1 in offset mode, whatever was asked`, async () => {
      const [, , meta] = await articles(tokens().readOnly)[method]({
        params: { filters, pagination: { start: 1, limit: 50 } },
      });

      assert.deepEqual(meta?.pagination, { start: 1, limit: 1, total: 3 });
    });
  }
});

describe("Specification 8, Limits that it does not show: page size", () => {
  it("a page that is asked too large is granted smaller, and every document is read all the same", async () => {
    const params = { status: "draft", fields: ["title"], pagination: { pageSize: 1000 } } as const;

    const [, , meta] = await articles().findMany({ params });
    const [, all] = await articles().findMany({ all: true, params });

    const total = meta?.pagination?.total;
    const distinct = new Set(all?.map(({ documentId }) => documentId)).size;
    assert.deepEqual([meta?.pagination?.pageSize, all?.length, distinct], [100, total, total]);
  });
});
