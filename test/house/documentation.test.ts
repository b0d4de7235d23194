import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { commandWords, findable, tablePages, withTable } from "../docs/tables.ts";
import { filesIn, projectFiles, read, root } from "./root.ts";

const pages = projectFiles().filter((path) => /^(?:docs\/.*|[^/]*)\.md$/.test(path));

/** A page without its code blocks, which contain neither links nor headings. */
const proseIn = (page: string): string => read(page).replace(/^ *```[^]*?^ *```$/gm, "");

/**
 * The local targets of a page's links and images: the path from the root, and the anchor of a heading if it has one.
 */
const linksOf = (page: string): { readonly path: string; readonly anchor?: string }[] =>
  [...proseIn(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(
    ([, path = "", anchor]) => ({
      path: path === "" ? page : normalize(join(dirname(page), path)).replaceAll("\\", "/"),
      ...(anchor !== undefined && { anchor }),
    }),
  );

/** The anchors that GitHub gives to a page's headings. The second of two equal headings gets a number. */
function anchorsOf(page: string): string[] {
  const anchors: string[] = [];
  const counts = new Map<string, number>();
  for (const [, heading = ""] of proseIn(page).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.push(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

describe("README.md", () => {
  it("README.md is at most 6 KB", () => {
    assert.ok(statSync(join(root, "README.md")).size <= 6 * 1024);
  });

  it("README.md starts with one sentence, an animated picture, and the two commands for a clone", () => {
    const start =
      /^# .+\n\n([^.\n]+\.)\n\n!\[.+\]\((\S+)\)\n\n<!-- clone: begin -->\n\n.+\n\n```sh\n([^]*?)```/;

    const [, , picture, commands = ""] = start.exec(read("README.md")) ?? [];

    assert.equal(picture, "docs/pictures/save-merge-undo.gif");
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

  it("the documentation of the project has no broken links from the README of the npm package", () => {
    const links = [
      ...read("package/README.md").matchAll(
        /\]\(https:\/\/github\.com\/[^/]+\/[^/]+\/blob\/main\/([^)#]+)/g,
      ),
    ].map(([, path = ""]) => path);

    assert.deepEqual(
      links.filter((path) => !existsSync(join(root, path))),
      [],
    );
    assert.ok(links.length > 0);
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

describe("Site of the documentation", () => {
  const site = pages.filter((path) => path.startsWith("docs/"));
  const pathsIn = (page: string): string[] => linksOf(page).map(({ path }) => path);

  it("the site of the documentation has an index that leads to every page", () => {
    const listed = new Set(["docs/README.md"]);
    for (const index of ["docs/README.md", "docs/decisions/README.md"]) {
      for (const path of pathsIn(index)) listed.add(path);
    }

    assert.deepEqual(
      site.filter((path) => !listed.has(path)),
      [],
    );
  });

  it("the site of the documentation links to no file outside of its folder", () => {
    const outside = site.flatMap((page) =>
      pathsIn(page)
        .filter((path) => !path.startsWith("docs/"))
        .map((path) => `${page}: ${path}`),
    );

    assert.deepEqual(outside, []);
    assert.ok(site.length > 20);
  });

  it("the site of the documentation has one title on each page", () => {
    const odd = site.filter((page) => proseIn(page).match(/^# .+$/gm)?.length !== 1);

    assert.deepEqual(odd, []);
  });
});
