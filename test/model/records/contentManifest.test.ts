import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  manifestName,
  readManifest,
  type ContentManifest,
} from "../../../src/model/records/contentManifest.ts";
import { useOrdinaryUser } from "../../support/ordinaryUser.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";

const manifestOf = (file: string, leftOut: readonly string[] = []): ContentManifest => ({
  ...{ format: 1, service: "", exportedAt: "", leftOut: [] },
  types: [{ type: "articles", file, count: 0, leftOut }],
});

describe("Manifest of an export", () => {
  useOrdinaryUser();
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    folder.remove();
  });
  const path = () => join(folder.path, manifestName);
  const write = (manifest: ContentManifest) => writeFile(path(), JSON.stringify(manifest));

  it("a manifest that lists 200,000 documents that were left out is read", async () => {
    const ids = Array.from({ length: 200_000 }, (_, at) => String(at));
    await write(manifestOf("articles.csv", ids));

    const [failure, manifest] = await readManifest(folder.path);

    assert.deepEqual([failure, manifest?.types[0]?.leftOut?.length], [null, ids.length]);
  });

  it("a manifest that may not be read fails with the reason, and a missing one as not whole", async () => {
    const [missing] = await readManifest(folder.path);
    await write(manifestOf("articles.csv"));
    await chmod(path(), 0o000);

    const [unreadable] = await readManifest(folder.path);

    assert.deepEqual([missing?.code, unreadable?.code], ["no-manifest", "unreadable-file"]);
  });

  it("a manifest that names a file in another folder is refused", async () => {
    for (const file of ["../articles.csv", "/articles.csv", "below/articles.csv"]) {
      await write(manifestOf(file));

      const [failure] = await readManifest(folder.path);

      assert.equal(failure?.code, "no-manifest", file);
    }
  });
});
