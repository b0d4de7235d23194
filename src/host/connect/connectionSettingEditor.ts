import { setTimeout as pause } from "node:timers/promises";
import { getNodeValue } from "jsonc-parser";
import * as vscode from "vscode";
import type { Connection, SettingSource } from "../../model/connect/connection.ts";
import { connectionsIn, settingKey } from "../../model/connect/connectionSettings.ts";
import { onlyFolder, settingsOf, type SettingNotice } from "./connectionSetting.ts";
import { settingNodeIn } from "./settingsText.ts";

const openEditorTimeoutMs = 2_000;

/** Opens a connection's entry in the settings file, or the setting if the entry isn't found. */
export const openConnectionSetting = (connection: Connection): Promise<void> =>
  openSetting(connection.source, (text) => entryOf(connection, text));

/** Opens the place in the settings that a notice is about. */
export async function openSettingNotice(notice: SettingNotice): Promise<void> {
  switch (notice.code) {
    case "invalid": {
      const { source, entry } = notice.entry;
      return openSetting(source, (text) => {
        const list = settingNodeIn(text);
        return (entry === undefined ? list : (list?.children?.[entry - 1] ?? list))?.offset;
      });
    }
    case "untrusted":
      return vscode.commands.executeCommand("workbench.trust.manage");
    case "ignored": {
      const editor = await vscode.window.showTextDocument(settingsOf(notice.folder));
      revealIn(editor, (text) => settingNodeIn(text)?.offset);
    }
  }
}

/** The offset in a file of settings; undefined if the file has none. */
type FindOffset = (text: string) => number | undefined;

async function openSetting(source: Connection["source"], find: FindOffset): Promise<void> {
  const command =
    source === "userSetting"
      ? "workbench.action.openSettingsJson"
      : "workbench.action.openWorkspaceSettingsFile";
  let listening: vscode.Disposable | undefined;
  const firstReveal = new Promise<boolean>((resolve) => {
    listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (revealIn(editor, find)) resolve(true);
    });
  });
  try {
    await vscode.commands.executeCommand(command, { revealSetting: { key: settingKey } });
    // VS Code sends no event for an editor that was already active.
    if (revealIn(vscode.window.activeTextEditor, find)) return;
    if (await Promise.race([firstReveal, pause(openEditorTimeoutMs, false)])) return;
  } finally {
    listening?.dispose();
  }
  await vscode.commands.executeCommand("workbench.action.openSettings", settingKey);
}

/** Moves the cursor to an entry in a settings file. Returns whether it did. */
function revealIn(editor: vscode.TextEditor | undefined, find: FindOffset): boolean {
  const offset = editor && find(editor.document.getText());
  if (!editor || offset === undefined) return false;
  const position = editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}

/** The offset of a connection's entry in a settings file or a workspace file. */
function entryOf({ id, source = "userSetting" }: Connection, text: string): number | undefined {
  const folder = source === "workspaceSetting" ? onlyFolder() : undefined;
  return settingNodeIn(text)?.children?.find((entry) => {
    const value: unknown = [getNodeValue(entry)];
    const { connections } = connectionsIn([{ source: source as SettingSource, value, folder }]);
    return connections[0]?.id === id;
  })?.offset;
}
