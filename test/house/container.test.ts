import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { programs } from "../support/tools.mjs";
import { packages } from "../support/chromium.mjs";
import { read, readJson } from "./root.ts";

interface Container {
  readonly image: string;
  readonly onCreateCommand: string;
  readonly updateContentCommand: string;
  readonly customizations: { readonly vscode: { readonly extensions: readonly string[] } };
}

const container = parse(read(".devcontainer/devcontainer.json")) as Container;
const { engines, scripts } = readJson("package.json") as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

describe("Dev container", () => {
  it("the dev container installs what the setup needs, and runs the setup", () => {
    const installed = container.onCreateCommand.split(" ");

    // The image contains npm.
    const needed = [...programs.filter((name) => name !== "npm"), ...packages];
    assert.deepEqual(
      needed.filter((name) => !installed.includes(name)),
      [],
    );
    assert.equal(container.updateContentCommand, "npm run setup");
    assert.ok(scripts["setup"]);
  });

  it("the dev container has a Node that the project supports", () => {
    const [, major] = /javascript-node:\d+-(\d+)-/.exec(container.image) ?? [];
    const [, oldest] = /^>=(\d+)/.exec(engines.node) ?? [];

    assert.ok(Number(major) >= Number(oldest), container.image);
  });

  it("the dev container has the extensions that the workspace recommends", () => {
    const { recommendations } = readJson(".vscode/extensions.json") as {
      readonly recommendations: readonly string[];
    };

    assert.deepEqual(container.customizations.vscode.extensions, recommendations);
  });
});
