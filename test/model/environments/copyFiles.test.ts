import assert from "node:assert/strict";
import { CopyFiles } from "../../../src/model/environments/copyFiles.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const connections = { from: "staging1", to: "live0001" };
const started = { run: "1", at: "2026-11-26T00:00:00Z", connection: "live0001", type: "articles" };

describe("CopyFiles", () => {
  const folder = temporaryFolder();
  const files = new CopyFiles(folder.path, ({ code }) => code);
  after(() => {
    folder.remove();
  });

  it("delete the results of a copy that is complete", async () => {
    const results = await files.open(connections);
    await results.append(
      started,
      { line: 1, record: "a", outcome: "sent" },
      { line: 1, record: "a", outcome: "created", documentId: "one" },
    );
    await files.close(results);
    assert.equal(await results.isThere(), false);
  });

  it("keep the results while the outcome of a document is unknown, so that it is not created twice", async () => {
    const results = await files.open(connections);
    await results.append(started, { line: 1, record: "a", outcome: "sent" });
    await files.close(results);
    assert.equal(await results.isThere(), true);
  });
});
