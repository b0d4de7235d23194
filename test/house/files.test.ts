import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { filesIn, projectFiles, root } from "./root.ts";

const pictures = /\.(png|jpe?g|gif|webp|ico|woff2?|vsix)$/;

/** The tracked files that contain text, with their contents. */
const texts = projectFiles()
  .filter(
    (path) =>
      !pictures.test(path) && statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
  )
  .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);

/** The matches of a pattern: path, line number and matched text. */
const finds = (pattern: RegExp): string[] =>
  texts.flatMap(([path, text]) =>
    text.split("\n").flatMap((line, at) => {
      const [match] = pattern.exec(line) ?? [];
      return match === undefined ? [] : [`${path}:${at + 1} ${match}`];
    }),
  );

describe("Files of the repository", () => {
  it("files of the repository contain no absolute path of a developer's machine", () => {
    const paths = finds(
      /(?<![\w./:-])\/(home|Users|root|work|mnt)\/\w[\w./-]*|\b[A-Z]:\\\\?Users\b/,
    );

    assert.deepEqual(paths, []);
    assert.ok(texts.length > 200);
  });

  it("files of the repository contain no URL of a package registry", () => {
    const addresses = finds(
      /https?:\/\/[\w.-]*(registry|npmjs|npmmirror|artifactory|nexus)[\w.-]*/i,
    );

    assert.deepEqual(addresses, []);
  });
});

/** The names of the files in each folder of src. */
const folders = new Map<string, string[]>();
for (const path of filesIn("src")) {
  const { dir, base } = posix.parse(path);
  folders.set(dir, [...(folders.get(dir) ?? []), base]);
}

/** The most files that a folder may contain. */
const mostFiles = 20;
/** The layers whose folders are features. The model's groups are the features, too. */
const layers = ["cli", "commands", "editor", "files", "host", "texts"];
/** What these layers contain besides. The model deletes documents in other groups. */
const otherFolders = ["shared", "delete", "failures", "surfaces"];

describe("Folders of src", () => {
  it(`folders of src contain at most ${mostFiles} files`, () => {
    const full = [...folders].filter(([, names]) => names.length > mostFiles);

    assert.deepEqual(
      full.map(([folder]) => folder),
      [],
    );
    assert.ok(folders.size > 50);
  });

  it("folders of src have the name of a feature, which is the same in each layer", () => {
    const features = [...folders.keys()].flatMap(
      (folder) => /^src\/model\/([^/]+)/.exec(folder)?.[1] ?? [],
    );
    const known = new Set(["", ...features, ...otherFolders]);
    const unknown = [...folders.keys()].filter((folder) => {
      const [, layer = "", ...names] = folder.split("/");
      return layers.includes(layer) && !known.has(names.join("/"));
    });

    assert.deepEqual(unknown, []);
  });
});
