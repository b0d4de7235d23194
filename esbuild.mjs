// Builds dist/. With --suite, also builds out/suite/, which contains the tests that run inside VS Code. With --package,
// builds the npm package in out/package/ instead, without its declarations, which `tsc -p package` writes. With --client,
// builds only the client as the extension bundles it, which test/client/bundle.test.ts tests. With --metafile, also
// writes esbuild's report of the build. With --production, writes no source maps, except with --maps, and then apart
// from the code.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build, context } from "esbuild";
import { configSchema } from "./package/configSchema.mjs";

const { values: flags } = parseArgs({
  options: {
    production: { type: "boolean", default: false },
    package: { type: "boolean", default: false },
    client: { type: "boolean", default: false },
    suite: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    outdir: { type: "string" },
    metafile: { type: "string" },
    maps: { type: "boolean", default: false },
  },
});
const outdir = flags.outdir ?? (flags.package ? "out/package" : "dist");

const common = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  // Prefers "module", because the "main" of jsonc-parser is UMD, whose imports esbuild can't follow.
  mainFields: ["module", "main"],
  // The ES modules of yaml. Its entry for Node is CommonJS and calls require.
  alias: { yaml: "./node_modules/yaml/browser/index.js" },
  // undici is CommonJS. It calls require for modules of Node, and an ES module has no require of its own.
  banner: {
    js: 'import { createRequire as $createRequire } from "node:module"; const require = $createRequire(import.meta.url);',
  },
  minify: flags.production,
  sourcemap: flags.production ? flags.maps && "external" : true,
  logLevel: "warning",
};

/** Of undici's index, what src/client uses. The rest, such as caches, interceptors and mocks, takes 120 KB. */
const usedParts = `
  const request = require("./lib/api/api-request");
  const connect = require("./lib/api/api-connect");
  Object.assign(require("./lib/dispatcher/dispatcher").prototype, { request, connect });
  exports.Pool = require("./lib/dispatcher/pool");
  exports.EnvHttpProxyAgent = require("./lib/dispatcher/env-http-proxy-agent");
`;

/** undici's HTTP parser. Packed twice as tight as its base64 text alone, it takes 1 ms more when it is first needed. */
const packedParser = () => {
  const parser = createRequire(import.meta.url)("undici/lib/llhttp/llhttp-wasm.js");
  const text = brotliCompressSync(parser).toString("base64");
  return `
    let parser;
    Object.defineProperty(module, "exports", {
      get: () => (parser ??= require("node:zlib").brotliDecompressSync(Buffer.from("${text}", "base64"))),
    });
  `;
};

/** Decodes the entities of Markdown with the table that parse5 has for HTML, instead of with another one of 35 KB. */
const oneTable = `
  import { decodeHTMLStrict } from "entities/decode";
  export function decodeNamedCharacterReference(name) {
    const reference = "&" + name + ";";
    const text = decodeHTMLStrict(reference);
    return text === reference ? false : text;
  }
`;

/**
 * Only bodies of FormData and the like would need undici's fetch. The client neither offers HTTP/2 nor takes a SOCKS
 * proxy. undici also has its HTTP parser twice. Without the build for SIMD, it uses the other one, which runs on every
 * processor.
 */
const withoutUnusedParts = {
  name: "without unused parts of packages",
  setup: ({ onLoad }) => {
    const unused =
      /undici[\\/]lib[\\/](web[\\/]fetch[\\/]|core[\\/]socks5|dispatcher[\\/](socks5|client-h2)|llhttp[\\/]llhttp_simd-wasm)/;
    onLoad({ filter: unused }, () => ({ contents: "" }));
    onLoad({ filter: /undici[\\/]index\.js$/ }, () => ({ contents: usedParts }));
    onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, () => ({
      contents: packedParser(),
    }));
    onLoad({ filter: /decode-named-character-reference[\\/]index\.js$/ }, () => ({
      contents: oneTable,
      resolveDir: resolve("node_modules/parse5"),
    }));
  },
};

/**
 * Keeps the code that VS Code loads on activation in one file, which loads faster than many. esbuild puts the code that
 * other parts share with the start into files of its own, one for each combination of parts. So each part that an
 * import() loads imports the whole start, which has loaded by then.
 */
const startInOneFile = {
  name: "start in one file",
  setup({ onResolve, onLoad }) {
    const start = JSON.stringify(resolve("src/extension.ts"));
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" ? { path: join(resolveDir, path), namespace: "later" } : undefined,
    );
    onLoad({ filter: /./, namespace: "later" }, ({ path }) => ({
      contents: `import ${start}; export * from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
  },
};

const extension = {
  ...common,
  entryPoints: { extension: "src/extension.ts" },
  outdir,
  plugins: [withoutUnusedParts, startInOneFile],
  // ThirdPartyNotices.txt contains the licenses instead.
  legalComments: "none",
  metafile: true,
  // With "info", esbuild reports each build of a watch. The watch task in .vscode/tasks.json waits for these reports.
  logLevel: flags.watch ? "info" : "warning",
};

const client = {
  ...extension,
  entryPoints: { client: "src/client/index.ts" },
  plugins: [withoutUnusedParts],
};

const { dependencies } = JSON.parse(readFileSync("package/package.json", "utf8"));

const npmPackage = {
  ...common,
  entryPoints: {
    "dist/client/index": "src/client/index.ts",
    "dist/client/admin/index": "src/client/admin/index.ts",
    "dist/client/fetch/index": "src/client/fetch/index.ts",
    "dist/cli/main": "src/cli/main.ts",
  },
  chunkNames: "dist/chunks/[name]-[hash]",
  outdir,
  // Everything else is bundled, and needs no require.
  external: Object.keys(dependencies),
  banner: {},
  minify: false,
  sourcemap: false,
  legalComments: "none",
  metafile: true,
};

const suite = {
  ...common,
  entryPoints: ["test/suite/index.ts", "test/suite/**/*.test.ts"],
  outdir: "out/suite",
  external: ["vscode", "mocha"],
};

/** Notices that the files of a package lack. */
const missingNotices = {
  // undici contains llhttp.
  undici: ["llhttp: MIT License. Copyright Fedor Indutny, 2018."],
  "@vscode/l10n": ["MIT License. Copyright (c) Microsoft Corporation."],
};

const main = flags.package ? npmPackage : flags.client ? client : extension;
for (const options of flags.suite ? [main, suite] : [main]) {
  rmSync(options.outdir, { recursive: true, force: true });
  if (flags.watch) {
    const watched = await context(options);
    await watched.watch();
  } else {
    const { metafile } = await build(options);
    if (metafile) writeFileSync(join(outdir, "ThirdPartyNotices.txt"), noticesOf(metafile));
    if (flags.package) writeForCommonJs(metafile);
    if (metafile && flags.metafile) writeFileSync(flags.metafile, JSON.stringify(metafile));
  }
}

if (flags.package) {
  for (const name of ["README.md", "CHANGELOG.md"]) {
    cpSync(join("package", name), join(outdir, name));
  }
  writeFileSync(join(outdir, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  cpSync("LICENSE", join(outdir, "LICENSE"));
  writeFileSync(join(outdir, "config.schema.json"), `${JSON.stringify(configSchema(), null, 2)}\n`);
}

/** Without `private`, which keeps npm from publishing the folder of the template, and with the project's repository. */
function publishedManifest() {
  const template = JSON.parse(readFileSync("package/package.json", "utf8"));
  const { repository, bugs, homepage } = JSON.parse(readFileSync("package.json", "utf8"));
  return { ...template, private: undefined, repository, bugs, homepage };
}

/**
 * Writes what `require` gets of each entry point: the same ES module, with types that say so. TypeScript before 5.8
 * rejects `require` of the declarations of an ES module.
 */
function writeForCommonJs({ outputs }) {
  for (const [path, { exports }] of Object.entries(outputs)) {
    if (!/client\/(\w+\/)?index\.js$/.test(path)) continue;
    const mode = 'with { "resolution-mode": "import" }';
    const module = `import("./index.js", { ${mode.replace("with", "with:")} })`;
    const declarations = exports.flatMap((name) => [
      `export declare const ${name}: typeof ${module}.${name};`,
      // A class is a type as well.
      ...(/^[A-Z]/.test(name) ? [`export type ${name} = ${module}.${name};`] : []),
    ]);
    const lines = [`export type * from "./index.js" ${mode};`, ...declarations, ""];
    writeFileSync(path.replace(/\.js$/, ".d.cts"), lines.join("\n"));
    writeFileSync(path.replace(/\.js$/, ".cjs"), 'module.exports = require("./index.js");\n');
  }
}

/** The license texts of all packages whose code is in the output. */
function noticesOf({ outputs }) {
  const paths = Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : []));
  const folders = paths.flatMap(
    (path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(folders)].sort().map(noticeOf).join("\n\n");
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder, { recursive: true }).filter((file) =>
    /(^|[\\/])(licen[cs]e|copying|notice)(\.\w+)?$/i.test(file),
  );
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  texts.push(...(missingNotices[name] ?? []));
  if (texts.length === 0) throw new Error(`${name} is bundled, but has no licence file.`);
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}
