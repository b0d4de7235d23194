import assert from "node:assert/strict";
import { build } from "esbuild";
import { filesIn, read } from "./root.ts";

/** The source files that VS Code loads on activation. Files that only an import() loads are not included. */
async function loadedAtStart(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: ["src/extension.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    splitting: true,
    metafile: true,
    write: false,
    outdir: "out",
    external: ["vscode"],
    logLevel: "error",
  });
  const { outputs } = metafile;
  const parts = new Set(["out/extension.js"]);
  for (const part of parts) {
    for (const { path, kind } of outputs[part]?.imports ?? []) {
      if (kind === "import-statement" && path in outputs) parts.add(path);
    }
  }
  return [...parts].flatMap((part) => Object.keys(outputs[part]?.inputs ?? {}));
}

describe("Activation", () => {
  it("activation loads only the tree, and no commands, editor features, saving or HTTP client", async function () {
    this.timeout(30_000);
    const loaded = await loadedAtStart();

    assert.ok(loaded.includes("src/tree/contentTree.ts"));
    assert.deepEqual(
      loaded.filter((path) =>
        /^src\/(client|commands|compose\/allFeatures|model\/(batch|content\/markdown\/(block|inline|tree)\w+|export|import|records|save\/(saveDecision|sessionSave)))\b|node_modules\/(undici|qs|csv-parse|diff|mdast|micromark)/.test(
          path,
        ),
      ),
      [],
    );
  });
});

describe("Features", () => {
  it("each folder of editors and of command tables is registered by a function with its name", () => {
    const editors = filesIn("src/editor").map((path) => /^src\/editor\/(\w+)\//.exec(path)?.[1]);
    const tables = [...read("src/compose/commandCode.ts").matchAll(/\/commands\/(\w+)\//g)];
    const folders = new Set([...editors, ...tables.map(([, folder]) => folder)]);
    for (const shared of [undefined, "shared"]) folders.delete(shared);

    const declared = read("src/compose/allFeatures.ts").matchAll(/^function register(\w+)\(/gm);
    const features = [...declared].map(([, feature = ""]) => feature.toLowerCase());

    assert.deepEqual(features.sort(), [...folders].sort());
  });
});
