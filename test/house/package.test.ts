import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { part } from "../bench/vsix/part.ts";
import { isMet } from "../bench/part.ts";
import { placeholders } from "../docs/placeholders.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { readZip } from "../support/zip.ts";
import { packageExtension, packageInto } from "../window/vsix.ts";
import { readJson } from "./root.ts";
import { nodesIn } from "./sources.ts";

/** The files that VS Code, the Marketplace or a license reads by their names. */
const wellKnown = [
  "[Content_Types].xml",
  "extension.vsixmanifest",
  "extension/LICENSE.txt",
  "extension/changelog.md",
  "extension/dist/ThirdPartyNotices.txt",
  "extension/package.json",
  "extension/package.nls.json",
  "extension/readme.md",
];

/** The files of a packaged extension that it needs: those above, and the ones that a needed file names. */
function neededFiles(files: ReadonlyMap<string, Buffer>): Set<string> {
  const { main } = JSON.parse(String(files.get("extension/package.json"))) as { main: string };
  const needed = new Set([...wellKnown, posix.join("extension", main)]);
  // A set visits what is added during the loop.
  for (const path of needed) {
    if (!/\.js(on)?$/.test(path)) continue;
    const text = String(files.get(path));
    for (const other of files.keys()) {
      const name = other.replace(/^extension\/(dist\/)?/, "");
      if (text.includes(`${name}"`) || text.includes(`${name}'`)) needed.add(other);
    }
  }
  return needed;
}

describe("Packaged extension", () => {
  it("the packaged extension is within the size goal of the benchmark", async function () {
    this.timeout(120_000);
    const [{ goal }] = part.figures as [(typeof part.figures)[0]];

    const value = statSync(await packageExtension()).size;

    assert.ok(goal && isMet({ value, goal }), `${value} bytes`);
  });

  it("the packaged extension contains the notices of its libraries", async function () {
    this.timeout(120_000);

    const names = readFileSync(await packageExtension(), "latin1");

    assert.ok(names.includes("extension/dist/ThirdPartyNotices.txt"));
  });

  it("the packaged extension contains only files that it needs", async function () {
    this.timeout(120_000);

    const files = readZip(readFileSync(await packageExtension()));

    const needed = neededFiles(files);
    assert.deepEqual(
      [...files.keys()].filter((path) => !needed.has(path)),
      [],
    );
    assert.deepEqual(
      wellKnown.filter((path) => !files.has(path)),
      [],
    );
  });

  it("the packaged extension contains no placeholder, and is not private", async function () {
    this.timeout(120_000);
    const files = readZip(readFileSync(await packageExtension()));

    const occurrences = [...files].flatMap(([path, content]) =>
      placeholders.flatMap(({ text }) => (content.includes(text) ? [`${path}: ${text}`] : [])),
    );

    assert.deepEqual(occurrences, []);
    assert.doesNotMatch(String(files.get("extension/package.json")), /"private":/);
  });

  it("the packaged extension shows an icon of 256 pixels", async function () {
    this.timeout(120_000);
    const files = readZip(readFileSync(await packageExtension()));
    const manifest = String(files.get("extension.vsixmanifest"));

    const [, path = ""] = /Services\.Icons\.Default" Path="([^"]+)"/.exec(manifest) ?? [];

    const png = files.get(path) ?? Buffer.alloc(24);
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [256, 256]);
  });

  it("the packaged extension of a repository shows the pictures of the README by https", async function () {
    this.timeout(120_000);
    const folder = temporaryFolder();
    try {
      const path = join(folder.path, "extension.vsix");
      await packageInto(path, "https://github.com/tea/magazine");

      const readme = String(readZip(readFileSync(path)).get("extension/readme.md"));

      const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, url]) => url ?? "");
      assert.ok(pictures[0]?.endsWith("/docs/pictures/save-merge-undo.gif"), pictures[0]);
      assert.deepEqual(
        [...readme.matchAll(/\]\(([^)]*)\)/g)].filter(([, url]) => !/^(https:|#)/.test(url ?? "")),
        [],
      );
      assert.doesNotMatch(readme, /npm run|clone/);
    } finally {
      folder.remove();
    }
  });

  it("the packaged extension has no timer except for visible relative times", () => {
    const clocks = nodesIn("src")
      .filter(ts.isIdentifier)
      .filter(({ text }) => text === "setInterval")
      .map((node) => node.getSourceFile().fileName)
      // The package contains no command line, whose process ends.
      .filter((name) => !name.startsWith("src/cli/"));

    assert.deepEqual(clocks, ["src/host/shared/minuteTimer.ts"]);
  });

  it("the packaged extension runs in the workspace extension host", () => {
    const { extensionKind } = readJson("package.json") as { readonly extensionKind: unknown };

    assert.deepEqual(extensionKind, ["workspace"]);
  });
});
