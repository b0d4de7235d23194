import assert from "node:assert/strict";
import { openModel } from "../model/magazine.ts";
import { must } from "../model/outcomes.ts";
import { types } from "./types.ts";
import { addressOf, Whole } from "./whole.ts";

const rounds = Number(process.env["CMS_TEST_ROUNDS"] ?? Infinity);
/** The number of versions of a type that the test opens: 2 for each edit of an attribute that `npm test` makes. */
const count = Math.min(20, 2 * rounds);

describe("Save without changes", function () {
  this.timeout(180_000);

  for (const type of types) {
    it(`a document saved without changes is not sent, and changes nothing: ${type.name}`, async () => {
      const model = openModel();
      const before = await Whole.read();
      const versions = before.edited(type).slice(0, count);
      const sent: string[] = [];

      for (const version of versions) {
        const address = addressOf(model, type, version);
        const { text } = await model.open(address);
        const saved = must(await model.save(address, text));
        if (saved.sent.length > 0) sent.push(version.key);
      }

      assert.ok(versions.length > 0);
      assert.deepEqual([sent, model.sent("PUT"), model.sent("POST")], [[], [], []]);
      assert.deepEqual(before.changesUntil(await Whole.read()), {});
    });
  }
});
