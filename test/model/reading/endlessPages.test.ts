import assert from "node:assert/strict";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import type { BatchTarget } from "../../../src/model/batch/batchTarget.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { allOf } from "../check/checking.ts";
import { magazine, openModel } from "../magazine.ts";
import { TestModel } from "../testModel.ts";

describe("List whose pages don't end", () => {
  let service: Faults;

  before(async () => {
    service = await startFaults(magazine().url);
    let tagCount = 0;
    service.inject(new RegExp(`^GET /${magazine().apiPrefix}/tags$`), (response) => {
      const data = Array.from({ length: 100 }, () => {
        tagCount += 1;
        return {
          id: tagCount,
          documentId: `z${String(tagCount).padStart(23, "0")}`,
          name: `Tag ${tagCount}`,
        };
      });
      const pagination = { page: 1, pageSize: 100, pageCount: 1, total: 30 };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data, meta: { pagination } }));
    });
  });
  after(() => service.stop());

  it("a list whose pages don't end makes a check fail", async () => {
    const model = openModel({ url: service.url });

    const [failure] = await runCheck(allOf(model, "tags"), {
      dependencies: model,
      onFinding: () => undefined,
    });

    assert.ok(failure?.code === "service");
    assert.equal(failure.error.name, "IncompleteListError");
  });

  it("a list whose pages don't end makes a comparison fail", async () => {
    const { url, apiPrefix, tokens } = magazine();
    const model = new TestModel({ url: service.url, apiPrefix, token: tokens.full });
    const other = { id: "z9y8x7w6", name: "Target", url, apiPrefix };
    model.store.connections = [model.connection, other];
    model.store.tokens.set(other.id, tokens.full);
    const from = model.connection.id;
    const target: BatchTarget = {
      kind: "matching",
      collection: { connection: from, type: "tags" },
    };

    const [failure] = await compare({ from, to: other.id, target }, {}, model);

    model.close();
    assert.ok(failure?.code === "service");
    assert.equal(failure.error.name, "IncompleteListError");
  });
});
