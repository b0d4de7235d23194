import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { filesIn, root } from "./root.ts";

/** The folders of test/types. Each is a separate program, because a program has only one registry. */
const programs = ["empty", "filled"];

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  },
};

const configIn = (folder: string): string => join(root, "test/types", folder, "tsconfig.json");

/** The files of a program. */
function filesOf(folder: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(configIn(folder), {}, host);
  assert.ok(config);
  return config.fileNames;
}

const compiler = join(root, "node_modules/typescript-newest/bin/tsc");

/** The compiler's errors in a program, one in a line, each with its position; empty if there are none. */
function complaints(config: string): string {
  const words = [compiler, "--pretty", "false", "-p", config];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(status === 0, stdout === "", stderr);
  return stdout;
}

const expectType = JSON.stringify(join(root, "node_modules/expect-type"));

/** The compiler's errors in files with these texts, `0.ts` and so on, with the settings of the program `filled`. */
function complaintsAbout(texts: readonly string[]): string {
  const folder = temporaryFolder();
  try {
    const files = texts.map((_, at) => `${at}.ts`);
    for (const [at, text] of texts.entries()) writeFileSync(join(folder.path, `${at}.ts`), text);
    const config = join(folder.path, "tsconfig.json");
    const compilerOptions = { typeRoots: [join(root, "node_modules/@types")] };
    writeFileSync(config, JSON.stringify({ extends: configIn("filled"), compilerOptions, files }));
    return complaints(config);
  } finally {
    folder.remove();
  }
}

describe("Types of the client", function () {
  // A compiler run takes seconds, and longer on a busy machine.
  this.timeout(120_000);

  for (const name of programs) {
    it(`types of the client match the assertions of test/types/${name}`, () => {
      assert.equal(complaints(configIn(name)), "");
      assert.ok(filesOf(name).length > 0);
    });
  }

  it("assertions about the client's types include every file of test/types", () => {
    const compiled = programs.flatMap((name) =>
      filesOf(name).map((path) => path.slice(root.length)),
    );

    const written = filesIn("test/types").filter((path) => path.endsWith(".ts"));

    assert.deepEqual(compiled.toSorted(), written);
  });

  const wrong: readonly (readonly [what: string, text: string, code: RegExp])[] = [
    [
      "an expected error that is missing",
      '// @ts-expect-error -- a text is no number\nexport const title: string = "Tea";\n',
      /TS2578: Unused '@ts-expect-error' directive/,
    ],
    ["an unexpected error", "export const title: string = 5;\n", /TS2322/],
    [
      "an unexpected type",
      `import { expectTypeOf } from ${expectType};\nexpectTypeOf<1>().toEqualTypeOf<2>();\n`,
      /TS2344/,
    ],
  ];
  let complaintLines: string[];
  before(() => {
    complaintLines = complaintsAbout(wrong.map(([, text]) => text)).split("\n");
  });
  for (const [at, [what, , code]] of wrong.entries()) {
    it(`types of the client are checked for ${what}`, () => {
      const matches = complaintLines.filter((line) => line.includes(`${at}.ts(`));

      assert.match(matches.join(""), code);
      assert.equal(matches.length, 1);
    });
  }
});
