import { deepEqual } from "node:assert/strict";
import ts from "typescript";
import { nodesIn, nodesOf, placeOf } from "./sources.ts";

/** The module that owns stdout and stderr. */
const owner = "src/cli/shared/output.ts";

/** The layers that run on the command line. */
const nodes = ["src/cli", "src/texts", "src/model", "src/client"]
  .flatMap((folder) => nodesIn(folder))
  .filter((node) => node.getSourceFile().fileName !== owner);

/** What an identifier names, or a text that stands for a property or a module. */
function nameIn(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (!ts.isStringLiteralLike(node)) return undefined;
  const { parent } = node;
  const isName =
    ts.isElementAccessExpression(parent) ||
    ts.isImportDeclaration(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
    (ts.isBindingElement(parent) && node === parent.propertyName);
  return isName ? node.text : undefined;
}

const streams = /^(stdout|stderr|console)$/;
const writers = /^(writeSync|writevSync|createWriteStream|WriteStream|_rawDebug)$/;
const modules = /^node:(console|child_process|cluster|repl|process)$/;

/** `execFile` gives the output of a program to its caller only. Other functions may share the terminal. */
const importsOnlyExecFile = ({ parent }: ts.Node): boolean => {
  const bindings = ts.isImportDeclaration(parent) ? parent.importClause?.namedBindings : undefined;
  return (
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every(({ name, propertyName }) => (propertyName ?? name).text === "execFile")
  );
};

const reachesTerminal = (node: ts.Node): boolean =>
  [streams, writers, modules].some((names) => names.test(nameIn(node) ?? "")) &&
  !importsOnlyExecFile(node);

describe("Streams of the command line", () => {
  it("streams are used by src/cli/shared/output.ts only, which makes texts safe for a terminal", () => {
    deepEqual(nodes.filter(reachesTerminal).map(placeOf), []);
  });

  it("streams are found in whichever way a module uses them", () => {
    for (const code of [
      "process.stdout.write(text);",
      'process["stderr"].write(text);',
      "const { stdout: output } = process;",
      'const { "stdout": output } = process;',
      "globalThis.console.log(text);",
      "createInterface({ input, output: stderr });",
      "writeSync(1, text);",
      'import { log } from "node:console";',
      'import { execFile, spawn } from "node:child_process";',
      'await import("node:process");',
    ]) {
      deepEqual([code, nodesOf("example.ts", code).some(reachesTerminal)], [code, true]);
    }
  });

  it("streams are handed over with the whole process in one place: to Output", () => {
    const handovers = nodes.filter(
      (node) =>
        ts.isIdentifier(node) &&
        node.text === "process" &&
        node.getSourceFile().fileName === "src/cli/main.ts" &&
        !ts.isPropertyAccessExpression(node.parent) &&
        !ts.isVariableDeclaration(node.parent),
    );

    deepEqual(
      handovers.map(({ parent }) => parent.getText()),
      ["new Output(process)"],
    );
  });

  it("streams get what commander prints from one command, whose settings the others inherit", () => {
    const commands = nodes.filter(
      (node) => ts.isNewExpression(node) && node.expression.getText().endsWith("Command"),
    );
    const settings = nodes.filter((node) => nameIn(node) === "configureOutput");

    deepEqual([commands.length, settings.length], [1, 1]);
  });
});
