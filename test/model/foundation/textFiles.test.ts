import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, statSync, watch } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readTextFile, writeTextFile } from "../../../src/model/foundation/textFiles.ts";
import { useOrdinaryUser } from "../../support/ordinaryUser.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";

describe("Text files", () => {
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
  const makePipe = (name: string) => execFileSync("mkfifo", [at(name)]);

  it("text files are read without a byte order mark", async () => {
    await writeFile(at("file"), "\uFEFF{}");

    assert.equal(await readTextFile(at("file")), "{}");
  });

  it("text files are rejected if they are larger than allowed, also if they have no end", async () => {
    await writeFile(at("file"), "x".repeat(1_000_001));

    for (const path of [at("file"), "/dev/zero"]) {
      await assert.rejects(readTextFile(path), { message: "the file is larger than 1 MB" });
    }
    assert.equal((await readTextFile(at("file"), 2_000_000)).length, 1_000_001);
  });

  it("text files can be pipes, which are read and written in place", async () => {
    makePipe("pipe");

    const [text] = await Promise.all([readTextFile(at("pipe")), writeTextFile(at("pipe"), "text")]);

    assert.equal(text, "text");
    assert.deepEqual(await readdir(folder.path), ["pipe"]);
  });

  it("text files are replaced as a whole, so that a reader never sees a part", async () => {
    await writeFile(at("file"), "earlier");
    const reader = await open(at("file"));

    await writeTextFile(at("file"), "new");

    assert.equal(await reader.readFile("utf8"), "earlier");
    await reader.close();
    assert.equal(await readFile(at("file"), "utf8"), "new");
  });

  it("text files keep their mode and the links to them", async () => {
    await writeFile(at("file"), "earlier");
    await chmod(at("file"), 0o640);
    await symlink("file", at("link"));
    await symlink("new", at("dangling"));

    await writeTextFile(at("link"), "new");
    await writeTextFile(at("dangling"), "new", 0o600);

    const modes = [await stat(at("file")), await stat(at("new"))].map(({ mode }) => mode & 0o777);
    assert.deepEqual(modes, [0o640, 0o600]);
    assert.deepEqual((await readdir(folder.path)).sort(), ["dangling", "file", "link", "new"]);
  });

  it("text files stay as they are, without a partial file, if they can't be replaced", async () => {
    await symlink("loop", at("loop"));

    await assert.rejects(writeTextFile(at("loop"), "new"), { code: "ELOOP" });
    await assert.rejects(writeTextFile(folder.path, "new"), { code: "EISDIR" });
    await assert.rejects(writeTextFile("/dev/full", "new"), { code: "ENOSPC" });
    assert.deepEqual(await readdir(folder.path), ["loop"]);
  });

  it("text files are written in place in a folder that takes no new file", async () => {
    await writeFile(at("file"), "earlier and longer");
    await chmod(folder.path, 0o555);

    await writeTextFile(at("file"), "new");

    assert.equal(await readFile(at("file"), "utf8"), "new");
    assert.deepEqual(await readdir(folder.path), ["file"]);
  });

  it("text files are not replaced if they are read-only", async () => {
    await writeFile(at("file"), "earlier");
    await chmod(at("file"), 0o444);

    await assert.rejects(writeTextFile(at("file"), "new"), { code: "EACCES" });
    assert.equal(await readFile(at("file"), "utf8"), "earlier");
    assert.deepEqual(await readdir(folder.path), ["file"]);
  });

  it("text files are created where a link in a linked folder leads to", async () => {
    await mkdir(at("real/deep"), { recursive: true });
    await symlink("real/deep", at("linked"));
    await symlink("../new", at("linked/link"));

    await writeTextFile(at("linked/link"), "new");

    assert.equal(await readFile(at("real/new"), "utf8"), "new");
    assert.deepEqual((await readdir(folder.path)).sort(), ["linked", "real"]);
  });

  it("text files are as private while they are written as they were before", async () => {
    await writeFile(at("file"), "earlier", { mode: 0o600 });
    const modes: number[] = [];
    const watcher = watch(folder.path, (_, name) => {
      const entry = statSync(at(name ?? ""), { throwIfNoEntry: false });
      if (entry) modes.push(entry.mode & 0o777);
    });

    await writeTextFile(at("file"), "x".repeat(50_000_000));

    watcher.close();
    assert.deepEqual([...new Set(modes)], [0o600]);
  });

  it("a text file can have the longest name that a file system allows", async () => {
    const name = "x".repeat(255);

    await writeTextFile(at(name), "new");

    assert.equal(await readFile(at(name), "utf8"), "new");
  });
});
