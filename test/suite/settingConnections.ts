import { rmSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SettingSource } from "../../src/model/connections/connection.ts";
import { connectionsIn } from "../../src/model/connections/connectionSettings.ts";
import { enterInBoxes } from "./enteredText.ts";

/** The id of the connection that a setting names so. */
export function idOf(entry: object, source: SettingSource = "userSetting"): string {
  const { connections } = connectionsIn([{ source, value: [entry] }]);
  return connections[0]?.id ?? "";
}

/** Of nothing, the workspace has no file of settings any more, as before. */
export async function setInWorkspace(value: unknown): Promise<void> {
  const { Workspace } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration().update("cms.connections", value, Workspace);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (value !== undefined || !folder) return;
  rmSync(join(folder.uri.fsPath, ".vscode"), { recursive: true, force: true });
}

/** Enters a token as a person does, into the box that asks for one. */
export async function enterToken(id: string, url: string, token: string): Promise<void> {
  const entering = enterInBoxes(token);
  try {
    await vscode.commands.executeCommand("cms.connection.editToken", {
      connection: { id, url, name: "Team" },
    });
  } finally {
    entering.dispose();
  }
}
