// Builds what ships (dist/) and, with --tests, the suite that runs inside VS Code (out/suite/).
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { build, context } from "esbuild";
import { minify } from "terser";
import { toCommonJs } from "./build/commonJs.mjs";
import { apart, helpTogether, keptApart } from "./build/parts.mjs";
import { requiredOnce } from "./build/requiredOnce.mjs";
import { parserApart, spareUndici, unreached } from "./build/client.mjs";
import { noticesOf } from "./build/notices.mjs";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");

/** Writes the output itself, once it was made something else of. */
const written = (change) => ({
  name: "written",
  setup({ initialOptions, onEnd }) {
    initialOptions.write = false;
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, path.endsWith(".map") ? text : await change(text));
      }
    });
  },
});

/** What ships goes through terser, too, which makes a twentieth less of it. */
async function smaller(code) {
  // Whatever is no script fails here, and not in somebody's window.
  new Script(code);
  if (!production) return code;
  const format = { ascii_only: true };
  return (await minify(code, { compress: { passes: 2 }, ecma: 2020, format, toplevel: true })).code;
}

const common = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  mainFields: ["module", "main"],
  // A dynamic import becomes a require: it resolves beside the bundle in every kind of extension host.
  supported: { "dynamic-import": false },
  logLevel: "warning",
  // They are in ThirdPartyNotices.txt, each once.
  legalComments: "none",
  metafile: true,
  minify: production,
  sourcemap: !production,
};

const bundles = [
  {
    ...common,
    entryPoints: { main: "src/extension.ts" },
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    // esbuild parts ES modules alone.
    format: "esm",
    splitting: true,
    supported: {},
    chunkNames: "[name]-[hash]",
    plugins: [keptApart, helpTogether, requiredOnce, written((code) => smaller(toCommonJs(code)))],
  },
  {
    ...common,
    entryPoints: apart,
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    plugins: [spareUndici, unreached, parserApart, written(smaller)],
    // The names of 2,125 characters are longer than all else that reads Markdown.
    alias: { "character-entities": "./src/model/blocks/namedCharacters.ts" },
  },
];

if (process.argv.includes("--tests")) {
  // A test that is no longer there must not run on from an earlier build.
  rmSync("out/suite", { recursive: true, force: true });
  bundles.push({
    ...common,
    // One bundle a test file: a new one is found by its name, here and by index.ts.
    entryPoints: ["test/suite/index.ts", "test/suite/**/*.test.ts"],
    outbase: "test/suite",
    outdir: "out/suite",
    outExtension: { ".js": ".cjs" },
    // Mocha's door is an ES module; the bundle requires what lies behind it.
    alias: { mocha: "mocha/lib/mocha.cjs" },
    external: ["vscode", "mocha"],
    sourcemap: "inline",
  });
}

/** What runs all of these, and knows them by what they are made of. */
const start = () => ({
  ...common,
  entryPoints: { extension: "src/start.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  define: { BUILD: JSON.stringify(production ? hashOfBundles() : "") },
  plugins: [written(smaller)],
});

function hashOfBundles() {
  const hash = createHash("sha256");
  const names = readdirSync("dist").filter((name) => /(?<!^extension)\.cjs$/.test(name));
  for (const name of names.sort()) hash.update(readFileSync(join("dist", name)));
  return hash.digest("hex").slice(0, 16);
}

// What an earlier build parted otherwise must not stay beside this one.
rmSync("dist", { recursive: true, force: true });
if (watch) {
  for (const options of [...bundles, start()]) await (await context(options)).watch();
} else {
  const built = await Promise.all(bundles.map((options) => build(options)));
  await build(start());
  // The tests come last, and do not ship.
  const notices = noticesOf(built.slice(0, 2).map(({ metafile }) => metafile));
  writeFileSync("dist/ThirdPartyNotices.txt", notices);
}
