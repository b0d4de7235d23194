import * as vscode from "vscode";
import { fromUri } from "../../files/shared/documentUri.ts";

/** Makes the service's metadata at the end of a document, `$schema` and `$`, one folding range. */
export const factsFolding: vscode.FoldingRangeProvider = {
  provideFoldingRanges(document) {
    const range = factsIn(document);
    return range ? [range] : [];
  },
};

/**
 * Folds the service's metadata when a document is opened, so that it takes no space. Folds it again
 * after a reload that replaced its first line: VS Code would fold a line below instead.
 */
export function foldFacts(): vscode.Disposable {
  const folded = new Set<string>();
  const fold = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    if (!editor || !fromUri(editor.document.uri)) return;
    const { document } = editor;
    const key = document.uri.toString();
    if (folded.has(key)) return;
    folded.add(key);
    const { start } = factsIn(document) ?? {};
    if (start === undefined) return;
    // Without levels, VS Code folds the parent of a range that is folded already: the whole text.
    await vscode.commands.executeCommand("editor.fold", { selectionLines: [start], levels: 1 });
  };
  void fold(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => void fold(editor)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const { start = -1 } = factsIn(document) ?? {};
      const isReplaced = contentChanges.some(
        ({ range, text }) =>
          range.start.line < start && start <= range.start.line + text.split("\n").length - 1,
      );
      if (document.isDirty || !isReplaced || !folded.delete(document.uri.toString())) return;
      const editor = vscode.window.activeTextEditor;
      if (editor?.document === document) void fold(editor);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => folded.delete(uri.toString())),
  );
}

function factsIn(document: vscode.TextDocument): vscode.FoldingRange | undefined {
  const isAt = (line: number, start: string) =>
    line >= 0 && line < document.lineCount && document.lineAt(line).text.startsWith(start);
  for (let line = document.lineCount - 1; line > 0; line -= 1) {
    if (!isAt(line, '  "$": {')) continue;
    let end = line;
    while (end < document.lineCount && !isAt(end, "  }")) end += 1;
    return new vscode.FoldingRange(isAt(line - 1, '  "$schema": ') ? line - 1 : line, end);
  }
  return undefined;
}
