import assert from "node:assert/strict";
import { HashedTexts } from "../../../src/model/foundation/hash.ts";

describe("Hashed texts", () => {
  it("a set of hashed texts has each of 10,000 texts that were added, and no other", () => {
    const texts = new HashedTexts();
    const added = Array.from({ length: 10_000 }, (_, at) => `text ${at}`);

    const isNew = added.map((text) => texts.add(text));

    assert.ok(isNew.every(Boolean));
    assert.ok(added.every((text) => texts.has(text)));
    assert.ok(added.every((text) => !texts.has(`${text} and more`)));
  });

  it("a set of hashed texts tells when a text was added before", () => {
    const texts = new HashedTexts();

    assert.deepEqual([texts.add("tea"), texts.add("tea"), texts.add("")], [true, false, true]);
  });
});
