import assert from "node:assert/strict";
import { chmod, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExportFile } from "../../../src/model/bulk/files/exportFile.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("The file of an export", () => {
  it("replaces the file that a link leads to, and keeps the link and the mode", async () => {
    const folder = temporaryFolder();
    const [target, link] = ["target.csv", "link.csv"].map((name) => join(folder.path, name));
    assert.ok(target !== undefined && link !== undefined);
    await writeFile(target, "earlier");
    await chmod(target, 0o640);
    await symlink("target.csv", link);
    const file = new ExportFile(link);

    const failures = [await file.write("new"), await file.finish()];

    assert.deepEqual(failures, [undefined, undefined]);
    assert.equal(await readFile(target, "utf8"), "new");
    assert.equal((await stat(target)).mode & 0o777, 0o640);
    assert.deepEqual((await readdir(folder.path)).sort(), ["link.csv", "target.csv"]);
    folder.remove();
  });
});
