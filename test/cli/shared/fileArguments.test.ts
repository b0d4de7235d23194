import { deepEqual, equal, rejects } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { readObject } from "../../../src/cli/shared/fileArguments.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";

describe("JSON objects in file arguments", () => {
  const { signal } = new AbortController();
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** Reads the bytes once from a file and once from stdin. */
  const readBoth = (bytes: Uint8Array) => {
    const path = join(folder.path, "tea.json");
    writeFileSync(path, bytes);
    return [
      () => readObject(path, { stdin: Readable.from([]), signal }),
      () => readObject("-", { stdin: Readable.from([bytes]), signal }),
    ];
  };

  it("a JSON object in a file or in stdin can begin with a byte order mark, and be large", async () => {
    const tea = { title: "Thé", text: "x".repeat(2_000_000) };

    for (const read of readBoth(Buffer.from(`\uFEFF${JSON.stringify(tea)}`)))
      deepEqual(await read(), tea);
  });

  it("a JSON object in a file or in stdin is rejected if it is not UTF-8, so that no character is lost", async () => {
    for (const read of readBoth(Buffer.from('{"title":"Thé"}', "latin1")))
      await rejects(read, { message: /^(.*tea\.json|stdin) can't be read: .*utf-8/ });
  });

  it("a JSON object in stdin that never ends is given up when the user cancels", async () => {
    const cancelling = new AbortController();
    const stdin = new Readable({ read: () => undefined });
    const reading = readObject("-", { stdin, signal: cancelling.signal });

    cancelling.abort();

    await rejects(reading, { message: /^stdin can't be read/ });
    equal(stdin.destroyed, true);
  });
});
