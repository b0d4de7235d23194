import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import ts from "typescript";
import { part } from "../bench/vsix/part.ts";
import { isMet } from "../bench/part.ts";
import { packageExtension } from "../window/vsix.ts";
import { readJson } from "./root.ts";
import { nodesIn } from "./sources.ts";

describe("The package", () => {
  it("is not larger than the bench says it may be", async function () {
    this.timeout(120_000);
    const [{ goal }] = part.figures as [(typeof part.figures)[0]];

    const value = statSync(await packageExtension()).size;

    assert.ok(goal && isMet({ value, goal }), `${value} bytes`);
  });

  it("has the notices of the libraries in it", async function () {
    this.timeout(120_000);

    const names = readFileSync(await packageExtension(), "latin1");

    assert.ok(names.includes("extension/dist/ThirdPartyNotices.txt"));
  });

  it("has no clock but the one for relative times, which runs while they are in sight", () => {
    const clocks = [...nodesIn("src")]
      .filter(ts.isIdentifier)
      .filter(({ text }) => text === "setInterval")
      .map((node) => node.getSourceFile().fileName);

    assert.deepEqual(clocks, ["src/host/minuteTimer.ts"]);
  });

  it("runs where the workspace is, with its services, files and certificates", () => {
    const { extensionKind } = readJson("package.json") as { readonly extensionKind: unknown };

    assert.deepEqual(extensionKind, ["workspace"]);
  });
});
