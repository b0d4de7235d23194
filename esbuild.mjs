// Builds what ships (dist/) and, with --tests, the suite that runs inside VS Code (out/suite/).
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { build, context } from "esbuild";
import { minify } from "terser";

const require = createRequire(import.meta.url);
const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");

/** Bundles of their own, by the door to each: activation does not pay for what is required at first use. */
const apart = { client: "src/client/index.ts", markdown: "src/model/blocks/index.ts" };

const keptApart = {
  name: "kept-apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/(client|blocks)\/index\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import"
        ? { path: `./${path.includes("/client/") ? "client" : "markdown"}.cjs`, external: true }
        : undefined,
    );
  },
};

/**
 * What is imported when somebody looks at a document becomes one part: of more, more combinations would have
 * something in common, each a file of its own.
 */
const documentsTogether = {
  name: "documents-together",
  setup({ onLoad, onResolve }) {
    const doors = [
      "src/compose/documents.ts",
      "src/editor/schemaText.ts",
      "src/model/lifecycle/index.ts",
      "src/model/saving/index.ts",
    ].map((door) => realpathSync(door));
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" && doors.includes(join(resolveDir, path))
        ? { path: "documents", namespace: "together" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "together" }, async () => {
      const lines = await Promise.all(doors.map(exportsOf));
      return { contents: lines.join("\n"), resolveDir: process.cwd() };
    });
  },
};

/** All that a door has, by its names: of `export *`, esbuild would leave out what two of them call the same. */
async function exportsOf(door) {
  const { metafile } = await build({
    ...{ entryPoints: [door], outdir: "out", format: "esm" },
    ...{ metafile: true, write: false, logLevel: "error" },
  });
  const [{ exports }] = Object.values(metafile.outputs);
  return `export { ${exports.join(", ")} } from ${JSON.stringify(door)};`;
}

/**
 * VS Code's API and Node's modules, each required once. Else every file of ours would require them for itself, and
 * copy all names of the API: that was most of what activation took.
 */
const requiredOnce = {
  name: "required-once",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(vscode|stream|node:.+)$/ }, ({ namespace, path }) =>
      namespace === "required-once"
        ? { path, external: true }
        : { path, namespace: "required-once" },
    );
    onLoad({ filter: /./, namespace: "required-once" }, ({ path }) => {
      const names = namesOf(path).join(", ");
      return { contents: `const { ${names} } = require("${path}"); export { ${names} };` };
    });
  },
};

/** The values of a module that the sources import. */
function namesOf(module) {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join("src", name), "utf8"))
    .filter((text) => text.includes(`from "${module}"`))
    .join("\n");
  return module === "vscode" ? valuesOfVSCode(sources) : importedFrom(module, sources);
}

function valuesOfVSCode(sources) {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  const values = types.matchAll(/^\s+export (?:namespace|class|enum|const) (\w+)/gm);
  const words = new Set(sources.match(/\w+/g));
  return [...new Set([...values].map(([, name]) => name))].filter((name) => words.has(name));
}

function importedFrom(module, sources) {
  const imports = sources.matchAll(new RegExp(`^import \\{([^}]+)\\} from "${module}"`, "gm"));
  const names = [...imports].flatMap(([, list]) => list.match(/\w+(?: as \w+)?/g));
  const own = new Set(names.map((name) => name.split(" ")[0]));
  // A library's own: whatever there is.
  return own.size > 0 ? [...own] : Object.keys(require(module));
}

/**
 * Makes CommonJS of ES modules that esbuild has parted: it parts nothing else, and its own way there defines a
 * getter twice for each of the hundreds of names that one part has of another.
 */
function toCommonJs(code) {
  const inBraces = (names, word) => names.replace(/([\w$]+) as ([\w$]+)/g, word);
  const made = code
    .replace(/^(?:import\s*(?:\{[^}]*\}\s*from\s*)?"[^"]+";\s*)+/, (all) =>
      all
        .replace(
          /import\s*\{([^}]*)\}\s*from\s*("[^"]+");/g,
          (_, names, path) => `const {${inBraces(names, "$1: $2")}} = require(${path});`,
        )
        .replace(/import\s*("[^"]+");/g, "require($1);"),
    )
    .replace(
      /\bexport\s*\{([^}]*)\};(?=\s*(?:\/\/# sourceMappingURL=\S+\s*)?$)/,
      (_, names) => `module.exports = {${inBraces(names, "$2: $1")}};`,
    )
    .replace(/\bimport\(("\.\/[\w-]+\.cjs")\)/g, "Promise.resolve().then(() => require($1))");
  // Of what else is no script the compiler complains.
  if (/\bimport\("\.\//.test(made)) throw new Error("An import() is left as it was.");
  return made;
}

/**
 * What undici brings and the client does without: a second build of its parser, for processors with SIMD, while
 * the other runs on all; and the bodies of `fetch`, which are for FormData (the client's uploads are its own).
 */
const spareUndici = {
  name: "spare-undici",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path, ...options }) =>
      resolve(path.replace("llhttp_simd", "llhttp"), options),
    );
    onResolve({ filter: /\/web\/fetch\/body\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * What the client's libraries bring and no call of ours reaches: HTTP/2, which undici speaks only where it is told
 * to; SOCKS, while a proxy of ours has an http URL; qs's parser; and of its channels for private data all but the
 * WeakMap that every Node has.
 */
const unreached = {
  name: "unreached",
  setup({ onLoad }) {
    const empty =
      /[\\/](undici[\\/].*[\\/](client-h2|socks5-proxy-agent)|qs[\\/]lib[\\/]parse)\.js$/;
    onLoad({ filter: empty }, () => ({ contents: "" }));
    onLoad({ filter: /[\\/]side-channel[\\/]index\.js$/ }, () => ({
      contents: "module.exports = () => new WeakMap();",
    }));
  },
};

/** undici's parser as the binary that it is: written in base64, a third more of it would have to be downloaded. */
const parserApart = {
  name: "parser-apart",
  setup({ initialOptions, onLoad }) {
    onLoad({ filter: /[\\/]llhttp-wasm\.js$/ }, ({ path }) => {
      mkdirSync(initialOptions.outdir, { recursive: true });
      writeFileSync(join(initialOptions.outdir, "llhttp.wasm"), require(path));
      const place = 'require("node:path").join(__dirname, "llhttp.wasm")';
      return { contents: `module.exports = require("node:fs").readFileSync(${place});` };
    });
  },
};

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
  legalComments: "none",
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
    plugins: [
      keptApart,
      documentsTogether,
      requiredOnce,
      written((code) => smaller(toCommonJs(code))),
    ],
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
  await Promise.all(bundles.map((options) => build(options)));
  await build(start());
}
