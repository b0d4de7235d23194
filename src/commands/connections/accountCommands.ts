import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { reportOf } from "../../host/diagnosisReport.ts";
import { tellDone } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { askUserSession } from "../../host/signIn.ts";
import type { Connection } from "../../model/connections/connection.ts";
import { diagnoseConnection } from "../../model/schemas/access/diagnosis.ts";
import { checkPermissions } from "./checkAccess.ts";
import type { HasConnection, TargetDependencies, Targets } from "../targets.ts";

interface AccountCommands extends TargetDependencies {
  /** The extension's own id. */
  readonly extension: string;
}

/** Commands on who is signed in on a connection, and on what is wrong with it. */
export function accountCommands(models: AccountCommands, targets: Targets): CommandTable {
  const { connections } = models;
  return {
    /** Resolves with whether there is somebody to go on with. */
    "cms.connection.signIn": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      await connections.setUser(connection, await askUserSession(connections, connection));
      return true;
    },

    "cms.connection.signOut": async (row?: HasConnection) => {
      await connections.setUser(await targets.connection(row));
    },

    "cms.connection.checkPermissions": async (row?: HasConnection) => {
      await checkPermissions(models, await targets.connection(row));
    },

    "cms.connection.diagnose": async (row?: HasConnection) => {
      await diagnose(models, await targets.connection(row));
    },
  };
}

/** Shows a report, and copies it. */
async function diagnose(models: AccountCommands, connection: Connection): Promise<void> {
  const extension = vscode.extensions.getExtension<unknown>(models.extension);
  if (!extension) return;
  const title = vscode.l10n.t("Diagnosing {0}", connection.name);
  const found = await withProgress(title, (signal) =>
    diagnoseConnection(models, connection, signal),
  );
  const content = await reportOf(extension, connection, found);
  await vscode.env.clipboard.writeText(content);
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
  tellDone(vscode.l10n.t("Copied the report"));
}
