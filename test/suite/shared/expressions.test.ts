import assert from "node:assert/strict";
import { replaceInTexts } from "../../../src/model/foundation/regularExpressions.ts";

describe("Regular expressions in the extension host", () => {
  it("regular expressions return their matches in the extension host", async () => {
    assert.deepEqual(await replaceInTexts(/(a+)b/g, "$1", ["aab"]), [
      { after: "aa", matches: [[0, 3]], replacements: ["aa"] },
    ]);
  });
});
