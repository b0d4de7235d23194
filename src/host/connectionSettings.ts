import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import { connectionsIn, settingKey } from "../model/connectionSettings.ts";
import type { Found, Misfit } from "../model/connectionSettings.ts";

/** The connections that the setting `cms.connections` names, the user's before the workspace's. */
export class ConnectionSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  /** The ids of those that came, went or changed. */
  readonly onDidChange = this.#changed.event;
  readonly #log: vscode.LogOutputChannel;
  readonly #listening: vscode.Disposable;
  #found: Found;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#found = this.#read();
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidGrantWorkspaceTrust(this.#follow),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingKey)) this.#follow();
      }),
    );
  }

  get all(): readonly Connection[] {
    return this.#found.connections;
  }

  /** What of it is left out, and why, a line each. */
  get complaints(): readonly string[] {
    return this.#found.misfits.map(complain);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  readonly #follow = (): void => {
    const before = new Map(this.all.map((one) => [one.id, one]));
    this.#found = this.#read();
    const after = new Map(this.all.map((one) => [one.id, one]));
    const ids = [...new Set([...before.keys(), ...after.keys()])];
    this.#changed.fire(ids.filter((id) => !isDeepStrictEqual(before.get(id), after.get(id))));
  };

  #read(): Found {
    const { globalValue, workspaceValue } =
      vscode.workspace.getConfiguration().inspect(settingKey) ?? {};
    // VS Code itself leaves it out in Restricted Mode; nothing must depend on that alone.
    const shared = vscode.workspace.isTrusted ? workspaceValue : undefined;
    const found = connectionsIn([
      { source: "userSetting", value: globalValue },
      { source: "workspaceSetting", value: shared, folder: onlyFolder() },
    ]);
    for (const misfit of found.misfits) this.#log.warn(complain(misfit));
    return found;
  }
}

/** Of several folders none is the one that the paths of a workspace begin in. */
function onlyFolder(): string | undefined {
  const [folder, another] = vscode.workspace.workspaceFolders ?? [];
  return folder?.uri.scheme === "file" && !another ? folder.uri.fsPath : undefined;
}

function complain({ source, entry, key }: Misfit): string {
  const where =
    source === "userSetting"
      ? vscode.l10n.t("cms.connections in the user settings")
      : vscode.l10n.t("cms.connections in the workspace settings");
  if (entry === undefined) {
    return vscode.l10n.t("{0} is no list, or too long: the rest is left out.", where);
  }
  if (key === undefined) {
    return vscode.l10n.t("{0}: entry {1} stands there twice, and is left out.", where, entry);
  }
  return vscode.l10n.t("{0}: entry {1} is left out, for its {2}.", where, entry, key);
}

/** Shows where a connection is written down. */
export async function openConnectionSetting({ source }: Connection): Promise<void> {
  const command =
    source === "userSetting"
      ? "workbench.action.openSettingsJson"
      : "workbench.action.openWorkspaceSettingsFile";
  await vscode.commands.executeCommand(command, { revealSetting: { key: settingKey } });
}
