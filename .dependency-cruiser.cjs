"use strict";
// The layer rules of src/: docs/architecture.md describes the layers, test/house proves each rule.

const vscode = "(^|/)(@types/)?vscode(/|$)";
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const room = (...names) => `^src/(${names.join("|")})/`;

/** The groups of the model, from the bottom up; docs/architecture.md explains each. */
const groups = ["foundation", "connections", "schemas", "documents", "query", "changes", "bulk"];
const inGroups = (...names) => `^src/model/(${names.join("|")})/`;
/** What joins the groups, for who imports the model. */
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
      "client-knows-nobody",
      "The client is a library of its own.",
      { path: room("client") },
      { path: "^src/", pathNot: room("client") },
    ),
    rule(
      "client-has-one-door",
      "Outsiders import client/index.ts only.",
      { path: "^src/", pathNot: room("client") },
      { path: room("client"), pathNot: "^src/client/index\\.ts$" },
    ),
    rule(
      "model-knows-only-client",
      "The model does not know who shows it.",
      { path: room("model") },
      { path: "^src/", pathNot: room("model", "client") },
    ),
    rule(
      "core-has-no-vscode",
      "Client and model run, and are tested, without VS Code.",
      { path: room("client", "model") },
      { path: vscode },
    ),
    rule(
      "only-client-speaks-http",
      "One place sends requests.",
      { path: "^src/", pathNot: room("client") },
      { path: "(^|/)(undici|qs)(/|$)|^(node:)?(http|https|http2|net|tls)$" },
    ),
    rule(
      "views-do-not-command",
      "Views show; commands act.",
      { path: room("tree", "files", "editor") },
      { path: room("commands") },
    ),
    rule(
      "files-do-not-know-tree",
      "A URI is a full address and needs no row.",
      { path: room("files") },
      { path: room("tree") },
    ),
    rule(
      "host-knows-only-model",
      "The cloth over VS Code serves every view alike.",
      { path: room("host") },
      { path: "^src/", pathNot: room("host", "model") },
    ),
    rule(
      "nobody-imports-composition",
      "The composition is the end of the chain.",
      { path: "^src/", pathNot: "^src/(extension\\.ts$|compose/)" },
      { path: "^src/(extension\\.ts$|compose/)" },
    ),
    rule(
      "src-does-not-know-test",
      "Production has no doors for tests.",
      { path: "^src/" },
      { path: "^test/" },
    ),
    ...groupRules,
    rule(
      "model-has-only-these-groups",
      "A file of the model is in one of its groups.",
      { path: "^src/" },
      { path: room("model"), pathNot: [inGroups(...groups), aboveGroups] },
    ),
    rule(
      "model-groups-import-nothing-above-them",
      "A group has failures of its own; only who imports the model sees them joined.",
      { path: inGroups(...groups) },
      { path: aboveGroups },
    ),
    rule("no-cycles", "Read one file after the other.", {}, { circular: true }),
    // Each folder, with all below it, is compared with the folders that directly hold what it imports. A circle
    // that enters a folder only through its subfolder is left to the rules for layers and groups above.
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
    // Types count: a type-only import of vscode in the model is a leak like any other.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
