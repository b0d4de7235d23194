import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { StoredFiles } from "../../../src/model/foundation/textStore.ts";
import { isLongRun } from "../../support/longRun.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const name = "log.ndjson";

describe("StoredFiles", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const failures: unknown[] = [];
  const children = new Set<ChildProcess>();
  after(() => {
    for (const child of children) child.kill("SIGKILL");
    folder.remove();
  });

  const open = () =>
    new StoredFiles(folder.path, "logs", { error: (_, error) => failures.push(error) });

  /** A process that rewrites the text again and again, each line once. Says when it begins. */
  async function startRewriting(): Promise<ChildProcess> {
    const module = new URL("../../../src/model/foundation/textStore.ts", import.meta.url).href;
    const script = `
      const { StoredFiles } = await import(${JSON.stringify(module)});
      const files = new StoredFiles(${JSON.stringify(folder.path)}, "logs", console);
      process.stdout.write("begins");
      while (true)
        await files.rewrite("${name}", (text) => [...new Set(text.split("\\n"))].join("\\n"));
    `;
    const words = ["--import", "tsx", "--input-type=module", "--eval", script];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    await once(child.stdout, "data");
    return child;
  }

  it("stored files lose no appended line while another process rewrites them and is killed", async () => {
    const appended = new Map<string, number>();
    const run = { isOver: false };
    const appendLines = async (writer: string): Promise<void> => {
      const files = open();
      for (let at = 0; !run.isOver; at += 1) {
        assert.equal(await files.append(name, `\n${writer} ${at}`), undefined);
        appended.set(writer, at);
      }
    };
    const appending = Promise.all(["a", "b"].map(appendLines));
    for (const delayMs of isLongRun ? [40, 90, 150, 210] : [40, 150]) {
      const child = await startRewriting();
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    run.isOver = true;
    await appending;
    assert.equal(await open().rewrite(name, (text) => text), undefined);

    const text = await readFile(join(folder.path, "logs", name), "utf8");
    for (const [writer, last] of appended) {
      const numbers = text.split("\n").filter((line) => line.startsWith(`${writer} `));
      const expected = Array.from({ length: last + 1 }, (_, at) => `${writer} ${at}`);
      assert.deepEqual([...new Set(numbers)], expected);
    }
    assert.deepEqual(failures, []);
    const names = await readdir(join(folder.path, "logs"));
    assert.deepEqual(
      names.filter((other) => other.startsWith(name)),
      [name],
    );
  });

  it("stored files take appended lines after a rewrite that could not delete its unfinished file", async () => {
    const files = open();
    await files.append("pairs", "before");
    await mkdir(join(folder.path, "logs", "pairs.new"));

    const failure = await files.rewrite("pairs", () => "after");

    assert.notEqual(failure, undefined);
    assert.equal(await files.append("pairs", " and after"), undefined);
    assert.equal(await files.load("pairs"), "before and after");
    assert.ok(failures.splice(0).length > 0);
  });

  it("stored files don't rewrite a text whose name is too long for a lock", async () => {
    const files = open();
    const longName = "n".repeat(230);
    await files.append(longName, "before");

    await files.rewrite(longName, () => "after");

    assert.equal(await files.load(longName), "before");
    assert.ok(failures.splice(0).length > 0);
  });
});
