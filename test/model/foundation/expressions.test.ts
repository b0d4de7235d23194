import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { finds, replaceInTexts } from "../../../src/model/foundation/regularExpressions.ts";

/** A match takes about 2^40 steps for 40 letters. */
const slow = /^(a+)+$/;
const letters = `${"a".repeat(40)}!`;

/** How often a timer of 10 ms fires during a task. */
async function ticksDuring(task: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);
  await task;
  clearInterval(ticking);
  return ticks;
}

describe("Regular expressions with a time limit", () => {
  it("regular expressions report whether a text matches", async () => {
    const results = [await finds(/^t/, "tea"), await finds(/^T/, "tea"), await finds(/^T/i, "tea")];

    assert.deepEqual(results, [true, false, true]);
  });

  it("regular expressions return every match and the text with the replacements", async () => {
    const became = await replaceInTexts(/t(e)/gu, "$1", ["tea, tee", "milk"]);

    assert.deepEqual(became, [
      {
        after: "ea, ee",
        matches: [
          [0, 2],
          [5, 2],
        ],
        replacements: ["e", "e"],
      },
      { after: "milk", matches: [], replacements: [] },
    ]);
  });

  it("a regular expression that backtracks without end leaves the event loop free until it is stopped, and the next one runs", async () => {
    const results = Promise.all([
      finds(slow, letters),
      replaceInTexts(/(a+)+b/g, "", [letters]),
      finds(/!$/, letters),
    ]);

    const ticks = await ticksDuring(results);

    assert.deepEqual(await results, [undefined, undefined, true]);
    assert.ok(ticks >= 3, `${ticks} ticks`);
  });

  it("a regular expression reuses the result for the same text", async () => {
    const first = finds(/e/, "tea");

    assert.equal(finds(/e/, "tea"), first);
    assert.notEqual(finds(/e/, "milk"), first);
    assert.notEqual(finds(/e/i, "tea"), first);
    assert.equal(await first, true);
  });

  it("regular expressions let the process exit after the last one", async () => {
    const module = new URL("../../../src/model/foundation/regularExpressions.ts", import.meta.url)
      .href;
    const script = `
      const { finds } = await import(${JSON.stringify(module)});
      process.stdout.write(String(await finds(/e/, "tea")));
    `;
    const words = ["--import", "tsx", "--input-type=module", "--eval", script];

    const { stdout } = await promisify(execFile)(process.execPath, words);

    assert.equal(stdout, "true");
  });
});
