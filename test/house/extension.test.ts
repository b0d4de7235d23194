import assert from "node:assert/strict";
import { manifest } from "./manifest.ts";
import { filesIn, projectFiles, read, readJson } from "./root.ts";

describe("The extension", () => {
  it("is woken by nothing that happens in every window", () => {
    const waking = manifest.activationEvents.filter((event) =>
      /^(\*|onStartupFinished|onLanguage.*)$/.test(event),
    );

    assert.deepEqual(waking, []);
  });

  it("is compiled against the oldest VS Code that it says it runs in", () => {
    const types = manifest.devDependencies["@types/vscode"];

    assert.equal(manifest.engines.vscode, `^${types ?? ""}`);
  });

  it("names every package that it needs with its exact version", () => {
    const files = projectFiles().filter((path) => /(^|\/)package\.json$/.test(path));

    const loose = files.flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = readJson(path) as Partial<
        typeof manifest
      >;
      const all = Object.entries({ ...dependencies, ...devDependencies });
      return all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    });

    assert.deepEqual(loose, []);
    assert.ok(files.length > 1);
  });

  it("has lock files that name no place to fetch from", () => {
    const locks = projectFiles().filter((path) => path.endsWith("package-lock.json"));

    const telling = locks.filter((path) => read(path).includes('"resolved"'));

    assert.deepEqual([telling, locks.length > 1], [[], true]);
  });

  it("ships every picture that its manifest names", () => {
    const named = [...read("package.json").matchAll(/"\.?\/?(media\/[^"]+)"/g)].map(
      ([, path]) => path,
    );

    const there = new Set<unknown>(filesIn("media"));

    assert.deepEqual(
      named.filter((path) => !there.has(path)),
      [],
    );
  });
});
