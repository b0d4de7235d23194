import js from "@eslint/js";
import tseslint from "typescript-eslint";

const registrations =
  "CallExpression[callee.object.object.name='vscode'][callee.property.name=/^(register|createTreeView|createOutputChannel)/]";

export default tseslint.config(
  { ignores: ["dist/", "out/", "**/node_modules/", "test/cms/", "test/services/*/**/*.js"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { checkThenables: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      complexity: ["error", { max: 10, variant: "modified" }],
      "max-depth": ["error", 3],
      "max-params": ["error", 5],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/host/**", "src/compose/**", "src/extension.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: registrations, message: "Register in host/, compose/ or extension.ts." },
      ],
    },
  },
  {
    // Tests may use non-null assertions: the test fails anyway if the value is missing.
    files: ["test/**/*.ts"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    languageOptions: {
      globals: {
        console: "readonly",
        process: "readonly",
        fetch: "readonly",
        URL: "readonly",
        AbortSignal: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        performance: "readonly",
        module: "writable",
        require: "readonly",
      },
    },
  },
);
