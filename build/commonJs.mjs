/**
 * Makes CommonJS of ES modules that esbuild has parted: it parts nothing else, and its own way there defines a
 * getter twice for each of the hundreds of names that one part has of another.
 */
export function toCommonJs(code) {
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
