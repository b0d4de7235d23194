import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import { describeService } from "../../services/descriptions.ts";
import { addManyArticles, fillManyArticles } from "../../support/manyArticles.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";
import { everywhere } from "./checking.ts";
import { itLong } from "../../support/longRun.ts";

const documentCount = 100_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe(`Check of ${documentCount} documents`, function () {
  this.timeout(900_000);
  let service: Service | undefined;
  let model: TestModel;

  before(async function () {
    if (describeService().database !== "sqlite") this.skip();
    service = await startService();
    addManyArticles(service.database, documentCount);
    fillManyArticles(service.database);
  });

  beforeEach(() => {
    assert.ok(service);
    model = modelOn(service);
  });
  afterEach(() => model.close());
  after(async () => {
    await service?.stop();
  });

  itLong(
    "a check of many documents finds every defect, and does not keep the documents in memory",
    async () => {
      const countsByRule = new Map<string, number>();
      let [pages, first, peak] = [0, 0, 0];

      const report = must(
        await runCheck(everywhere(model), {
          dependencies: model,
          onFinding: ({ rule, address }) => {
            if (address.id.startsWith("many"))
              countsByRule.set(rule, (countsByRule.get(rule) ?? 0) + 1);
          },
          onDocuments: () => {
            pages += 1;
            model.log.length = 0;
            if (pages % 10 !== 0) return;
            peak = Math.max(peak, heap());
            // Code and caches have their size by then.
            if (pages === 10) first = peak;
          },
        }),
      );

      assert.ok(report.documents > documentCount);
      assert.deepEqual([...countsByRule].sort(), [
        ["broken-link", documentCount / 4],
        ["lost-relation", documentCount / 20],
        ["unpublished-target", documentCount / 20],
      ]);
      const growth = (peak - first) / 1_000_000;
      assert.ok(growth <= 20, `The heap grew by ${growth} MB.`);
    },
  );

  itLong(
    "a check of many documents keeps what it found until it was cancelled, and reads no further",
    async () => {
      const cancelling = new AbortController();
      const findings: CheckFinding[] = [];
      let read = 0;

      const report = must(
        await runCheck(everywhere(model), {
          dependencies: model,
          signal: cancelling.signal,
          onFinding: (finding) => findings.push(finding),
          onProgress: ({ type, read: count }) => {
            if (type === "articles") read = count;
            if (read >= documentCount / 2) cancelling.abort();
          },
        }),
      );

      assert.equal(report.isCancelled, true);
      assert.ok(read < documentCount / 2 + 100);
      assert.equal(report.findings.error + report.findings.warning, findings.length);
      assert.ok(report.findings.error > 0);
    },
  );
});
