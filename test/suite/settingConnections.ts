import * as vscode from "vscode";
import { connectionsIn } from "../../src/model/connectionSettings.ts";

/** The id of the connection that a setting names so. */
export function idOf(entry: object): string {
  const { connections } = connectionsIn([{ source: "userSetting", value: [entry] }]);
  return connections[0]?.id ?? "";
}

export const setInWorkspace = (value: unknown): Thenable<void> =>
  vscode.workspace
    .getConfiguration()
    .update("cms.connections", value, vscode.ConfigurationTarget.Workspace);

/** Enters a token as a person does, into the box that asks for one. */
export async function enterToken(id: string, url: string, token: string): Promise<void> {
  const { showInputBox } = vscode.window;
  Object.assign(vscode.window, { showInputBox: () => Promise.resolve(token) });
  try {
    await vscode.commands.executeCommand("cms.connection.editToken", {
      connection: { id, url, name: "Team" },
    });
  } finally {
    Object.assign(vscode.window, { showInputBox });
  }
}
