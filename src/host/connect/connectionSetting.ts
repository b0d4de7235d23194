import { setTimeout as pause } from "node:timers/promises";
import { findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import type { Log } from "../surfaces/logChannel.ts";
import type { Connection, SettingSource } from "../../model/connect/connection.ts";
import {
  connectionKeys,
  connectionsIn,
  meansEnvironment,
  settingKey,
} from "../../model/connect/connectionSettings.ts";
import type { ParsedConnections, InvalidEntry } from "../../model/connect/connectionSettings.ts";
import { similarKey } from "../../model/foundation/jsonShape.ts";

/** The connections in the setting `cms.connections`, the user's before the workspace's. */
export class ConnectionSetting extends ResourceOwner {
  readonly #changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #log: Log;
  #parsedConnections: ParsedConnections;

  constructor(log: Log) {
    super();
    this.#log = log;
    this.#parsedConnections = this.#read();
    this.own(
      vscode.workspace.onDidGrantWorkspaceTrust(this.#follow),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingKey)) this.#follow();
      }),
    );
  }

  get all(): readonly Connection[] {
    return this.#parsedConnections.connections;
  }

  /** What is wrong with entries of the setting, one line each. */
  get complaints(): readonly string[] {
    return this.#parsedConnections.invalidEntries.map(describeInvalidEntry);
  }

  readonly #follow = (): void => {
    this.#parsedConnections = this.#read();
    this.#changed.fire();
  };

  #read(): ParsedConnections {
    const [section = "", key = ""] = settingKey.split(".");
    // Without a section, VS Code would copy all settings.
    const { globalValue, workspaceValue } =
      vscode.workspace.getConfiguration(section).inspect(key) ?? {};
    // VS Code itself omits this value in Restricted Mode. The extension checks it again for safety.
    const shared = vscode.workspace.isTrusted ? workspaceValue : undefined;
    const parsedConnections = connectionsIn([
      { source: "userSetting", value: globalValue },
      { source: "workspaceSetting", value: shared, folder: onlyFolder() },
    ]);
    for (const problem of parsedConnections.invalidEntries)
      this.#log.warn(describeInvalidEntry(problem));
    return parsedConnections;
  }
}

/** The folder that relative paths start from; undefined if the workspace has several folders. */
function onlyFolder(): string | undefined {
  const [folder, another] = vscode.workspace.workspaceFolders ?? [];
  return folder?.uri.scheme === "file" && !another ? folder.uri.fsPath : undefined;
}

function describeInvalidEntry({ source, entry, key, limit }: InvalidEntry): string {
  const setting =
    source === "userSetting"
      ? vscode.l10n.t("cms.connections in the user settings")
      : vscode.l10n.t("cms.connections in the workspace settings");
  if (limit !== undefined) {
    return vscode.l10n.t("{setting} has more than {limit} entries. The others are skipped.", {
      setting,
      limit,
    });
  }
  if (entry === undefined) return vscode.l10n.t("{setting} must be an array.", { setting });
  if (key === undefined) {
    return vscode.l10n.t("Entry {entry} of {setting} is a duplicate and is skipped.", {
      entry,
      setting,
    });
  }
  if (connectionKeys.includes(key)) {
    return vscode.l10n.t(
      "Entry {entry} of {setting} is skipped because its {key} is missing or not valid.",
      { entry, setting, key },
    );
  }
  if (meansEnvironment(key)) {
    return vscode.l10n.t(
      "Entry {entry} of {setting} has the unknown key {key}. Did you mean environment? The connection is treated as production.",
      { entry, setting, key },
    );
  }
  const similar = similarKey(key, connectionKeys);
  return similar === undefined
    ? vscode.l10n.t("Entry {entry} of {setting} has the unknown key {key}, which is ignored.", {
        entry,
        setting,
        key,
      })
    : vscode.l10n.t(
        "Entry {entry} of {setting} has the unknown key {key}. Did you mean {similar}?",
        { entry, setting, key, similar },
      );
}

const openEditorTimeoutMs = 2_000;

/** Opens a connection's entry in the settings file, or the setting if the entry isn't found. */
export async function openConnectionSetting(connection: Connection): Promise<void> {
  const command =
    connection.source === "userSetting"
      ? "workbench.action.openSettingsJson"
      : "workbench.action.openWorkspaceSettingsFile";
  let listening: vscode.Disposable | undefined;
  const firstReveal = new Promise<boolean>((resolve) => {
    listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (revealIn(editor, connection)) resolve(true);
    });
  });
  try {
    await vscode.commands.executeCommand(command, { revealSetting: { key: settingKey } });
    // VS Code sends no event for an editor that was already active.
    if (revealIn(vscode.window.activeTextEditor, connection)) return;
    if (await Promise.race([firstReveal, pause(openEditorTimeoutMs, false)])) return;
  } finally {
    listening?.dispose();
  }
  await vscode.commands.executeCommand("workbench.action.openSettings", settingKey);
}

/** Moves the cursor to a connection's entry in a settings file. Returns whether it did. */
function revealIn(editor: vscode.TextEditor | undefined, connection: Connection): boolean {
  const offset = editor && entryOf(connection, editor.document.getText());
  if (!editor || offset === undefined) return false;
  const position = editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}

/** The offset of a connection's entry in a settings file or a workspace file. */
function entryOf({ id, source = "userSetting" }: Connection, text: string): number | undefined {
  const root = parseTree(text);
  const folder = source === "workspaceSetting" ? onlyFolder() : undefined;
  const list =
    root &&
    (findNodeAtLocation(root, [settingKey]) ?? findNodeAtLocation(root, ["settings", settingKey]));
  return list?.children?.find((entry) => {
    const value: unknown = [getNodeValue(entry)];
    const { connections } = connectionsIn([{ source: source as SettingSource, value, folder }]);
    return connections[0]?.id === id;
  })?.offset;
}
