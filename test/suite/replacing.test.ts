import assert from "node:assert/strict";
import { bounded } from "../../src/model/replacing/bounded.ts";

describe("A regular expression in VS Code", () => {
  it("is stopped where it goes back and forth without end", () => {
    assert.equal(
      bounded(() => /(a+)+b/.test("a".repeat(60))),
      undefined,
    );
  });

  it("comes to what it finds where it does not", () => {
    assert.deepEqual(
      bounded(() => /(a+)b/.exec("aab")?.slice()),
      ["aab", "aa"],
    );
  });
});
