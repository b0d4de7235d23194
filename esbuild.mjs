// Builds what ships (dist/) and, with --tests, the suite that runs inside VS Code (out/suite/).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
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
 * VS Code's API, required once and taken apart. Else each file of ours would require it and copy all of its names
 * for itself: that was most of what activation took.
 */
const oneVSCode = {
  name: "one-vscode",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^vscode$/ }, ({ namespace, path }) =>
      namespace === "one-vscode" ? { path, external: true } : { path, namespace: "one-vscode" },
    );
    onLoad({ filter: /^vscode$/, namespace: "one-vscode" }, () => {
      const names = namesOfVSCode().join(", ");
      return { contents: `const { ${names} } = require("vscode"); export { ${names} };` };
    });
  },
};

/** Those of its values that the sources name. */
function namesOfVSCode() {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  const values = types.matchAll(/^\s+export (?:namespace|class|enum|const) (\w+)/gm);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join("src", name), "utf8"))
    .filter((text) => text.includes('from "vscode"'))
    .join("\n");
  const words = new Set(sources.match(/\w+/g));
  return [...new Set([...values].map(([, name]) => name))].filter((name) => words.has(name));
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

/** What ships goes through terser, too, which makes a twentieth less of it. */
const smaller = {
  name: "smaller",
  setup({ onEnd }) {
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        const { code } = await minify(text, {
          compress: { passes: 2 },
          ecma: 2020,
          toplevel: true,
        });
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, code);
      }
    });
  },
};

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
  write: !production,
  sourcemap: !production,
};

const bundles = [
  {
    ...common,
    entryPoints: { extension: "src/start.ts", main: "src/extension.ts" },
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    external: ["vscode"],
    plugins: [keptApart, oneVSCode, ...(production ? [smaller] : [])],
  },
  {
    ...common,
    entryPoints: apart,
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    plugins: [spareUndici, unreached, parserApart, ...(production ? [smaller] : [])],
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
    // Else nobody does, where what ships goes through terser.
    write: true,
  });
}

if (watch) {
  for (const options of bundles) await (await context(options)).watch();
} else {
  await Promise.all(bundles.map((options) => build(options)));
}
