import assert from "node:assert/strict";
import { edited } from "../model/testModel.ts";
import { openModel } from "../model/magazine.ts";
import { why } from "../model/outcomes.ts";
import { hiddenWholly } from "./shaping.ts";
import { types } from "./types.ts";
import { addressOf, Whole } from "./whole.ts";

describe("Hidden attributes", () => {
  for (const type of types) {
    for (const [name, value] of Object.entries(hiddenWholly(type.name))) {
      it(`an attribute that the service never returns is rejected, and keeps its value: ${type.name}.${name}`, async () => {
        const model = openModel();
        const before = await Whole.read();
        const address = addressOf(model, type, before.fullest(type));
        const snapshot = await model.open(address);
        assert.ok(!Object.hasOwn(snapshot.content, name));

        const outcome = await model.save(address, edited(snapshot, { [name]: value }));

        assert.equal(why(outcome), "not-sendable");
        assert.deepEqual(before.changesUntil(await Whole.read()), {});
      });
    }
  }
});
