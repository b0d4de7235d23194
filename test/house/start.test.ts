import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { temporaryFolder } from "../support/temporaryFolder.ts";

/** The sources that are loaded before anybody asks for anything: all that nothing but an import() leads to is not. */
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

/** What VS Code calls. */
interface Started {
  activate(context: object): void;
}

/** The start alone, over parts that the test writes. */
async function startOver(folder: string): Promise<Started> {
  const outfile = join(folder, "extension.cjs");
  await build({
    entryPoints: ["src/start.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    define: { BUILD: '"test"' },
    outfile,
    logLevel: "error",
  });
  return createRequire(import.meta.url)(outfile) as Started;
}

describe("The start", () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  it("reads a part again by the next call, where it could not be read once", async () => {
    const write = (name: string, text: string) => {
      writeFileSync(join(folder.path, name), text);
    };
    const start = await startOver(folder.path);
    write(
      "main.cjs",
      'exports.activate = (context) => (context.call = () => require("./part.cjs"));',
    );
    const context: { globalStorageUri: object; call?: () => unknown } = {
      globalStorageUri: { fsPath: join(folder.path, "storage") },
    };
    start.activate(context);

    assert.throws(() => context.call?.(), { code: "ENOENT" });
    write("part.cjs", 'exports.says = "there";');

    assert.deepEqual(context.call?.(), { says: "there" });
  });

  it("loads what shows rows, and neither commands nor what helps with writing, saves or speaks HTTP", async function () {
    this.timeout(30_000);
    const loaded = await loadedAtStart();

    assert.ok(loaded.includes("src/tree/contentTree.ts"));
    assert.deepEqual(
      loaded.filter((path) =>
        /^src\/(client|commands|compose\/(commands|editor|help)|model\/(batch|blocks|saving\/(gate|review|saver|saving)))\b|undici/.test(
          path,
        ),
      ),
      [],
    );
  });
});
