import * as vscode from "vscode";
import { activeAddress } from "../../files/shared/openEditors.ts";
import { StatusBarItem } from "../../host/surfaces/statusBarItem.ts";
import type { Connection } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Locks } from "../../model/connect/locks.ts";
import type { Address } from "../../model/foundation/address.ts";

/**
 * A way to unlock that VS Code's read-only message never covers: the status bar has an item while
 * an editor of locked production is active.
 */
export function followLockedEditors(connections: Connections, locks: Locks): vscode.Disposable {
  const item = new StatusBarItem("cms.locked", vscode.l10n.t("CMS Locked Production"), 1);
  const lockedAt = (address: Address | undefined): Connection | undefined =>
    address && locks.locked(address.connection);
  const show = (): void => {
    const connection = lockedAt(activeAddress());
    if (!connection) {
      item.hide();
      return;
    }
    const { name } = connection;
    const words = vscode.l10n.t("Read-only: unlock {connection}", { connection: name });
    const tooltip = vscode.l10n.t(
      "The production connection '{connection}' is locked. Select to unlock it.",
      { connection: name },
    );
    const title = vscode.l10n.t("Unlock");
    const command = { command: "cms.connection.unlock", title, arguments: [{ connection }] };
    item.show({ icon: "lock", text: words, tooltip: [tooltip], spoken: words, command });
  };
  show();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(show),
    connections.onDidChange(show),
    locks.onDidChange(show),
  );
}
