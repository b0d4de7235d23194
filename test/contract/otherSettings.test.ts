import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCms } from "../../src/client/index.ts";
import type { Cms, Collection } from "../../src/client/index.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { errorSummary, untyped } from "./found.ts";
import { useOtherService } from "./otherService.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("Service", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const service = useOtherService();
  let cms: Cms;
  before(() => {
    const { url, apiPrefix, tokens } = service();
    cms = createCms({ baseUrl: url, apiPrefix, token: tokens.full });
  });
  after(async () => {
    await cms.close();
    folder.remove();
  });

  describe("with strict parameters, pages of 250, no totals and compression", () => {
    const articles = (): Collection<Article> => cms.collection<Article>("articles");
    const list = async (params: object) =>
      errorSummary((await articles().findMany({ params: untyped(params) }))[0]);

    for (const key of facts(["bogus", "publicationState"])) {
      it(`a service with strict parameters rejects ${key}, which is no parameter`, async () => {
        assert.deepEqual(await list({ [key]: "1" }), [
          "ValidationError",
          400,
          `Invalid key ${key}`,
        ]);
      });
    }

    itFact(
      "a service with strict parameters ignores start and limit outside pagination",
      async () => assert.equal(await list({ start: "1", limit: "1" }), null),
    );

    it("a service with strict parameters accepts every parameter of the client", async () => {
      const error = await list({
        ...{ fields: ["title"], populate: ["author"], sort: ["title"], _q: "tea" },
        ...{ filters: { title: { $notNull: true } }, pagination: { page: 1, pageSize: 5 } },
        ...{ status: "draft", locale: "en", publicationFilter: "modified" },
      });

      assert.equal(error, null);
    });

    itFact("a service with strict parameters accepts unknown parameters for users", async () => {
      const [error] = await cms.users().findMany({ params: { limit: 1, bogus: 1 } as object });

      assert.equal(error, null);
    });

    it("a service with strict parameters returns ten rows and no total by default", async () => {
      const [, rows, meta] = await articles().findMany();

      assert.deepEqual([rows?.length, meta?.pagination], [10, { page: 1, pageSize: 10 }]);
    });

    itFact(
      "a service with pages of 250 returns pages of more than 100 rows, and at most 250",
      async () => {
        const [, , meta] = await articles().findMany({
          params: { pagination: { pageSize: 1000, withCount: true }, fields: ["title"] },
        });

        const { pageSize, pageCount } = meta?.pagination ?? {};
        assert.deepEqual([pageSize, pageCount], [250, 1]);
      },
    );

    it("a service without totals counts articles and users", async () => {
      const params = { status: "draft", locale: "*", pagination: { pageSize: 1000 } } as const;
      const [, rows] = await articles().findMany({
        params: { ...params, pagination: { pageSize: 250, page: 1 } },
      });
      const [, secondPage] = await articles().findMany({
        params: { ...params, pagination: { pageSize: 250, page: 2 } },
      });

      const [, count] = await articles().count({ params });
      const [, users] = await cms.users().count();

      assert.equal(count, (rows?.length ?? 0) + (secondPage?.length ?? 0));
      assert.ok((users ?? 0) > 0);
    });

    it("a service with compression returns every page by page number, by offset and sorted", async () => {
      const [, count] = await articles().count();

      for (const params of [
        { fields: ["title"] },
        { fields: ["title"], pagination: { pageSize: 30 } },
        { fields: ["title"], pagination: { start: 0, limit: 30 } },
        { fields: ["title"], sort: ["title:asc"], pagination: { pageSize: 30 } },
      ]) {
        const [error, all] = await articles().findMany({ all: true, params });

        const distinct = new Set(all?.map(({ documentId }) => documentId)).size;
        assert.deepEqual([error, all?.length, distinct], [null, count, count]);
      }
    });

    itFact(
      "a service with compression returns the result of a write and the message of an error",
      async () => {
        const [, article] = await articles().create({ payload: { data: { title: "Tea" } } });
        const [error] = await articles().create({ payload: { data: { title: "ab" } } });

        assert.equal(article?.title, "Tea");
        assert.equal(error?.message, "title must be at least 3 characters");
      },
    );
  });

  describe("with an upload limit of 100,000 bytes", () => {
    const uploadOf = (bytes: number) => {
      const path = join(folder.path, `${bytes}.txt`);
      writeFileSync(path, Buffer.alloc(bytes, "tea "));
      return cms.upload().create({ path });
    };

    it("a service with an upload limit accepts a file of that size, and rejects a larger one", async () => {
      const [, file] = await uploadOf(100_000);
      const [error] = await uploadOf(100_100);

      const fileNames = readdirSync(join(service().folder, "public/uploads"));
      assert.ok(fileNames.includes(file?.url.replace("/uploads/", "") ?? "nothing"));
      assert.deepEqual(errorSummary(error), [
        "PayloadTooLargeError",
        413,
        "100100.txt exceeds size limit of 100 KB.",
      ]);
      assert.equal(error?.retryable, false);
    });
  });
});
