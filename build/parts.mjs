// What is loaded apart from the start, and what is loaded together.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Bundles of their own, by the door to each: activation does not pay for what is required at first use. */
export const apart = { client: "src/client/index.ts", markdown: "src/model/blocks/index.ts" };

export const keptApart = {
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
export const helpTogether = {
  name: "help-together",
  setup({ onLoad, onResolve }) {
    const doors = [
      "src/compose/help.ts",
      "src/editor/schemaText.ts",
      "src/model/lifecycle/index.ts",
      "src/model/saving/index.ts",
    ].map((door) => realpathSync(door));
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" && doors.includes(join(resolveDir, path))
        ? { path: "help", namespace: "together" }
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
