import { deepEqual, ok } from "node:assert/strict";
import { changeDatabase } from "../../services/changeDatabase.ts";
import "../../services/skipInapplicable.ts";
import { isLongRun } from "../../support/longRun.ts";
import { startService, type Service } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { must } from "../outcomes.ts";
import { TestModel } from "../testModel.ts";
import { pullTo, textsIn } from "./pulling.ts";

describe("Pull from two databases", function () {
  this.timeout(180_000);
  let services: readonly Service[] = [];

  before(async () => {
    services = await Promise.all([startService({ service: "newest" }), startService()]);
    if (isLongRun) return;
    // A seventh of the articles has values of all kinds.
    for (const service of services)
      await changeDatabase(service, "DELETE FROM articles WHERE document_id > 'f'");
  });
  after(() => Promise.all(services.map((service) => service.stop())));

  async function textsOf(service: Service): Promise<ReadonlyMap<string, string>> {
    const folder = temporaryFolder();
    const model = new TestModel({ ...service, token: service.tokens.full });
    // SQLite loses the last digits of this number.
    const leaveOut = { "api::article.article": ["archiveNumber"] };
    try {
      must(await pullTo(folder.path, model, { leaveOut }));
      return textsIn(folder.path);
    } finally {
      model.close();
      folder.remove();
    }
  }

  it("a pull writes the same bytes from this service and from the newest one", async () => {
    const [newest, other] = await Promise.all(services.map(textsOf));
    ok(newest && other && newest.size > 200);
    deepEqual([...other.keys()], [...newest.keys()]);
    for (const [path, text] of newest) deepEqual([path, other.get(path)], [path, text]);
  });
});
