import { join } from "node:path";
import ts from "typescript";
import { root } from "../../house/root.ts";
import { compilerHost, projectOptions } from "../../support/compiler.ts";

/** The folder of a program's files. They exist only in memory. */
const folder = join(root, "test/types/generated");

/** The module specifier of the client in that folder. */
export const clientSpecifier = "../../../src/client/index.ts";

const options: ts.CompilerOptions = {
  ...projectOptions(),
  // The project's settings skip the check of declaration files, but this test checks them.
  skipLibCheck: false,
  types: ["node"],
};

/**
 * The compiler's errors in these files, by name, in a program with the client. Each error is one line with its
 * position. The compiler doesn't check other files.
 */
export function complaints(files: Readonly<Record<string, string>>): string[] {
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const host = compilerHost(options);
  const disk = { ...host };
  host.fileExists = (path) => texts.has(path) || disk.fileExists(path);
  host.directoryExists = (path) => path === folder || (disk.directoryExists?.(path) ?? true);
  host.readFile = (path) => texts.get(path) ?? disk.readFile(path);
  const program = ts.createProgram([...texts.keys()], options, host);
  const sources = [...texts.keys()].map((path) => program.getSourceFile(path));
  return sources
    .flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ])
    .map(lineOf);
}

/**
 * The compiler's errors for each of these programs, which are checked together with files that all of them use. A
 * program's errors are those in its own file and in the files that all use, each as its code and message.
 */
export function complaintsByProgram(
  programs: Readonly<Record<string, string>>,
  shared: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> {
  const uses = Object.entries(programs).map(([name, text], at) => {
    return { name, text, path: `use${at}.ts` };
  });
  const lines = complaints({
    ...shared,
    ...Object.fromEntries(uses.map(({ path, text }) => [path, text])),
  });
  const isShared = (line: string) => !/^use\d+\.ts:/.test(line);
  return Object.fromEntries(
    uses.map(({ name, path }) => [
      name,
      lines
        .filter((line) => isShared(line) || line.startsWith(`${path}:`))
        .map((line) => line.replace(/^\S+ /, "")),
    ]),
  );
}

function lineOf({ file, start = 0, code, messageText }: ts.Diagnostic): string {
  const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
  const name = file?.fileName.slice(folder.length + 1) ?? "";
  return `${name}:${line + 1} TS${code} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
}
