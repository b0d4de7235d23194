import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { countTargets } from "../../../src/model/bulk/batch/batchTarget.ts";
import { canFilterByState } from "../../../src/model/query/listing/listQuery.ts";
import { startFaults } from "../../support/faults.ts";
import { json, refusal, startLoopback } from "../../support/loopback.ts";
import { magazine, openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("Whether a service can list by state", () => {
  const asked = async (cms?: ReturnType<typeof createCms>) => {
    const service = must(await openDesk().catalogs.type("k3j2h4x9", "articles"));
    return canFilterByState({ ...service, ...(cms && { cms }) });
  };

  it("is told by the service that there is", async () => {
    assert.deepEqual(await asked(), [null, true]);
  });

  it("is no where an older one shows everything, or knows no such parameter", async () => {
    const older = await startLoopback();
    const cms = createCms({ baseUrl: older.url });
    const said: unknown[] = [];
    for (const answer of [
      json({ data: [], meta: { pagination: {} } }),
      refusal(400, "ValidationError", "Invalid key publicationFilter"),
    ]) {
      older.answer(answer);
      said.push(must(await asked(cms)));
    }
    await cms.close();
    await older.stop();

    assert.deepEqual(said, [false, false]);
  });

  it("can't be told by one that does not answer", async () => {
    const { url, apiPrefix } = magazine();
    const cms = createCms({ baseUrl: url, apiPrefix, token: "wrong" });

    assert.equal(why(await asked(cms)), "UnauthorizedError");
    await cms.close();
  });
});

describe("A list limited to a publication status, on a service that ignores that filter", () => {
  it("fails and says which version is needed, instead of listing every document", async () => {
    const older = await startFaults(magazine().url);
    older.withhold(/GET/, ["publicationFilter"]);
    const desk = openDesk({ url: older.url });
    const place = { connection: desk.connection.id, type: "articles" };
    desk.content.changeListQuery(place, { state: "modified" });

    const listing = desk.content.listing(place);
    await listing.more();
    const [counted] = await countTargets({ kind: "matching", place }, desk);
    await older.stop();

    const tooOld = { code: "needs-version", version: "5.47.0", part: "status-filter" };
    assert.deepEqual([listing.view.failure, counted], [tooOld, tooOld]);
  });
});
