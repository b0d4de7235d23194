import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { chmod, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExportFile, exportTo } from "../../../src/model/export/exportFile.ts";
import { useOrdinaryUser } from "../../support/ordinaryUser.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";

describe("File of an export", () => {
  useOrdinaryUser();
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    chmodSync(folder.path, 0o755);
    folder.remove();
  });
  const at = (name: string) => join(folder.path, name);
  const writeTo = async (path: string) => {
    const file = new ExportFile(path);
    return [await file.write("new"), await file.finish()];
  };

  it("the file of an export replaces the file that a link leads to, and keeps the link and the mode", async () => {
    await writeFile(at("target.csv"), "earlier");
    await chmod(at("target.csv"), 0o640);
    await symlink("target.csv", at("link.csv"));

    const failures = await writeTo(at("link.csv"));

    assert.deepEqual(failures, [undefined, undefined]);
    assert.equal(await readFile(at("target.csv"), "utf8"), "new");
    assert.equal((await stat(at("target.csv"))).mode & 0o777, 0o640);
    assert.deepEqual((await readdir(folder.path)).sort(), ["link.csv", "target.csv"]);
  });

  it("the file of an export is as private while it is incomplete as the file that it replaces", async () => {
    await writeFile(at("file.csv"), "earlier", { mode: 0o600 });
    const file = new ExportFile(at("file.csv"));

    await file.write("new");

    assert.equal((await stat(file.part)).mode & 0o777, 0o600);
    await file.leave();
  });

  it("the file of an export can have the longest name that a file system allows", async () => {
    const name = `${"x".repeat(251)}.csv`;

    assert.deepEqual(await writeTo(at(name)), [undefined, undefined]);
    assert.deepEqual(await readdir(folder.path), [name]);
  });

  it("the file of an export doesn't replace a read-only file", async () => {
    await writeFile(at("file.csv"), "earlier");
    await chmod(at("file.csv"), 0o444);

    const failures = await writeTo(at("file.csv"));

    for (const failure of failures) assert.match(failure ?? "", /^EACCES/);
    assert.deepEqual(await readdir(folder.path), ["file.csv"]);
  });

  it("the file of an export replaces a file that can't be replaced for a moment", async () => {
    await writeFile(at("file.csv"), "earlier");
    const earlier = await stat(at("file.csv"));
    const file = new ExportFile(at("file.csv"));
    await file.write("new");
    chmodSync(folder.path, 0o555);
    setTimeout(chmodSync, 50, folder.path, 0o755);

    assert.equal(await file.finish(), undefined);
    assert.equal(await readFile(at("file.csv"), "utf8"), "new");
    assert.notEqual((await stat(at("file.csv"))).ino, earlier.ino);
  });

  it("the file of an export is written in place if the old one can't be replaced", async () => {
    await writeFile(at("file.csv"), "earlier and longer");
    const earlier = await stat(at("file.csv"));
    const file = new ExportFile(at("file.csv"));
    await file.write("new");
    chmodSync(folder.path, 0o555);

    assert.equal(await file.finish(), undefined);
    chmodSync(folder.path, 0o755);
    assert.equal(await readFile(at("file.csv"), "utf8"), "new");
    assert.equal((await stat(at("file.csv"))).ino, earlier.ino);
  });

  it("exportTo keeps the failure of an export whose file can't be closed either", async () => {
    const file = new ExportFile(at("missing/file.csv"));
    const failure = { code: "no-schema" } as const;
    const unclosable = { write: (text: string) => file.write(text), close: () => file.finish() };

    const result = await exportTo(unclosable, () =>
      Promise.resolve({ outcome: "failed", failure, count: 0, leftOut: [] }),
    );

    assert.equal(result.failure, failure);
  });
});
