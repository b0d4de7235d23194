import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { compilerHost } from "../support/compiler.ts";
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

/** The parsed tsconfig.json of a folder. */
function configOf(folder: string): ts.ParsedCommandLine {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "test/types", folder, "tsconfig.json"),
    {},
    host,
  );
  assert.ok(config);
  return config;
}

/** The compiler's errors in a program, each with its position. */
function complaints({ fileNames, options }: ts.ParsedCommandLine): string[] {
  const program = ts.createProgram(fileNames, options, compilerHost(options));
  const problems = [
    ...program.getConfigFileParsingDiagnostics(),
    ...ts.getPreEmitDiagnostics(program),
  ];
  return problems.map((problem) =>
    ts.formatDiagnostic(problem, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    }),
  );
}

const expectType = JSON.stringify(join(root, "node_modules/expect-type"));

/** The compiler's errors in this text, with the settings of the program `filled`. */
function complaintsAbout(text: string): string[] {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, "added.ts");
    writeFileSync(file, text);
    const config = configOf("filled");
    return complaints({ ...config, fileNames: [file] });
  } finally {
    folder.remove();
  }
}

describe("Types of the client", function () {
  // A compiler run takes seconds, and longer on a busy machine.
  this.timeout(120_000);

  for (const name of programs) {
    it(`match the assertions of test/types/${name}`, () => {
      const config = configOf(name);

      const found = complaints(config);

      assert.equal(found.join(""), "");
      assert.ok(config.fileNames.length > 0);
    });
  }

  it("include every file of test/types", () => {
    const compiled = programs.flatMap((name) =>
      configOf(name).fileNames.map((path) => path.slice(root.length)),
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
  for (const [what, text, code] of wrong) {
    it(`are checked for ${what}`, () => {
      const found = complaintsAbout(text);

      assert.match(found.join(""), code);
      assert.equal(found.length, 1);
    });
  }
});
