import assert from "node:assert/strict";
import { ESLint } from "eslint";
import { readJson, root } from "./root.ts";

type Rules = Readonly<Record<string, unknown>>;

interface Oxlint {
  readonly rules: Rules;
  readonly overrides: readonly { readonly files: readonly string[]; readonly rules?: Rules }[];
}

/** A file of each kind, with the patterns in the configuration of oxlint that match it. */
const samples: Readonly<Record<string, readonly string[]>> = {
  "src/a.ts": ["**/*.ts", "src/**/*.ts"],
  "test/a.ts": ["**/*.ts", "test/**/*.ts"],
  "test/a.mjs": ["**/*.mjs"],
};

/** Rules of ESLint that oxlint 1.94 does not have. JavaScript modules can't contain what the last two report. */
const missing = [
  "no-unsafe-class-instance-assignment",
  "no-unsafe-enum-assignment",
  "no-dupe-args",
  "no-octal",
];

/** The rules that are on, by their name without the plugin, with their options. */
function active(rules: Rules): Map<string, unknown[]> {
  const activeRules = new Map<string, unknown[]>();
  for (const [name, entry] of Object.entries(rules)) {
    const [severity, ...options]: unknown[] = [entry].flat();
    const isOn = severity === "error" || severity === 2;
    const plain = name.replace(/^(@typescript-eslint|typescript)\//, "");
    if (isOn) activeRules.set(plain, options);
    // In both configurations, a rule of the plugin replaces the rule of the same name, which is off.
    else if (plain === name || !(plain in rules)) activeRules.delete(plain);
  }
  return activeRules;
}

describe("Lint", () => {
  for (const [path, patterns] of Object.entries(samples)) {
    it(`oxlint checks the rules of ESLint with the same options, in ${path}`, async () => {
      const { rules, overrides } = readJson(".oxlintrc.json") as Oxlint;
      const layers = overrides.filter(({ files }) => files.some((glob) => patterns.includes(glob)));
      const oxlint = active(
        Object.assign({}, rules, ...layers.map((layer) => layer.rules)) as Rules,
      );
      const config = (await new ESLint({ cwd: root }).calculateConfigForFile(path)) as {
        readonly rules: Rules;
      };
      const eslint = active(config.rules);

      const expected = [...eslint.keys()].filter((name) => !missing.includes(name));
      assert.deepEqual([...oxlint.keys()].sort(), expected.sort());
      for (const [name, options] of oxlint) {
        // ESLint adds the defaults to the options.
        const full = eslint.get(name)?.slice(0, options.length) as object[];
        const merged = options.map((option, at) =>
          option instanceof Object ? Object.assign({}, full[at], option) : option,
        );
        assert.deepEqual(merged, full, name);
      }
    });
  }
});
