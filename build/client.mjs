// What the client's libraries bring, and the client does without.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

/**
 * Of undici a second build of its parser, for processors with SIMD, while
 * the other runs on all; and the bodies of `fetch`, which are for FormData (the client's uploads are its own).
 */
export const spareUndici = {
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
export const unreached = {
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
export const parserApart = {
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
