import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import type { Log } from "../surfaces/logChannel.ts";
import type { Connection } from "../../model/connect/connection.ts";
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
export function onlyFolder(): string | undefined {
  const [folder, another] = vscode.workspace.workspaceFolders ?? [];
  return folder?.uri.scheme === "file" && !another ? folder.uri.fsPath : undefined;
}

export const settingsOf = ({ uri }: vscode.WorkspaceFolder): vscode.Uri =>
  vscode.Uri.joinPath(uri, ".vscode/settings.json");

/** 0 if the file doesn't exist or can't be read. */
async function countEntries(file: vscode.Uri): Promise<number> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const { settingNodeIn } = await import("./settingsText.ts");
    return settingNodeIn(text)?.children?.length ?? 0;
  } catch {
    return 0;
  }
}
