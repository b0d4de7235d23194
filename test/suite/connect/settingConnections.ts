import { rmSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SettingSource } from "../../../src/model/connect/connection.ts";
import { connectionsIn } from "../../../src/model/connect/connectionSettings.ts";
import { enterInBoxes } from "../enteredText.ts";

/** The id of the connection that this entry of the setting defines. */
export function idOf(entry: object, source: SettingSource = "userSetting"): string {
  const { connections } = connectionsIn([{ source, value: [entry] }]);
  return connections[0]?.id ?? "";
}

/** Lets the tests of a describe() change `cms.connections` in the workspace. The setting is removed after each test. */
export function useWorkspaceSetting(): (value: unknown) => Promise<void> {
  let isSet = false;
  const set = async (value: unknown): Promise<void> => {
    const { Workspace } = vscode.ConfigurationTarget;
    isSet = value !== undefined;
    await vscode.workspace.getConfiguration().update("cms.connections", value, Workspace);
  };
  afterEach(async () => {
    if (isSet) await set(undefined);
  });
  after(() => {
    // Not between tests: VS Code would notice the deletion while the next test writes the file again.
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder) rmSync(join(folder.uri.fsPath, ".vscode"), { recursive: true, force: true });
  });
  return set;
}

/** Enters a token into the input box of Edit Token, as the user does. */
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
