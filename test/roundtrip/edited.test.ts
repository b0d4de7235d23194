import assert from "node:assert/strict";
import { types } from "./types.ts";
import { TypeEdits } from "./typeEdits.ts";

/**
 * All edits, each saved by itself, unless CMS_TEST_ROUNDS is set. `npm test` makes one edit of each attribute and saves
 * those of several attributes together, and `npm run test:services` makes every edit.
 */
const rounds = Number(process.env["CMS_TEST_ROUNDS"] ?? Infinity);
const together = rounds < Infinity ? 6 : 1;

describe("Edits of attributes", function () {
  this.timeout(300_000);

  for (const type of types) {
    it(`an edit changes only its attribute and is undone without a loss: ${type.name}`, async () => {
      const edits = await TypeEdits.of(type);

      const complaints = await edits.tryAll(rounds, together);

      assert.deepEqual(complaints, []);
      assert.ok(edits.count > 0);
    });
  }
});
