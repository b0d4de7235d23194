import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectFiles, root } from "./root.ts";

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
  it("contain no absolute path of a developer's machine", () => {
    const paths = finds(
      /(?<![\w./:-])\/(home|Users|root|work|mnt)\/\w[\w./-]*|\b[A-Z]:\\\\?Users\b/,
    );

    assert.deepEqual(paths, []);
    assert.ok(texts.length > 200);
  });

  it("contain no URL of a package registry", () => {
    const addresses = finds(
      /https?:\/\/[\w.-]*(registry|npmjs|npmmirror|artifactory|nexus)[\w.-]*/i,
    );

    assert.deepEqual(addresses, []);
  });
});
