import { setTimeout as pause } from "node:timers/promises";
import { findNodeAtLocation, getNodeValue, parseTree, type Node } from "jsonc-parser";
import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import type { Log } from "../surfaces/logChannel.ts";
import type { Connection, SettingSource } from "../../model/connect/connection.ts";
import { connectionsIn, settingKey } from "../../model/connect/connectionSettings.ts";
import type { ParsedConnections, InvalidEntry } from "../../model/connect/connectionSettings.ts";
import { describeInvalidEntry } from "../../texts/connect/connectionSettingWords.ts";

/** Why a connection in the settings is missing from the view, or not as it was written. */
export type SettingNotice =
  | { readonly code: "invalid"; readonly entry: InvalidEntry }
  /** Connections of a workspace that the user doesn't trust yet. */
  | { readonly code: "untrusted"; readonly count: number }
  /** VS Code ignores the setting in a folder of a workspace with several folders. */
  | { readonly code: "ignored"; readonly folder: vscode.WorkspaceFolder };

/** The connections in the setting `cms.connections`, the user's before the workspace's. */
export class ConnectionSetting extends ResourceOwner {
  readonly #changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #log: Log;
  #parsedConnections: ParsedConnections;
  /** What the files of settings have that VS Code keeps back. */
  #unused: readonly SettingNotice[] = [];
  #reads = 0;

  constructor(log: Log) {
    super();
    this.#log = log;
    this.#parsedConnections = this.#read();
    void this.#readUnused();
    this.own(
      vscode.workspace.onDidGrantWorkspaceTrust(this.#follow),
      vscode.workspace.onDidChangeWorkspaceFolders(this.#follow),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingKey)) this.#follow();
      }),
    );
  }

  get all(): readonly Connection[] {
    return this.#parsedConnections.connections;
  }

  /** What is wrong with the setting, one notice for each entry, folder or workspace. */
  get notices(): readonly SettingNotice[] {
    const { invalidEntries } = this.#parsedConnections;
    const invalid = invalidEntries.map((entry) => ({ code: "invalid", entry }) as const);
    return [...invalid, ...this.#unused];
  }

  readonly #follow = (): void => {
    this.#parsedConnections = this.#read();
    this.#changed.fire();
    void this.#readUnused();
  };

  /** Reads the files of settings as text. Nothing in them takes effect. */
  async #readUnused(): Promise<void> {
    const read = (this.#reads += 1);
    const folders = vscode.workspace.workspaceFolders ?? [];
    const workspaceSettings = vscode.workspace.workspaceFile ?? folders.map(settingsOf)[0];
    const isUnread = !vscode.workspace.isTrusted && workspaceSettings !== undefined;
    const count = isUnread ? await countEntries(workspaceSettings) : 0;
    const ignored: SettingNotice[] = [];
    for (const folder of vscode.workspace.workspaceFile ? folders : []) {
      if ((await countEntries(settingsOf(folder))) > 0) ignored.push({ code: "ignored", folder });
    }
    const hadUnused = this.#unused.length > 0;
    if (read !== this.#reads) return;
    this.#unused = [...(count > 0 ? [{ code: "untrusted", count } as const] : []), ...ignored];
    if (hadUnused || this.#unused.length > 0) this.#changed.fire();
  }

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
        const list = listIn(text);
        return (entry === undefined ? list : (list?.children?.[entry - 1] ?? list))?.offset;
      });
    }
    case "untrusted":
      return vscode.commands.executeCommand("workbench.trust.manage");
    case "ignored": {
      const editor = await vscode.window.showTextDocument(settingsOf(notice.folder));
      revealIn(editor, (text) => listIn(text)?.offset);
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
  return listIn(text)?.children?.find((entry) => {
    const value: unknown = [getNodeValue(entry)];
    const { connections } = connectionsIn([{ source: source as SettingSource, value, folder }]);
    return connections[0]?.id === id;
  })?.offset;
}

/** The value of the setting in a settings file or a workspace file. */
function listIn(text: string): Node | undefined {
  const root = parseTree(text);
  return (
    root &&
    (findNodeAtLocation(root, [settingKey]) ?? findNodeAtLocation(root, ["settings", settingKey]))
  );
}

const settingsOf = ({ uri }: vscode.WorkspaceFolder): vscode.Uri =>
  vscode.Uri.joinPath(uri, ".vscode/settings.json");

/** 0 if the file doesn't exist or can't be read. */
async function countEntries(file: vscode.Uri): Promise<number> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return listIn(text)?.children?.length ?? 0;
  } catch {
    return 0;
  }
}
