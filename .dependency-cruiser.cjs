"use strict";
// The layer rules of src/. docs/architecture.md describes the layers. test/house/layers.test.ts tests each rule.

const vscode = "(^|/)(@types/)?vscode(/|$)";
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const layer = (...names) => `^src/(${names.join("|")})/`;

/** The groups of the model, from the lowest to the highest. docs/architecture.md explains each one. */
const groups = [
  "foundation",
  "connect",
  "schemas",
  "access",
  "types",
  "content",
  "reading",
  "documents",
  "browse",
  "find",
  "journal",
  "writing",
  "runs",
  "records",
  "create",
  "locales",
  "edit",
  "save",
  "publish",
  "media",
  "users",
  "history",
  "batch",
  "export",
  "import",
  "check",
  "compare",
  "copy",
  "folder",
];
const inGroups = (...names) => `^src/model/(${names.join("|")})/`;
/** Files that join the groups. The layers above the model import them. */
const aboveGroups = "^src/model/(failure|remedies)\\.ts$";
const groupRules = groups
  .slice(0, -1)
  .map((group, at) =>
    rule(
      `model-${group}-imports-no-group-above-it`,
      "A group of the model imports only itself and the groups below it.",
      { path: inGroups(group) },
      { path: inGroups(...groups.slice(at + 1)) },
    ),
  );

module.exports = {
  forbidden: [
    rule(
      "client-imports-no-layer",
      "The client is a library of its own.",
      { path: layer("client") },
      { path: "^src/", pathNot: layer("client") },
    ),
    rule(
      "client-has-three-entry-points",
      "Other layers import only client/index.ts, client/admin/index.ts and client/links/index.ts.",
      { path: "^src/", pathNot: layer("client") },
      { path: layer("client"), pathNot: "^src/client/((admin|links)/)?index\\.ts$" },
    ),
    rule(
      "client-works-without-admin",
      "A program that needs no administrator doesn't load the administrator's calls.",
      { path: layer("client"), pathNot: "^src/client/admin/" },
      { path: "^src/client/admin/" },
    ),
    rule(
      "client-runs-without-node",
      "The client runs wherever there is a fetch function. Only these parts need Node.",
      {
        path: layer("client"),
        pathNot: "^src/client/(node/|links/|index\\.ts$|admin/diagnosis\\.ts$)",
      },
      { path: "(^|/)undici(/|$)|^(node:)?[a-z_]+(/promises)?$|^src/client/(node/|index\\.ts$)" },
    ),
    rule(
      "model-imports-only-client",
      "The model runs without the layers that show it.",
      { path: layer("model") },
      { path: "^src/", pathNot: layer("model", "client") },
    ),
    rule(
      "core-imports-no-vscode",
      "These layers run, and are tested, without VS Code.",
      { path: layer("client", "model", "texts", "cli") },
      { path: vscode },
    ),
    rule(
      "only-client-imports-http",
      "Only the client sends requests.",
      { path: "^src/", pathNot: layer("client") },
      { path: "(^|/)(undici|qs)(/|$)|^(node:)?(http|https|http2|net|tls)$" },
    ),
    rule(
      "views-import-no-commands",
      "Views do not depend on commands.",
      { path: layer("tree", "files", "editor") },
      { path: layer("commands") },
    ),
    rule(
      "files-import-no-tree",
      "A URI is a complete address, so files work without the tree.",
      { path: layer("files") },
      { path: layer("tree") },
    ),
    rule(
      "texts-import-only-model",
      "Texts describe values of the model, whoever shows them.",
      { path: layer("texts") },
      { path: "^src/", pathNot: layer("texts", "model") },
    ),
    rule(
      "cli-imports-only-texts-model-and-client",
      "The command line runs without the extension.",
      { path: layer("cli") },
      { path: "^src/", pathNot: layer("cli", "texts", "model", "client") },
    ),
    rule(
      "nothing-imports-cli",
      "The extension doesn't contain the command line.",
      { path: "^src/", pathNot: layer("cli") },
      { path: layer("cli") },
    ),
    rule(
      "host-imports-only-texts-and-model",
      "The adapters of VS Code do not depend on the views that use them.",
      { path: layer("host") },
      { path: "^src/", pathNot: layer("host", "texts", "model") },
    ),
    rule(
      "shared-imports-no-feature",
      "What several features of a layer share does not depend on one of them.",
      { path: "^src/(cli|commands|editor|files|texts)/shared/" },
      { path: "^src/$1/[^/]+/", pathNot: "^src/$1/shared/" },
    ),
    rule(
      "nothing-imports-composition",
      "Only the composition creates the layers.",
      { path: "^src/", pathNot: "^src/(extension\\.ts$|compose/)" },
      { path: "^src/(extension\\.ts$|compose/)" },
    ),
    rule(
      "src-imports-no-test",
      "The extension does not depend on its tests.",
      { path: "^src/" },
      { path: "^test/" },
    ),
    ...groupRules,
    rule(
      "model-has-only-these-groups",
      "A file of the model is in one of its groups.",
      { path: "^src/" },
      { path: layer("model"), pathNot: [inGroups(...groups), aboveGroups] },
    ),
    rule(
      "model-groups-import-nothing-above-them",
      "Each group has its own failures. Only the layers above the model use all of them.",
      { path: inGroups(...groups) },
      { path: aboveGroups },
    ),
    rule("no-cycles", "Files do not import each other in a circle.", {}, { circular: true }),
    // The rule compares a folder and its subfolders with the folders that directly contain the imported files. It
    // ignores a cycle that enters a folder only through a subfolder. The rules for layers and groups cover that case.
    {
      ...rule(
        "no-cycles-of-folders",
        "No two sibling folders import each other. A folder and its own subfolder may.",
        { path: "^src/" },
        { circular: true },
      ),
      scope: "folder",
    },
  ],
  options: {
    // Includes type-only imports: the model must not import types of vscode either.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
