import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { buildExtension } from "../window/vsix.ts";
import { filesIn, read } from "./root.ts";

type Output = Metafile["outputs"][string];

/** The files of the bundle that VS Code loads on activation. Files that only an import() loads are not included. */
async function loadedAtStart(): Promise<Output[]> {
  const report = join(await buildExtension(), "metafile.json");
  const { outputs } = JSON.parse(readFileSync(report, "utf8")) as Metafile;
  const isStart = ({ entryPoint }: Output) => entryPoint === "src/extension.ts";
  const loaded = new Set(Object.values(outputs).filter(isStart));
  for (const { imports } of loaded) {
    for (const { path, kind } of imports) {
      const output = outputs[path];
      if (output && kind === "import-statement") loaded.add(output);
    }
  }
  return [...loaded];
}

/** What loads with the first request, list, document or command. */
const later = [
  /^src\/(client|commands|editor|compose\/(allFeatures|documentModel|fileSystems))\b/,
  /^src\/files\/(?!shared)/,
  /^src\/model\/(batch|content\/markdown\/(block|inline|tree)\w+|copy|edit|export|import)\b/,
  /^src\/model\/(journal|publish|records|runs|save|writing|reading\/\w+Reader(?<!serviceReader))\b/,
  /node_modules\/(undici|qs|csv-parse|diff|jsonc-parser|mdast|micromark)/,
];

describe("Activation", () => {
  let loaded: Output[];
  before("build the extension", async function () {
    this.timeout(30_000);
    loaded = await loadedAtStart();
  });

  it("activation loads only the tree, and no commands, editor features, files, reading, saving or HTTP client", () => {
    const inputs = loaded.flatMap((output) => Object.keys(output.inputs));

    assert.ok(inputs.includes("src/tree/contentTree.ts"));
    assert.deepEqual(
      inputs.filter((path) => later.some((pattern) => pattern.test(path))),
      [],
    );
  });

  it("activation loads its code from one file, of at most 190 KB", () => {
    const sources = loaded.filter((output) =>
      Object.keys(output.inputs).some((path) => path.startsWith("src/")),
    );
    const bytes = loaded.reduce((sum, output) => sum + output.bytes, 0);

    assert.equal(sources.length, 1);
    assert.ok(bytes <= 190_000, `It loads ${bytes} bytes.`);
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
