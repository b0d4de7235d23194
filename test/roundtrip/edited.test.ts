import assert from "node:assert/strict";
import { types } from "./types.ts";
import { TypeEdits } from "./typeEdits.ts";

describe("Every edit of an attribute", function () {
  this.timeout(300_000);

  for (const type of types) {
    it(`changes that attribute alone and is undone without a loss: ${type.name}`, async () => {
      const edits = await TypeEdits.of(type);

      const complaints = await edits.tryAll();

      assert.deepEqual(complaints, []);
      assert.ok(edits.count > 0);
    });
  }
});
