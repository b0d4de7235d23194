import assert from "node:assert/strict";
import { isLongRun } from "../support/longRun.ts";
import { callsOf, longTexts, textFunctions, timeOf } from "./textFunctions.ts";

/** A length in characters, and the milliseconds that no call may need for a text of that length. */
type Bound = readonly [length: number, bound: number];

/**
 * A linear function needs a few milliseconds for 100,000 characters, so it stays below this on a busy machine, too. A
 * quadratic one needs many seconds. \`npm run bench -- texts\` measures the times.
 */
const maxTimeMs = 2_000;
const bounds: readonly Bound[] = [
  [10_000, maxTimeMs],
  [100_000, maxTimeMs],
  ...(isLongRun ? [[1_000_000, 5 * maxTimeMs] as const] : []),
];

/** Whether each of a few calls takes longer. */
const takesLonger = (run: () => unknown, bound: number): boolean =>
  [1, 2, 3].every(() => timeOf(run) > bound);

/** The texts for which a call takes too long, each with its shortest length. */
function slowTexts(call: (text: string) => unknown, within: readonly Bound[] = bounds): string[] {
  return longTexts.flatMap(([name, textOf]) => {
    const tooLong = within.find(([length, bound]) => {
      const text = textOf(length);
      return takesLonger(() => call(text), bound);
    });
    return tooLong ? [`more than ${tooLong[1]} ms for ${tooLong[0]} characters of ${name}`] : [];
  });
}

describe("Long texts", function () {
  this.timeout(300_000);

  for (const textFunction of textFunctions) {
    it(`functions of texts take far less than quadratic time: ${textFunction.name} of ${textFunction.path}`, async () => {
      const calls = await callsOf(textFunction);

      const slow = calls.flatMap((call) => slowTexts(call));

      assert.deepEqual(slow, []);
    });
  }

  it("functions of texts are reported if they take quadratic time", () => {
    const isTime = (text: string) => /0+b/.test(text);

    // A tenth of the text takes a hundredth of the time.
    const slow = slowTexts(isTime, [[10_000, maxTimeMs / 100]]);

    assert.deepEqual(slow, [
      'more than 20 ms for 10000 characters of "0"',
      "more than 20 ms for 10000 characters of a time that ends in zeros",
    ]);
  });

  it("functions of texts are found in the sources", () => {
    const names = textFunctions.map(({ name }) => name);

    assert.ok(names.length > 60, `${names.length}`);
    for (const name of [
      "legible",
      "linksInMarkdown",
      "apiPrefixIn",
      "hasZone",
      "slugify",
      "withoutSecrets",
    ])
      assert.ok(names.includes(name), name);
  });
});
