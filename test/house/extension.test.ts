import assert from "node:assert/strict";
import { manifest } from "./manifest.ts";
import { filesIn, projectFiles, read, readJson } from "./root.ts";

describe("Package of the extension", () => {
  it("the extension isn't activated by an event of every window", () => {
    const waking = manifest.activationEvents.filter((event) =>
      /^(\*|onStartupFinished|onLanguage.*)$/.test(event),
    );

    assert.deepEqual(waking, []);
  });

  it("the extension is compiled against the oldest supported VS Code", () => {
    const types = manifest.devDependencies["@types/vscode"];

    assert.equal(manifest.engines.vscode, `^${types ?? ""}`);
  });

  it("the project pins every dependency to an exact version", () => {
    // Users of the npm package need ranges. test/house/npmPackage.test.ts checks them.
    const files = projectFiles().filter(
      (path) => /(^|\/)package\.json$/.test(path) && path !== "package/package.json",
    );

    const loose = files.flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = readJson(path) as Partial<
        typeof manifest
      >;
      const all = Object.entries({ ...dependencies, ...devDependencies });
      return all.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    });

    assert.deepEqual(loose, []);
    assert.ok(files.length > 1);
  });

  it("lock files contain no download URLs", () => {
    const locks = projectFiles().filter((path) => path.endsWith("package-lock.json"));

    const telling = locks.filter((path) => read(path).includes('"resolved"'));

    assert.deepEqual([telling, locks.length > 1], [[], true]);
  });

  it("the package contains every image of its manifest", () => {
    const named = [...read("package.json").matchAll(/"\.?\/?(media\/[^"]+)"/g)].map(
      ([, path]) => path,
    );

    const mediaFiles = new Set<unknown>(filesIn("media"));

    assert.deepEqual(
      named.filter((path) => !mediaFiles.has(path)),
      [],
    );
  });
});
