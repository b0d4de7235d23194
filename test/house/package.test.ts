import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import ts from "typescript";
import { part } from "../bench/vsix/part.ts";
import { isMet } from "../bench/part.ts";
import { packageExtension } from "../window/vsix.ts";
import { readJson } from "./root.ts";
import { nodesIn } from "./sources.ts";

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
