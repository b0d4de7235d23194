import { deepEqual, equal, ok } from "node:assert/strict";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { FileChange } from "../../../src/model/folder/fileComparison.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import { plainChange, plainMake } from "../../support/plainWrites.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { useNewestService } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { modelOn, type TestModel } from "../testModel.ts";
import { pullTo } from "./pulling.ts";

describe("Pull to a folder", function () {
  this.timeout(180_000);
  const service = useNewestService();
  let model: TestModel;
  let temporary: TemporaryFolder;
  const types = ["pages"];

  before(() => {
    model = modelOn(service());
    temporary = temporaryFolder();
  });
  after(() => {
    model.close();
    temporary.remove();
  });

  const pull = async (): Promise<readonly FileChange[]> => {
    const changes: FileChange[] = [];
    const onFiles = (page: readonly FileChange[]) => changes.push(...page);
    must(await pullTo(temporary.path, model, { types, onFiles }));
    return changes;
  };

  it("two pulls to one folder at once: at most one writes, the other says so, and a later pull and a dry run work", async () => {
    const attempt = (isDryRun = false) =>
      pullTo(temporary.path, model, { types: ["tags"], isDryRun });
    const codes = (await Promise.all([attempt(), attempt()])).map(why);
    ok(codes.includes("folder-locked"), codes.join());
    const [one, dry] = await Promise.all([attempt(), attempt(true)]);
    deepEqual([why(one), why(dry)], [undefined, undefined]);
  });

  it("a pull into a folder whose content type is a link out of it writes nothing", async () => {
    const [hostile, outside] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(outside.path, join(hostile.path, "tags"));
    for (const isDryRun of [true, false])
      equal(
        why(await pullTo(hostile.path, model, { types: ["tags"], isDryRun })),
        "outside-folder",
      );
    deepEqual(readdirSync(outside.path), []);
    hostile.remove();
    outside.remove();
  });

  it("a localization whose draft has no row or no locale is not deleted there, so its file stays", async () => {
    const ids: string[] = [];
    for (const status of ["published", "draft"]) {
      const id = await plainMake(service(), `pages?status=${status}`, { title: status });
      await plainChange(service(), `pages/${id}?locale=fr&status=${status}`, { title: status });
      ids.push(id);
    }
    await pull();
    const french = "document_id = ? AND locale = 'fr' AND published_at IS NULL";
    await changeDatabase(service(), `DELETE FROM pages WHERE ${french}`, ids[0]);
    await changeDatabase(service(), `UPDATE pages SET locale = NULL WHERE ${french}`, ids[1]);
    deepEqual(await pull(), []);
  });
});
