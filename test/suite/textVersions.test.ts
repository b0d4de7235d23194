import assert from "node:assert/strict";
import { TextVersions } from "../../src/files/textVersions.ts";

describe("The size by which VS Code tells versions of a text apart", () => {
  const list = { type: "list", items: ["one"] };
  const sizeIn = (versions: TextVersions, text: string, value = list): number =>
    versions.stat("articles/tea#content", { text, value }).size;

  it("is the same after a reload for what a field holds, in whatever form it was typed", () => {
    const before = new TextVersions();
    sizeIn(before, "- one");
    before.put("articles/tea#content", { text: "* one", value: list });

    assert.equal(sizeIn(new TextVersions(), "- one"), sizeIn(before, "* one"));
  });

  it("is another one for anything else", () => {
    const versions = new TextVersions();

    assert.notEqual(sizeIn(versions, "- one"), sizeIn(versions, "- two", { ...list, items: [] }));
  });
});
