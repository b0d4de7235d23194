import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExportFolder } from "../../../src/model/export/exportFolder.ts";
import type { ContentManifest } from "../../../src/model/records/contentManifest.ts";
import { useOrdinaryUser } from "../../support/ordinaryUser.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";

const manifest: ContentManifest = {
  ...{ format: 1, service: "", exportedAt: "" },
  ...{ types: [], leftOut: [] },
};

describe("Folder of an export", () => {
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

  it("the folder of an export that would have the name of a file fails before the export", async () => {
    await writeFile(at("content"), "notes");

    const [failure] = await ExportFolder.open(at("content"));

    assert.equal(failure?.code, "not-written");
    assert.deepEqual(await readdir(folder.path), ["content"]);
  });

  it("the folder of an export that can't replace an empty folder fails before the export", async () => {
    await mkdir(at("content"));
    chmodSync(folder.path, 0o555);

    const [failure] = await ExportFolder.open(at("content"));

    assert.equal(failure?.code, "not-written");
  });

  it("the folder of an export takes the place of the empty folder that a link leads to, with its mode", async () => {
    await mkdir(at("target"), { mode: 0o700 });
    await symlink("target", at("link"));

    const [, opened] = await ExportFolder.open(at("link"));
    const outcome = await opened?.finish(manifest);

    assert.deepEqual(outcome, [null, manifest]);
    assert.deepEqual(await readdir(at("link")), ["_manifest.json"]);
    assert.equal((await stat(at("target"))).mode & 0o777, 0o700);
    assert.deepEqual((await readdir(folder.path)).sort(), ["link", "target"]);
  });
});
