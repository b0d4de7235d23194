import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";

/** Folds `$`, what the service says of a document, when it is opened: it is there, and not in the way. */
export function foldFacts(): vscode.Disposable {
  const folded = new Set<string>();
  const fold = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    if (!editor || !fromUri(editor.document.uri)) return;
    const { document } = editor;
    const key = document.uri.toString();
    if (folded.has(key)) return;
    folded.add(key);
    for (let line = document.lineCount - 1; line > 0; line -= 1) {
      if (!document.lineAt(line).text.startsWith('  "$": {')) continue;
      // Without levels, what is folded already would have its parent folded: the whole text.
      await vscode.commands.executeCommand("editor.fold", { selectionLines: [line], levels: 1 });
      return;
    }
  };
  void fold(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => void fold(editor)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => folded.delete(uri.toString())),
  );
}
