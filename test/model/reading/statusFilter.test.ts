import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { countTargets } from "../../../src/model/batch/batchTarget.ts";
import { startFaults } from "../../support/faults.ts";
import { json, refusal, startLoopback } from "../../support/loopback.ts";
import { magazine, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { canFilterByState } from "../../../src/model/reading/readRequests.ts";

describe("canFilterByState", () => {
  const canFilterArticles = async (cms?: ReturnType<typeof createCms>) => {
    const service = must(await openModel().catalogs.type("k3j2h4x9", "articles"));
    return canFilterByState({ ...service, ...(cms && { cms }) });
  };

  it("canFilterByState returns true for the service under test", async () => {
    assert.deepEqual(await canFilterArticles(), [null, true]);
  });

  it("canFilterByState returns false when the service ignores or rejects publicationFilter", async () => {
    const older = await startLoopback();
    const cms = createCms({ baseUrl: older.url });
    const said: unknown[] = [];
    for (const answer of [
      json({ data: [], meta: { pagination: {} } }),
      refusal(400, "ValidationError", "Invalid key publicationFilter"),
    ]) {
      older.answer(answer);
      said.push(must(await canFilterArticles(cms)));
    }
    await cms.close();
    await older.stop();

    assert.deepEqual(said, [false, false]);
  });

  it("canFilterByState returns the error when the service rejects the token", async () => {
    const { url, apiPrefix } = magazine();
    const cms = createCms({ baseUrl: url, apiPrefix, token: "wrong" });

    assert.equal(why(await canFilterArticles(cms)), "UnauthorizedError");
    await cms.close();
  });
});

describe("Publication status without publicationFilter", () => {
  it("a list query with a publication status fails with the required version if the service ignores it", async () => {
    const older = await startFaults(magazine().url);
    older.withhold(/GET/, ["publicationFilter"]);
    const model = openModel({ url: older.url });
    const collection = { connection: model.connection.id, type: "articles" };
    model.lists.changeListQuery(collection, { state: "modified" });

    const listing = model.lists.listing(collection);
    await listing.more();
    const [counted] = await countTargets({ kind: "matching", collection }, model);
    await older.stop();

    const tooOld = { code: "needs-version", version: "5.47.0", part: "status-filter" };
    assert.deepEqual([listing.view.failure, counted], [tooOld, tooOld]);
  });
});
