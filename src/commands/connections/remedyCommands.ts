import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { askCertificate } from "../../host/prompts.ts";
import { adminUrlIn } from "../../model/connections/documentUrls.ts";
import type { HasConnection, Targets } from "../targets.ts";

/** Commands that repair a connection, run directly or by the buttons of a failure. */
export function remedyCommands(connections: Connections, targets: Targets): CommandTable {
  return {
    /** Resolves with whether the user chose a certificate file. */
    "cms.connection.chooseCertificate": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const title = vscode.l10n.t("Certificate File for {connection}", {
        connection: connection.name,
      });
      const certificateFile = await askCertificate(title);
      if (certificateFile === undefined) return false;
      await connections.change(connection, { certificateFile });
      // The same file may contain another certificate now.
      connections.renew(connection.id);
      return true;
    },

    "cms.connection.openTokens": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const admin = adminUrlIn(connection).replace(/(?<!\/)\/+$/, "");
      // Without a token, the role of the user or the public role lacks the permission.
      const hasToken = await connections.hasSecret(connection, ["token"]);
      const page = hasToken ? "api-tokens" : "users-permissions/roles";
      await vscode.env.openExternal(vscode.Uri.parse(`${admin}/settings/${page}`));
    },
  };
}
