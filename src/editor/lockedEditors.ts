import * as vscode from "vscode";
import { ResourceOwner } from "../model/foundation/events.ts";
import { activeAddress } from "../files/openDocuments.ts";
import { StatusBarItem } from "../host/surfaces/statusBarItem.ts";
import { addressIn } from "../files/textUri.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";

/**
 * Ways to unlock that VS Code's read-only message never covers. Each editor of locked production
 * has a button in its title. The status bar has an item while such an editor is active.
 */
export class LockedEditors extends ResourceOwner {
  readonly #locks: Locks;
  readonly #item = this.own(
    new StatusBarItem("cms.locked", vscode.l10n.t("CMS Locked Production"), 1),
  );

  constructor(connections: Connections, locks: Locks) {
    super();
    this.#locks = locks;
    const show = (): void => {
      this.#tell();
      this.#show();
    };
    this.own(
      vscode.window.onDidChangeActiveTextEditor(show),
      vscode.workspace.onDidOpenTextDocument(show),
      vscode.workspace.onDidCloseTextDocument(show),
      connections.onDidChange(show),
      locks.onDidChange(show),
    );
    show();
  }

  /** Tells VS Code which editors get the button. */
  #tell(): void {
    const uris = vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter((uri) => this.#locked(addressIn(uri)?.connection) !== undefined);
    const texts = uris.map((uri) => uri.toString());
    void vscode.commands.executeCommand("setContext", "cms.lockedEditors", texts);
  }

  #show(): void {
    const connection = this.#locked(activeAddress()?.connection);
    if (!connection) {
      this.#item.hide();
      return;
    }
    const words = vscode.l10n.t("Read-only: unlock {connection}", { connection: connection.name });
    this.#item.show({
      icon: "lock",
      text: words,
      tooltip: [
        vscode.l10n.t("The production connection '{connection}' is locked. Select to unlock it.", {
          connection: connection.name,
        }),
      ],
      spoken: words,
      command: {
        command: "cms.connection.unlock",
        title: vscode.l10n.t("Unlock"),
        arguments: [{ connection }],
      },
    });
  }

  #locked(id: string | undefined): Connection | undefined {
    return id === undefined ? undefined : this.#locks.locked(id);
  }
}
