import assert from "node:assert/strict";
import { batchResultWords } from "../../../src/texts/batch/batchWords.ts";
import { fields } from "./recipes.ts";

describe("Fields of Find and Replace", () => {
  it("a text field names the component that has it, and none if it is the document's own", () => {
    const owners = new Map(fields.map(({ path, owner }) => [path, owner]));

    assert.equal(owners.get("title"), "");
    assert.equal(owners.get("seo.metaTitle"), "seo");
    assert.equal(owners.get("seo.canonical.label"), "seo.canonical");
    const inZones = [...owners].filter(([path]) => path.startsWith("sections"));
    assert.ok(inZones.length > 0);
    for (const [path, owner] of inZones)
      assert.ok(owner.endsWith("]") && path.startsWith(`${owner}.`), path);
  });
});

describe("Result of a batch", () => {
  const words = (...outcomes: readonly ("done" | "failed" | "untried")[]) =>
    batchResultWords(
      ({ length }) => `Imported ${length}.`,
      outcomes.map((outcome, item) => ({ item, outcome })),
    );

  it("the result of a batch begins with failures, and with what was done if the rest was cancelled", () => {
    assert.equal(words("done", "failed", "untried"), "1 failed, 1 not attempted. Imported 1.");
    assert.equal(words("done", "done", "untried"), "Imported 2. 1 not attempted.");
  });
});
