import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import type { IConfiguration, ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { itLong } from "../support/longRun.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { filesIn, read, root } from "./root.ts";

type Files = Readonly<Record<string, string>>;

const require = createRequire(import.meta.url);
const { forbidden = [], options = {} } = require(
  join(root, ".dependency-cruiser.cjs"),
) as IConfiguration;

type Violation = readonly [rule: string, how: string, files: Files];

/** The groups of the model, from the lowest to the highest. */
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

/**
 * Source trees that each break one rule: the rule, a description and the files. `npm test` has the first tree of each
 * rule, and `npm run test:long` all.
 */
const violations: readonly Violation[] = [
  [
    "client-imports-no-layer",
    "the client imports the model",
    { "client/a.ts": 'import "../model/copy/b.ts";', "model/copy/b.ts": "" },
  ],
  [
    "client-imports-no-layer",
    "the client imports a type of the host",
    { "client/a.ts": 'import type { B } from "../host/b.ts";', "host/b.ts": "export type B = 1;" },
  ],
  [
    "client-has-three-entry-points",
    "the model imports an internal file of the client",
    { "model/a.ts": 'import "../client/b.ts";', "client/b.ts": "" },
  ],
  [
    "client-has-three-entry-points",
    "the model imports a type from an internal file of the client",
    {
      "model/a.ts": 'import type { B } from "../client/b.ts";',
      "client/b.ts": "export type B = 1;",
    },
  ],
  [
    "client-has-three-entry-points",
    "the model imports an internal file of the administrator's calls",
    { "model/a.ts": 'import "../client/admin/b.ts";', "client/admin/b.ts": "" },
  ],
  [
    "client-works-without-admin",
    "the client imports the administrator's calls",
    { "client/index.ts": 'import "./admin/b.ts";', "client/admin/b.ts": "" },
  ],
  [
    "client-works-without-admin",
    "the client imports a type of the administrator's calls",
    {
      "client/index.ts": 'export type { B } from "./admin/index.ts";',
      "client/admin/index.ts": "export type B = 1;",
    },
  ],
  [
    "client-runs-without-node",
    "the client reads a file of the disk",
    { "client/a.ts": 'import "node:fs";' },
  ],
  [
    "client-runs-without-node",
    "the client that uses fetch imports the main entry point",
    { "client/fetch/index.ts": 'import "../index.ts";', "client/index.ts": "" },
  ],
  [
    "model-imports-only-client",
    "the model imports the host",
    { "model/a.ts": 'import "../host/b.ts";', "host/b.ts": "" },
  ],
  [
    "core-imports-no-vscode",
    "the model imports vscode",
    { "model/a.ts": 'import * as vscode from "vscode"; export const a = vscode;' },
  ],
  [
    "core-imports-no-vscode",
    "the model imports a type of vscode",
    { "model/a.ts": 'import type { Uri } from "vscode"; export type A = Uri;' },
  ],
  [
    "core-imports-no-vscode",
    "the client imports a type of vscode",
    { "client/a.ts": 'import type * as vscode from "vscode"; export type A = vscode.Uri;' },
  ],
  [
    "only-client-imports-http",
    "the host sends requests with undici",
    { "host/a.ts": 'import "undici";' },
  ],
  [
    "only-client-imports-http",
    "the model writes queries with qs",
    { "model/a.ts": 'import "qs";' },
  ],
  [
    "only-client-imports-http",
    "a command opens a socket",
    { "commands/a.ts": 'import "node:net";' },
  ],
  ["only-client-imports-http", "the tree requires https", { "tree/a.ts": 'import "https";' }],
  [
    "views-import-no-commands",
    "the tree imports a command",
    { "tree/a.ts": 'import "../commands/b.ts";', "commands/b.ts": "" },
  ],
  [
    "views-import-no-commands",
    "an editor imports a command",
    { "editor/a.ts": 'import "../commands/b.ts";', "commands/b.ts": "" },
  ],
  [
    "files-import-no-tree",
    "files import the tree",
    { "files/a.ts": 'import "../tree/b.ts";', "tree/b.ts": "" },
  ],
  [
    "texts-import-only-model",
    "the texts import the host",
    { "texts/a.ts": 'import "../host/b.ts";', "host/b.ts": "" },
  ],
  [
    "cli-imports-only-texts-model-and-client",
    "the command line imports the host",
    { "cli/a.ts": 'import "../host/b.ts";', "host/b.ts": "" },
  ],
  [
    "nothing-imports-cli",
    "a command imports the command line",
    { "commands/a.ts": 'import "../cli/b.ts";', "cli/b.ts": "" },
  ],
  [
    "host-imports-only-texts-and-model",
    "the host imports the tree",
    { "host/a.ts": 'import "../tree/b.ts";', "tree/b.ts": "" },
  ],
  [
    "shared-imports-no-feature",
    "what commands share imports a feature's command",
    { "commands/shared/a.ts": 'import "../publish/b.ts";', "commands/publish/b.ts": "" },
  ],
  [
    "shared-imports-no-feature",
    "what texts share imports a type of a feature",
    {
      "texts/shared/a.ts": 'import type { B } from "../copy/b.ts";',
      "texts/copy/b.ts": "export type B = 1;",
    },
  ],
  [
    "nothing-imports-composition",
    "a command imports the extension",
    { "commands/a.ts": 'import "../extension.ts";', "extension.ts": "" },
  ],
  [
    "nothing-imports-composition",
    "a command imports a part of the composition",
    { "commands/a.ts": 'import "../compose/b.ts";', "compose/b.ts": "" },
  ],
  [
    "src-imports-no-test",
    "production imports a test",
    { "tree/a.ts": 'import "../../test/b.ts";', "../test/b.ts": "" },
  ],
  [
    "model-foundation-imports-no-group-above-it",
    "the lowest group of the model imports the highest one",
    { "model/foundation/a.ts": 'import "../copy/b.ts";', "model/copy/b.ts": "" },
  ],
  [
    "model-has-only-these-groups",
    "a command imports a file of the model that is in none of its groups",
    { "commands/a.ts": 'import "../model/other/b.ts";', "model/other/b.ts": "" },
  ],
  [
    "model-has-only-these-groups",
    "a file of the model is beside its groups",
    { "model/copy/a.ts": 'import "../b.ts";', "model/b.ts": "" },
  ],
  [
    "model-groups-import-nothing-above-them",
    "a group of the model imports the joined failures",
    {
      "model/copy/a.ts": 'import type { B } from "../failure.ts";',
      "model/failure.ts": "export type B = 1;",
    },
  ],
  [
    "no-cycles",
    "two files import each other",
    { "tree/a.ts": 'import "./b.ts";', "tree/b.ts": 'import "./a.ts";' },
  ],
  [
    "no-cycles-of-folders",
    "two sibling folders import each other, through four files",
    {
      "commands/one/a.ts": 'import "../two/b.ts";',
      "commands/two/b.ts": "",
      "commands/two/c.ts": 'import "../one/d.ts";',
      "commands/one/d.ts": "",
    },
  ],
  [
    "no-cycles-of-folders",
    "three sibling folders import each other in a circle, for types",
    {
      "model/copy/one/a.ts": 'import type { B } from "../two/b.ts";',
      "model/copy/two/b.ts": "export type B = 1;",
      "model/copy/two/c.ts": 'import type { D } from "../three/d.ts";',
      "model/copy/three/d.ts": "export type D = 1;",
      "model/copy/three/e.ts": 'import type { F } from "../one/f.ts";',
      "model/copy/one/f.ts": "export type F = 1;",
    },
  ],
];

/** A source tree in which each group of the model, except the highest, imports the group above it. */
const eachGroupImportsTheNext: Files = Object.fromEntries(
  groups.map((group, at) => {
    const above = groups[at + 1];
    return [
      `model/${group}/${group}.ts`,
      above === undefined ? "" : `import "../${above}/${above}.ts";`,
    ];
  }),
);
const groupRules = groups.slice(0, -1).map((group) => `model-${group}-imports-no-group-above-it`);

/** The names of the rules that a source tree breaks, without duplicates. */
async function brokenRules(folder: string): Promise<string[]> {
  const tsConfig = extractTSConfig(join(folder, "tsconfig.json"));
  const { output } = await cruise(
    ["src"],
    { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } },
    undefined,
    { tsConfig },
  );
  const { violations } = (output as ICruiseResult).summary;
  return [...new Set(violations.map(({ rule }) => rule.name))];
}

/** Creates a project with these files in src, and with this project's tools and settings. */
function makeProject(folder: string, files: Files): void {
  copyFileSync(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, "src", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }
}

describe("Layer rules", function () {
  this.timeout(120_000);

  for (const [at, [rule, how, files]] of violations.entries()) {
    const isFirst = violations.findIndex(([other]) => other === rule) === at;
    const define = isFirst ? it : itLong;
    define(`the layer rules include ${rule}: ${how}`, async () => {
      const folder = temporaryFolder();
      try {
        makeProject(folder.path, files);

        const broken = await brokenRules(folder.path);

        assert.deepEqual(broken, [rule]);
      } finally {
        folder.remove();
      }
    });
  }

  it("the layer rules let no group of the model import the group above it", async () => {
    const folder = temporaryFolder();
    try {
      makeProject(folder.path, eachGroupImportsTheNext);

      const broken = await brokenRules(folder.path);

      assert.deepEqual(broken.toSorted(), groupRules.toSorted());
    } finally {
      folder.remove();
    }
  });

  it("the layer rules let a folder and its own subfolder import each other", async () => {
    const folder = temporaryFolder();
    try {
      makeProject(folder.path, {
        "host/a.ts": 'import "./settings/b.ts";',
        "host/settings/b.ts": "",
        "host/settings/c.ts": 'import "../d.ts";',
        "host/d.ts": "",
      });

      assert.deepEqual(await brokenRules(folder.path), []);
    } finally {
      folder.remove();
    }
  });

  it("the layer rules are errors, and each is seen to fail", () => {
    const tried = new Set([...violations.map(([rule]) => rule), ...groupRules]);

    assert.deepEqual(
      forbidden.map(({ name, severity }) => [name, severity]).sort(),
      [...tried].map((name) => [name, "error"]).sort(),
    );
  });

  it("the layer rules hold in src", async () => {
    const broken = await brokenRules(root);

    assert.deepEqual(broken, []);
  });
});

describe("Providers and views", () => {
  const registers = (text: string): boolean =>
    /\bvscode\s*\.\s*\w+\s*\.\s*(register|createTreeView|createOutputChannel)/.test(text);

  it("providers and views are registered in host, compose and extension.ts only", () => {
    const files = filesIn("src").filter((path) => registers(read(path)));

    const others = files.filter((path) => !/^src\/(host\/|compose\/|extension\.ts$)/.test(path));
    assert.deepEqual(others, []);
  });

  it("providers and views are found in source text", () => {
    assert.ok(registers('vscode.commands.registerCommand("a", run)'));
    assert.ok(registers('vscode.window\n  .createTreeView<Row>("a", options)'));
    assert.ok(!registers('host.registerCommand("a", run)'));
  });
});
