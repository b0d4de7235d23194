import assert from "node:assert/strict";
import ts from "typescript";
import { nodesIn, nodesOf, placeOf } from "./sources.ts";

/**
 * What src may use of VS Code's API outside the surfaces: none of it shows a text that the caller
 * passes. To use anything else, add a function to src/host/surfaces that makes its texts plain.
 */
const textless: ReadonlySet<string> = new Set([
  // Values and places
  ...["Uri", "Range", "Position", "Selection", "Location", "RelativePattern", "ViewColumn"],
  ...["Disposable", "EventEmitter", "CancellationError", "WorkspaceEdit", "TextEdit"],
  ...["SnippetString", "ThemeIcon", "ThemeColor", "FoldingRange"],
  ...["TreeItemCollapsibleState", "QuickPickItemKind", "QuickInputButtons", "ProgressLocation"],
  ...["TabInputText", "TabInputTextDiff", "TabInputCustom", "TextEditorRevealType"],
  "TextDocumentSaveReason",
  ...["CodeActionKind", "CompletionItemKind", "DiagnosticSeverity", "DocumentDropOrPasteEditKind"],
  ...["ConfigurationTarget", "FileChangeType", "FilePermission", "FileType", "version"],
  // The surfaces make the messages of these errors plain where they leave a file system.
  "FileSystemError",
  // The extension's own sentences, which the surfaces show.
  "l10n",
  // Functions
  ...["commands", "env", "extensions"],
  ...["activeTextEditor", "visibleTextEditors", "tabGroups", "showTextDocument"].map(inWindow),
  ...["registerUriHandler", "onDidChangeActiveTextEditor"].map(inWindow),
  ...["onDidChangeVisibleTextEditors", "onDidChangeWindowState"].map(inWindow),
  ...["getDiagnostics", "onDidChangeDiagnostics", "setTextDocumentLanguage"].map(inLanguages),
  ...["registerDefinitionProvider", "registerFoldingRangeProvider"].map(inLanguages),
  ...["applyEdit", "asRelativePath", "createFileSystemWatcher", "findFiles", "fs"].map(inWorkspace),
  ...["getConfiguration", "getWorkspaceFolder", "isTrusted", "openTextDocument"].map(inWorkspace),
  ...["onDidChangeConfiguration", "onDidChangeTextDocument"].map(inWorkspace),
  ...["onDidChangeWorkspaceFolders", "onDidCloseTextDocument"].map(inWorkspace),
  ...["onDidGrantWorkspaceTrust", "onDidOpenTextDocument", "onDidSaveTextDocument"].map(
    inWorkspace,
  ),
  ...["onWillSaveTextDocument", "textDocuments", "workspaceFile", "workspaceFolders"].map(
    inWorkspace,
  ),
]);

function inWindow(name: string): string {
  return `window.${name}`;
}

function inLanguages(name: string): string {
  return `languages.${name}`;
}

function inWorkspace(name: string): string {
  return `workspace.${name}`;
}

/** Commands of VS Code that show a text of their arguments. */
const showingCommands = /^(vscode\.(?:diff|changes)|workbench\.action\.quickOpen|vscode\.)$/;

/** Whether a node is only a type, which does nothing at run time. */
function isType(node: ts.Node): boolean {
  if (ts.isHeritageClause(node)) {
    return node.token === ts.SyntaxKind.ImplementsKeyword || ts.isInterfaceDeclaration(node.parent);
  }
  if (ts.isExpressionWithTypeArguments(node)) return isType(node.parent);
  if (ts.isTypeNode(node)) return true;
  return !ts.isSourceFile(node) && !ts.isBlock(node) && isType(node.parent);
}

/** What a file uses of VS Code's API, such as `window.showInformationMessage`. */
function memberOf(node: ts.Node): string | undefined {
  if (!ts.isIdentifier(node) || node.text !== "vscode" || isType(node)) return undefined;
  const { parent } = node;
  if (ts.isNamespaceImport(parent)) return undefined;
  if (!ts.isPropertyAccessExpression(parent)) return parent.getText();
  const name = parent.name.text;
  if (!/^(window|languages|workspace)$/.test(name)) return name;
  const next = parent.parent;
  return ts.isPropertyAccessExpression(next) ? `${name}.${next.name.text}` : next.getText();
}

/** Whether a node is `import * as vscode from "vscode"`. */
function isNamespaceImport(node: ts.Node): boolean {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
  return (
    bindings !== undefined && ts.isNamespaceImport(bindings) && bindings.name.text === "vscode"
  );
}

/** Whether a node shows a text other than through the surfaces. */
function showsText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
    // The module under another name would hide its members.
    if (node.text === "vscode") return !isNamespaceImport(node.parent);
    return showingCommands.test(node.text);
  }
  const member = memberOf(node);
  return member !== undefined && !textless.has(member);
}

const isSurface = (node: ts.Node): boolean =>
  node.getSourceFile().fileName.startsWith("src/host/surfaces/");

describe("Surfaces of VS Code", () => {
  it("surfaces of VS Code get their texts only from src/host/surfaces, which makes them plain", () => {
    const others = nodesIn("src").filter((node) => !isSurface(node) && showsText(node));

    assert.deepEqual(
      others.map((node) => `${placeOf(node)} ${memberOf(node) ?? node.getText()}`),
      [],
    );
  });

  const forbidden: Readonly<Record<string, string>> = {
    "a notification": 'import * as vscode from "vscode"; vscode.window.showErrorMessage(title);',
    "a function of a surface":
      'import * as vscode from "vscode"; const show = vscode.window.withProgress;',
    "a destructured surface": 'import * as vscode from "vscode"; const { window } = vscode;',
    "a destructured window":
      'import * as vscode from "vscode"; const { showQuickPick } = vscode.window;',
    "an import by name": 'import { window } from "vscode";',
    "an import under another name": 'import * as code from "vscode";',
    "an import in between": 'const code = await import("vscode");',
    "a required module": 'import code = require("vscode");',
    "an export of a member": 'export { window } from "vscode";',
    "an export of the module": 'export * from "vscode";',
    "a command whose name is made":
      'import * as vscode from "vscode"; vscode.commands.executeCommand(`vscode.${name}`, a, b, title);',
    "a source control":
      'import * as vscode from "vscode"; vscode.scm.createSourceControl("a", title);',
    "a provider of hovers":
      'import * as vscode from "vscode"; vscode.languages.registerHoverProvider("*", { provideHover: () => ({ contents: [title] }) });',
    "a class with a text": 'import * as vscode from "vscode"; class Row extends vscode.TreeItem {}',
    Markdown: 'import * as vscode from "vscode"; const text = new vscode.MarkdownString(title);',
    "a diff editor":
      'import * as vscode from "vscode"; vscode.commands.executeCommand("vscode.diff", a, b, title);',
    "a member by its name":
      'import * as vscode from "vscode"; vscode["window"].showErrorMessage(title);',
  };
  for (const [what, code] of Object.entries(forbidden)) {
    it(`surfaces of VS Code are not called elsewhere: the test finds ${what}`, () => {
      const nodes = nodesOf("src/commands/a.ts", code);

      assert.equal(nodes.some(showsText), true);
    });
  }

  it("surfaces of VS Code may be named as types anywhere", () => {
    const code =
      'import * as vscode from "vscode"; interface Row extends vscode.TreeItem {} class Tree implements vscode.TreeDataProvider<Row> {} const show = (item: vscode.QuickPickItem): vscode.Uri | undefined => undefined;';

    assert.deepEqual(nodesOf("src/commands/a.ts", code).filter(showsText), []);
  });
});
