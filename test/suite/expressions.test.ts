import assert from "node:assert/strict";
import { finds, replaceInTexts } from "../../src/model/foundation/expressions.ts";

describe("A regular expression in VS Code", () => {
  it("is stopped when it backtracks without end", async () => {
    assert.equal(await finds(/(a+)+b/, "a".repeat(60)), undefined);
  });

  it("gives its matches when it does not", async () => {
    assert.deepEqual(await replaceInTexts(/(a+)b/g, "$1", ["aab"]), [
      { after: "aa", matches: [[0, 3]], replacements: ["aa"] },
    ]);
  });
});
