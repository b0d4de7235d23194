import * as vscode from "vscode";
import { Guidance, must } from "../../host/commandFailure.ts";
import type { CommandTable } from "../../host/commands.ts";
import { reportOf } from "../../host/diagnosisReport.ts";
import { tellDone } from "../../host/surfaces/messages.ts";
import { withProgress } from "../../host/progress.ts";
import { askUserSession } from "../../host/signIn.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { isLocal } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import { diagnoseConnection } from "../../model/schemas/access/diagnosis.ts";
import type { Argument, CommandRow, Targets } from "../targets.ts";
import { unpublishOrDiscard } from "../unpublishOrDiscard.ts";
import { checkPermissions } from "./checkAccess.ts";
import { tokenName } from "./addConnection.ts";
import type { CommandDependencies } from "../dependencies.ts";

export function accountCommands(models: CommandDependencies, targets: Targets): CommandTable {
  const { admins, connections } = models;
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
      checkPermissions(models, await targets.connection(row)),

    "cms.connection.diagnose": async (row?: CommandRow) =>
      diagnose(models, await targets.connection(row)),

    "cms.connection.adminSignIn": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      must(await admins.signIn(connection));
      const { adminEmail = "" } = connections.get(connection.id) ?? {};
      const words = vscode.l10n.t("Signed in to {connection} as administrator {user}", {
        user: adminEmail,
        connection: connection.name,
      });
      tellDone(words);
    },

    "cms.connection.adminSignOut": async (row?: CommandRow) =>
      admins.signOut(await targets.connection(row)),

    "cms.connection.createToken": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      await requireUnlocked(models.locks, connection.id);
      if (!isLocal(connection)) {
        throw new Guidance(
          vscode.l10n.t("VS Code can create API tokens only for services on this computer."),
        );
      }
      const token = must(await admins.createToken(connection, tokenName()));
      await connections.setToken(connection, token);
    },

    "cms.document.unpublish": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Unpublish a Document"));
      await unpublishOrDiscard(models, "unpublish", address, on);
    },

    "cms.document.discardChanges": async (on?: Argument) => {
      const title = vscode.l10n.t("Discard the Changes to a Document");
      const address = await targets.document(on, title);
      await unpublishOrDiscard(models, "discard", address, on);
    },
  };
}

async function diagnose(models: CommandDependencies, connection: Connection): Promise<void> {
  const extension = vscode.extensions.getExtension<unknown>(models.extension);
  if (!extension) return;
  const title = vscode.l10n.t("Diagnosing {connection}", { connection: connection.name });
  const diagnosis = await withProgress(title, (signal) =>
    diagnoseConnection(models, connection, signal),
  );
  const content = await reportOf(extension, connection, diagnosis);
  await vscode.env.clipboard.writeText(content);
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
  tellDone(vscode.l10n.t("Copied the report"));
}
