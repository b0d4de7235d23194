import assert from "node:assert/strict";
import { template } from "../package/installed.ts";
import { readJson } from "./root.ts";

interface Published {
  readonly version: string;
  readonly license: string;
  readonly repository?: unknown;
}

const manifest = readJson("package.json") as Published & {
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

describe("npm package", () => {
  it("the npm package has the version, the license and the repository of the extension", () => {
    const shared = ({ version, license, repository }: Published) => ({
      version,
      license,
      repository,
    });

    assert.deepEqual(shared(template), shared(manifest));
  });

  it("the npm package requires the Node that the project requires", () => {
    assert.deepEqual(template.engines, { node: manifest.engines["node"] });
  });

  it("the npm package accepts the tested version of each dependency, and later ones of its major version", () => {
    const ranges = Object.keys(template.dependencies).map((name) => [
      name,
      `^${manifest.dependencies[name] ?? ""}`,
    ]);

    assert.deepEqual(Object.entries(template.dependencies), ranges);
  });
});
