import { deepEqual, equal, ok } from "node:assert/strict";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { pullContent } from "../../../src/model/folder/contentPull.ts";
import type { FileChange } from "../../../src/model/folder/fileComparison.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import { plainChange, plainMake } from "../../support/plainWrites.ts";
import { startService, type Service } from "../../support/service.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { must, why } from "../outcomes.ts";
import { TestModel } from "../testModel.ts";

describe("Pull of a database with odd rows", function () {
  this.timeout(180_000);
  let service: Service;
  let model: TestModel;
  let temporary: TemporaryFolder;

  before(async () => {
    service = await startService({ service: "newest" });
    model = new TestModel({ ...service, token: service.tokens.full });
    temporary = temporaryFolder();
  });
  after(async () => {
    model.close();
    temporary.remove();
    await service.stop();
  });

  const attempt = async ({ isDryRun = false, changes = [] as FileChange[] } = {}) => {
    const folder = must(await ContentFolder.open(temporary.path));
    const onFiles = (page: readonly FileChange[]) => {
      changes.push(...page);
      return Promise.resolve();
    };
    const settings = withEnvironment(newSettings(), { name: "Live", url: service.url });
    const how = { environment: "live", types: ["articles"], removes: true, isDryRun };
    const wordsOf = () => ({ describe: () => "", facts: "" });
    const request = { connection: model.connection.id, folder, settings, ...how, wordsOf };
    return pullContent(request, model, { onFiles });
  };
  const pull = async (): Promise<readonly FileChange[]> => {
    const changes: FileChange[] = [];
    must(await attempt({ changes }));
    return changes;
  };

  it("two pulls to one folder at once: the second one writes nothing, and a later one works", async () => {
    const [first, second] = await Promise.all([attempt(), attempt()]);
    const codes = [first, second].map(([failure]) => failure?.code).sort();
    ok(codes.includes("folder-locked"), codes.join());
    equal(why(await attempt({ isDryRun: true })), undefined);
    await pull();
    deepEqual(await pull(), []);
  });

  it("a localization whose draft has no row or no locale is not deleted there, so its file stays", async () => {
    const ids: string[] = [];
    for (const status of ["published", "draft"]) {
      const id = await plainMake(service, `articles?status=${status}`, { title: status });
      await plainChange(service, `articles/${id}?locale=fr&status=${status}`, { title: status });
      ids.push(id);
    }
    await pull();
    const french = "document_id = ? AND locale = 'fr' AND published_at IS NULL";
    await changeDatabase(service, `DELETE FROM articles WHERE ${french}`, ids[0]);
    await changeDatabase(service, `UPDATE articles SET locale = NULL WHERE ${french}`, ids[1]);
    deepEqual(await pull(), []);
  });
});
