import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { must } from "../../host/commandFailure.ts";
import { tellDone } from "../../host/notifications.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import type { Admins } from "../../model/connections/admins.ts";
import { createToken } from "./createToken.ts";
import type { Argument, DocumentViews } from "../previewedDocument.ts";
import type { HasConnection, Targets } from "../targets.ts";
import { unpublishOrDiscard } from "../unpublishOrDiscard.ts";

/** Commands that only administrators of a service may use, and how they sign in. */
export function adminCommands(
  showing: DocumentViews & { readonly admins: Admins },
  targets: Targets,
): CommandTable {
  const { admins, connections } = showing;
  return {
    "cms.connection.adminSignIn": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      must(await admins.signIn(connection));
      const { adminEmail = "" } = connections.get(connection.id) ?? {};
      const words = vscode.l10n.t("{0} is an administrator of {1}", adminEmail, connection.name);
      tellDone(words);
    },

    "cms.connection.adminSignOut": async (row?: HasConnection) => {
      await admins.signOut(await targets.connection(row));
    },

    "cms.connection.createToken": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      await requireUnlocked(showing.locks, connection.id);
      const token = await createToken(admins, connection);
      await connections.setToken(connection, token);
    },

    "cms.document.unpublish": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Unpublish a Document"));
      await unpublishOrDiscard(showing, "unpublish", address, on);
    },

    "cms.document.discardChanges": async (on?: Argument) => {
      const title = vscode.l10n.t("Discard the Changes of a Document");
      const address = await targets.document(on, title);
      await unpublishOrDiscard(showing, "discard", address, on);
    },
  };
}
