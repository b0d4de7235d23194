import assert from "node:assert/strict";
import { ProseVersions } from "../../../src/files/edit/proseFiles.ts";

describe("Reported file size of a Markdown field", () => {
  const list = { type: "list", items: ["one"] };
  const sizeIn = (versions: ProseVersions, text: string, value = list): number =>
    versions.stat("articles/tea#content", { text, value }).size;

  it("the size of a Markdown field's file is the same after a reload for the same value", () => {
    const before = new ProseVersions();
    sizeIn(before, "- one");
    before.put("articles/tea#content", { text: "* one", value: list });

    assert.equal(sizeIn(new ProseVersions(), "- one"), sizeIn(before, "* one"));
  });

  it("the size of a Markdown field's file differs for another value", () => {
    const versions = new ProseVersions();

    assert.notEqual(sizeIn(versions, "- one"), sizeIn(versions, "- two", { ...list, items: [] }));
  });
});
