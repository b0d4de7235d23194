import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandWords, findable, withTables } from "../docs/tables.ts";
import { filesIn, read, root } from "./root.ts";

describe("README.md", () => {
  it("contains the tables of commands and settings from the manifest", async () => {
    assert.equal(read("README.md"), await withTables(read("README.md")));
  });

  it("describes exactly the commands that users can find", () => {
    const worded = Object.values(commandWords).flatMap((group) => Object.keys(group));

    assert.deepEqual(worded.toSorted(), findable.toSorted());
  });

  it("has no broken links", () => {
    const links = [...read("README.md").matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(
      ([, to]) => to,
    );

    assert.deepEqual(
      links.filter((to) => to === undefined || !existsSync(join(root, to))),
      [],
    );
  });

  it("shows every image of its folder, each of them small", () => {
    const pictures = filesIn("docs/pictures");

    const odd = pictures.filter(
      (path) => statSync(join(root, path)).size > 70_000 || !read("README.md").includes(path),
    );

    assert.deepEqual(odd, []);
    assert.ok(pictures.length > 0);
  });
});

describe("Documentation of the project", () => {
  it("names only existing files and folders", () => {
    const texts = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", ...filesIn("docs")]
      .filter((path) => path.endsWith(".md"))
      .map(read);

    const named = texts.flatMap((text) =>
      [...text.matchAll(/(?<![\w./-])(?:src|test|docs|build|media)\/[\w./-]*/g)].map(String),
    );

    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    );
    assert.ok(named.length > 50);
  });
});
