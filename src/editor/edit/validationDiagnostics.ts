import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { hasTab, onDidEdit, onDidOpenTab, openDocuments } from "../../files/shared/openEditors.ts";
import { addressIn, fromUri } from "../../files/shared/documentUri.ts";
import { describeFinding } from "../../texts/shared/validationWords.ts";
import { findingsIn } from "../../model/edit/validation.ts";
import type { EditorContext } from "../editorContext.ts";
import { LatestTasks, untilQuiet } from "../shared/editorTasks.ts";

const validationDelayMs = 150;

export function validateOpenDocuments(context: EditorContext): vscode.Disposable {
  const { documents, catalogs, problems } = context;
  const waiting = new Set<vscode.TextDocument>();
  const checks = new LatestTasks();
  const follow = async (document: vscode.TextDocument): Promise<void> => {
    const address = fromUri(document.uri);
    if (!address || waiting.has(document)) return;
    waiting.add(document);
    let version: number;
    do {
      ({ version } = document);
      await pause(validationDelayMs);
      await untilQuiet(document);
    } while (!document.isClosed && document.version !== version);
    waiting.delete(document);
    if (document.isClosed) return;
    await checks.run(document.uri.toString(), 0, async (signal) => {
      const parts = { catalogs, edits: documents.edits };
      const [failure, findings] = await findingsIn(document.getText(), address, parts);
      // A text that is not valid JSON keeps its earlier problems. A text that changed meanwhile is
      // validated again.
      if (failure || document.version !== version || signal.aborted) return;
      const locations = findings.map((finding) => ({
        ...finding,
        message: describeFinding(finding),
      }));
      // The document or its tab may have been closed during the check.
      const isOpen = openDocuments(address).includes(document) && hasTab(address);
      if (isOpen) problems.find(document, locations);
    });
  };
  const followEach = (all: readonly vscode.TextDocument[]): void => {
    for (const document of all) void follow(document);
  };
  const followConnection = (connection: string): void => {
    const isOwn = ({ uri }: vscode.TextDocument) => fromUri(uri)?.connection === connection;
    followEach(vscode.workspace.textDocuments.filter(isOwn));
  };
  followEach(vscode.workspace.textDocuments);
  return vscode.Disposable.from(
    checks,
    vscode.workspace.onDidOpenTextDocument((document) => void follow(document)),
    // VS Code may still have the document of a tab that was closed and opened again.
    onDidOpenTab((uri) => {
      const address = addressIn(uri);
      if (address) followEach(openDocuments(address));
    }),
    onDidEdit((document) => void follow(document)),
    documents.onDidChangeEdit((address) => followEach(openDocuments(address))),
    documents.onDidSave(({ address }) => followEach(openDocuments(address))),
    catalogs.onDidForget(followConnection),
    // The database of the service decides which values are errors.
    catalogs.onDidInform(followConnection),
  );
}
