import assert from "node:assert/strict";
import { types } from "./types.ts";
import { TypeEdits } from "./typeEdits.ts";

/**
 * All edits, unless CMS_TEST_ROUNDS is set. `npm test` makes one edit of each attribute, and `npm
 * run test:services` makes every edit.
 */
const rounds = Number(process.env["CMS_TEST_ROUNDS"] ?? Infinity);

describe("Edits of attributes", function () {
  this.timeout(300_000);

  for (const type of types) {
    it(`an edit changes only its attribute and is undone without a loss: ${type.name}`, async () => {
      const edits = await TypeEdits.of(type);

      const complaints = await edits.tryAll(rounds);

      assert.deepEqual(complaints, []);
      assert.ok(edits.count > 0);
    });
  }
});
