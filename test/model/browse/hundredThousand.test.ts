import assert from "node:assert/strict";
import { addManyArticles } from "../../support/manyArticles.ts";
import { itLong } from "../../support/longRun.ts";
import { describeService } from "../../services/descriptions.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { articlesOf, documentsIn, withStates } from "../lists.ts";
import { must } from "../outcomes.ts";

const documentCount = 100_000;

describe("List of 100,000 documents", function () {
  this.timeout(120_000);
  let service: Service | undefined;
  let model: TestModel;

  before(async function () {
    this.timeout(180_000);
    // The documents are inserted directly into SQLite. The service would need an hour to create them.
    if (describeService().database !== "sqlite") this.skip();
    service = await startService();
    addManyArticles(service.database, documentCount);
  });

  beforeEach(async () => {
    assert.ok(service);
    model = modelOn(service);
    must(await model.catalogs.service(model.connection.id));
  });

  afterEach(() => model.close());

  after(async () => {
    await service?.stop();
  });

  /** The number of GET requests that a function sends. */
  const sentFor = async (work: () => Promise<unknown>): Promise<number> => {
    const before = model.sent("GET").length;
    await work();
    return model.sent("GET").length - before;
  };

  itLong(
    "a list of 100,000 documents opens with two requests and loads the next page with two more",
    async () => {
      const listing = articlesOf(model);

      const openRequestCount = await sentFor(() => listing.open());
      const stated = await sentFor(() => withStates(listing));
      const more = await sentFor(async () => {
        await listing.more();
        await withStates(listing);
      });

      const { rows, total, hasMore } = listing.view;
      assert.deepEqual([openRequestCount, stated, more], [1, 1, 2]);
      assert.deepEqual([rows.length, total, hasMore], [50, documentCount + 240, true]);
    },
  );

  itLong(
    "a list of 100,000 documents finds its oldest one, with publication status, with two requests",
    async () => {
      const listing = articlesOf(model);
      await listing.open();
      await withStates(listing);
      const before = listing.view.rows.length;

      const searchRequestCount = await sentFor(async () => {
        must(await listing.find(`many${String(documentCount).padStart(20, "0")}`));
        await withStates(listing);
      });

      const last = documentsIn(listing).at(-1);
      assert.deepEqual(
        [searchRequestCount, last?.title, last?.state],
        [2, `many ${documentCount}`, "published"],
      );
      assert.equal(listing.view.rows.length, before + 1);
    },
  );

  itLong(
    "a list of 100,000 documents loads pages in the service's order, no row twice, until it is cancelled",
    async () => {
      const listing = articlesOf(model);
      const cancelling = new AbortController();
      let told = 0;
      const tell = (loaded: number) => {
        told = loaded;
        if (loaded >= 1_500) cancelling.abort();
      };

      must(await listing.load({ upTo: Infinity, signal: cancelling.signal, tell }));

      const rows = await withStates(listing);
      const added = rows.filter(({ id }) => id.startsWith("many")).map(({ title }) => title);
      assert.deepEqual(
        added,
        added.map((_, at) => `many ${at + 1}`),
      );
      const seeded = (listing.view.total ?? 0) - documentCount;
      assert.deepEqual(
        [rows.length, added.length, new Set(rows.map(({ id }) => id)).size],
        [told, told - seeded, told],
      );
      assert.deepEqual(
        rows.filter(({ id }) => id.startsWith("many")).map(({ state }) => state),
        added.map((_, at) => (at % 2 === 0 ? "draft" : "published")),
      );
    },
  );
});
