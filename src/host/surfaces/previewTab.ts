import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** The tab of VS Code's own browser, which has only one. */
const browserTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith("simpleBrowser.view"),
    );

/**
 * Opens a page in VS Code's own browser beside the editor, which keeps the focus. Where VS Code has
 * no browser of its own, opens the page outside.
 */
export async function openPreview(url: string): Promise<void> {
  const { Beside } = vscode.ViewColumn;
  const [tab, editor] = [browserTab(), vscode.window.activeTextEditor];
  try {
    await showPage(url, tab?.group.viewColumn ?? Beside);
  } catch {
    await openOutside(url);
    return;
  }
  if (editor && !tab) await returnTo(editor);
}

const [focusDelayMs, maxReturns] = [200, 3];

/** The browser gives the focus to its new tab, whatever it is told, and does so a moment later. */
async function returnTo({ document, viewColumn }: vscode.TextEditor): Promise<void> {
  for (let returns = 0; returns < maxReturns; returns += 1) {
    await vscode.window.showTextDocument(document, viewColumn);
    await pause(focusDelayMs);
    if (vscode.window.activeTextEditor?.document === document) return;
  }
}

/** Loads the page again if it is visible. A preview that the user closed stays closed. */
export async function reloadPreview(url: string): Promise<void> {
  const tab = browserTab();
  if (tab?.isActive === true) await showPage(url, tab.group.viewColumn);
}

/** Opens the URL as a text: VS Code would encode a URI's query so that no server reads it. */
export const openOutside = async (url: string): Promise<void> => {
  await vscode.commands.executeCommand("vscode.open", url);
};

/** In a remote window, a page of the remote computer is reached through a forwarded port. */
async function showPage(url: string, viewColumn: vscode.ViewColumn): Promise<void> {
  const { href, origin } = new URL(url);
  const reachable = await vscode.env.asExternalUri(vscode.Uri.parse(origin));
  const page = reachable.toString(true).replace(/\/$/, "") + href.slice(origin.length);
  const options = { viewColumn, preserveFocus: true };
  await vscode.commands.executeCommand("simpleBrowser.api.open", page, options);
}
