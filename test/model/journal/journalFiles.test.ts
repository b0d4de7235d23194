import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { StoredFiles } from "../../../src/model/foundation/textStore.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("StoredFiles", () => {
  it("a failed write to StoredFiles leaves no temporary file", async () => {
    const folder = temporaryFolder();
    let reported = 0;
    const log = { error: () => (reported += 1) };
    const files = new StoredFiles(folder.path, "journal", log);
    // A folder with the name of the file makes the save fail.
    mkdirSync(join(folder.path, "journal", "tea.json", "cup"), { recursive: true });

    const why = await files.save("tea.json", "Tea");

    const remainingFiles = readdirSync(join(folder.path, "journal"));
    folder.remove();
    assert.match(why ?? "", /EISDIR|ENOTEMPTY|EPERM/);
    assert.deepEqual([remainingFiles, reported], [["tea.json"], 1]);
  });
});
