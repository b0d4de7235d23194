import * as vscode from "vscode";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { reportOf } from "../../host/access/diagnosisReport.ts";
import { tellDone } from "../../host/surfaces/messages.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { askUserSession } from "../../host/connect/signInPrompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { isLocal } from "../../model/connect/connection.ts";
import { diagnoseConnection } from "../../model/access/connectionDiagnosis.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import { checkPermissions } from "../access/checkAccess.ts";
import { tokenName } from "./addConnection.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

/** `extensionId` is the id of this extension. */
export function accountCommands(
  context: ServiceContext,
  targets: Targets,
  extensionId: string,
): CommandTable {
  const { administrators, connections } = context;
  return {
    /** Resolves with true after the user has signed in. */
    "cms.connection.signIn": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      await connections.setUser(connection, await askUserSession(connections, connection));
      return true;
    },

    "cms.connection.signOut": async (row?: CommandRow) =>
      connections.setUser(await targets.connection(row)),

    "cms.connection.checkPermissions": async (row?: CommandRow) =>
      checkPermissions(context, await targets.connection(row)),

    "cms.connection.diagnose": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      const extension = vscode.extensions.getExtension<unknown>(extensionId);
      if (!extension) return;
      const title = vscode.l10n.t("Diagnosing {connection}", { connection: connection.name });
      const diagnosis = await withProgress(title, (signal) =>
        diagnoseConnection(context, connection, signal),
      );
      const content = await reportOf(extension, connection, diagnosis);
      await vscode.env.clipboard.writeText(content);
      const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
      await vscode.window.showTextDocument(document);
      tellDone(vscode.l10n.t("Copied the report"));
    },

    "cms.connection.adminSignIn": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      must(await administrators.signIn(connection));
      const { adminEmail: user = "" } = connections.get(connection.id) ?? {};
      const words = vscode.l10n.t("Signed in to {connection} as administrator {user}", {
        user,
        connection: connection.name,
      });
      tellDone(words);
    },

    "cms.connection.adminSignOut": async (row?: CommandRow) =>
      administrators.signOut(await targets.connection(row)),

    "cms.connection.createToken": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      await requireUnlocked(context.locks, connection.id);
      if (!isLocal(connection)) {
        throw new Guidance(
          vscode.l10n.t("VS Code can create API tokens only for services on this computer."),
        );
      }
      const token = must(await administrators.createToken(connection, tokenName()));
      await connections.setToken(connection, token);
    },
  };
}
