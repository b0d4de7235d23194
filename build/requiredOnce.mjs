import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

/**
 * VS Code's API and Node's modules, each required once. Else every file of ours would require them for itself, and
 * copy all names of the API: that was most of what activation took.
 */
export const requiredOnce = {
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
