import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandWords, findable, withTables } from "../docs/tables.ts";
import { filesIn, read, root } from "./root.ts";

describe("README.md", () => {
  it("has the tables of commands and settings that the manifest says: npm run docs", async () => {
    assert.equal(read("README.md"), await withTables(read("README.md")));
  });

  it("says what each command does that a person can find, and names no other", () => {
    const worded = Object.values(commandWords).flatMap((group) => Object.keys(group));

    assert.deepEqual(worded.toSorted(), findable.toSorted());
  });

  it("leads nowhere that is not there", () => {
    const links = [...read("README.md").matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(
      ([, to]) => to,
    );

    assert.deepEqual(
      links.filter((to) => to === undefined || !existsSync(join(root, to))),
      [],
    );
  });

  it("has small pictures, each of which it shows", () => {
    const pictures = filesIn("docs/pictures");

    const odd = pictures.filter(
      (path) => statSync(join(root, path)).size > 70_000 || !read("README.md").includes(path),
    );

    assert.deepEqual(odd, []);
    assert.ok(pictures.length > 0);
  });
});

describe("What is written about the project", () => {
  it("names no file and no folder that is not there", () => {
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
