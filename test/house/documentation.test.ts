import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { commandWords, findable, tablePages, withTable } from "../docs/tables.ts";
import { filesIn, projectFiles, read, root } from "./root.ts";

const pages = projectFiles().filter((path) => /^(?:docs\/.*|[^/]*)\.md$/.test(path));

/**
 * The local targets of a page's links and images: the path from the root, and the anchor of a heading if it has one.
 */
const linksOf = (page: string): { readonly path: string; readonly anchor?: string }[] =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(
    ([, path = "", anchor]) => ({
      path: path === "" ? page : normalize(join(dirname(page), path)).replaceAll("\\", "/"),
      ...(anchor !== undefined && { anchor }),
    }),
  );

/** The anchors that GitHub gives to a page's headings. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("README.md", () => {
  it("README.md is at most 7 KB", () => {
    assert.ok(statSync(join(root, "README.md")).size <= 7 * 1024);
  });

  it("README.md starts with the two commands for a clone", () => {
    const [, commands = ""] = /^# .+\n\n.+\n\n[^]*?```sh\n([^]*?)```/.exec(read("README.md")) ?? [];

    assert.deepEqual(
      commands.split("\n").map((line) => line.replace(/\s*#.*/, "")),
      ["npm run demo", "npm test", ""],
    );
  });
});

describe("User documentation", () => {
  for (const page of tablePages) {
    it(`${page} contains the table that the manifest generates`, async () => {
      assert.equal(read(page), await withTable(page));
    });
  }

  it("the user documentation describes exactly the commands that users can find", () => {
    const worded = Object.values(commandWords).flatMap((group) => Object.keys(group));

    assert.deepEqual(worded.toSorted(), findable.toSorted());
  });

  it("the user documentation shows every image of its folder, each of them at most 70 KB, and an animated one 500 KB", () => {
    const pictures = filesIn("docs/pictures");
    const linkedPaths = new Set(pages.flatMap(linksOf).map(({ path }) => path));

    const odd = pictures.filter(
      (path) =>
        statSync(join(root, path)).size > (path.endsWith(".gif") ? 500_000 : 70_000) ||
        !linkedPaths.has(path),
    );

    assert.deepEqual(odd, []);
    assert.ok(pictures.length > 0);
  });
});

describe("Documentation of the project", () => {
  it("the documentation of the project has no broken links", () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter(
          ({ path, anchor }) =>
            !existsSync(join(root, path)) ||
            (anchor !== undefined && !anchorsOf(path).includes(anchor)),
        )
        .map(({ path, anchor }) => `${page}: ${path}${anchor === undefined ? "" : `#${anchor}`}`),
    );

    assert.deepEqual(broken, []);
  });

  it("the documentation of the project names only existing files and folders", () => {
    const named = pages
      .map(read)
      .flatMap((text) =>
        [...text.matchAll(/(?<![\w./-])(?:src|test|docs|build|media)\/[\w./-]*/g)].map(String),
      );

    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    );
    assert.ok(named.length > 50);
  });
});
