import assert from "node:assert/strict";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { allOf } from "../check/checking.ts";
import { exported, matching } from "../export/exports.ts";
import { magazine, openModel, total } from "../magazine.ts";

/** The rows of a list without its first row, as a middleware of a project can hide it. */
function withoutFirst(body: unknown): unknown {
  const { data, ...otherKeys } = body as { readonly data: unknown };
  return { ...otherKeys, data: Array.isArray(data) ? data.slice(1) : data };
}

/** The requests for a list of a type. */
const listOf = (type: string): RegExp => new RegExp(`^GET /${magazine().apiPrefix}/${type}$`);

const errorOf = (failure: Failure | undefined | null): string | undefined =>
  failure?.code === "service" ? failure.error.name : failure?.code;

describe("Hidden rows of each page", () => {
  let faults: Faults;

  before(async () => {
    faults = await startFaults(magazine().url);
    for (const type of ["tags", "pages"]) {
      faults.reshape(listOf(type), { answer: withoutFirst });
    }
  });
  after(() => faults.stop());

  for (const type of ["tags", "pages"]) {
    it(`a service that hides a row of each page makes a check of ${type} fail by name`, async () => {
      const model = openModel({ url: faults.url });

      const [failure] = await runCheck(allOf(model, type), {
        dependencies: model,
        onFinding: () => undefined,
      });

      assert.equal(errorOf(failure), "IncompleteListError");
    });

    it(`a service that hides a row of each page makes an export of ${type} fail by name`, async () => {
      const model = openModel({ url: faults.url });

      const { outcome, failure } = await exported(model, matching(model, type));

      assert.equal(outcome, "failed");
      assert.equal(errorOf(failure), "IncompleteListError");
    });
  }
});

describe("Ignored filter", () => {
  let faults: Faults;

  before(async () => {
    faults = await startFaults(magazine().url);
    faults.reshape(listOf("articles"), {
      query: (query) => {
        const pagination = { ...(query["pagination"] as object), pageSize: "10" };
        return { ...query, filters: {}, pagination };
      },
    });
  });
  after(() => faults.stop());

  it("a service that ignores the filter that continues a list makes a check fail by name", async () => {
    const model = openModel({ url: faults.url });

    const [failure] = await runCheck(allOf(model, "articles"), {
      dependencies: model,
      onFinding: () => undefined,
    });

    assert.equal(errorOf(failure), "IncompleteListError");
  });
});

describe("Pages of 7 rows without a count", () => {
  let faults: Faults;

  before(async () => {
    faults = await startFaults(magazine().url);
    faults.reshape(listOf("tags"), {
      query: (query) => {
        const { start = "0" } = query["pagination"] as { readonly start?: string };
        return { ...query, pagination: { start, limit: "7" } };
      },
      answer: (body) => ({ ...(body as object), meta: {} }),
    });
  });
  after(() => faults.stop());

  it("a service without a count has more rows after a page that is shorter than requested", async () => {
    const model = openModel({ url: faults.url });
    const listing = model.lists.listing({ connection: model.connection.id, type: "tags" });

    await listing.more({ limit: 25 });
    assert.deepEqual([listing.view.rows.length, listing.view.hasMore], [7, true]);
    const count = await total("tags");
    for (let remainingRows = count; remainingRows > 0 && listing.view.hasMore; remainingRows -= 7)
      await listing.more();

    assert.deepEqual([listing.view.rows.length, listing.view.hasMore], [count, false]);
  });
});
