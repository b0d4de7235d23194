import * as vscode from "vscode";
import { showInformation } from "../../host/surfaces/messages.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { missingWords } from "../../texts/access/permissionWords.ts";
import { nameWithEnvironment } from "../../texts/connect/environmentWords.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { permissionsOf, type Permission } from "../../model/access/permissions.ts";
import { isSchemaDenied } from "../../model/schemas/schemaSources.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

/** Names missing permissions, found by reading. Asks for collections if the service lists none. */
export async function checkAccess(context: ServiceContext, connection: Connection): Promise<void> {
  const [failure] = await context.catalogs.service(connection.id);
  if (failure) {
    // The tree shows each failure. Without schemas, it offers to name the collections, too.
    if (failure.code !== "service" || !isSchemaDenied(failure.error)) return;
    await vscode.commands.executeCommand("cms.connection.nameCollections", { connection });
  }
  const { name } = connection;
  const title = vscode.l10n.t("Checking permissions on {connection}", { connection: name });
  const [noPermissions, permissions] = await withProgress(title, (signal) =>
    permissionsOf(context, connection, { signal }),
  );
  // The connection is already stored, and its tree item shows the failure.
  if (noPermissions) return;
  // The caller does not wait until the user has read this.
  void tellMissing(permissions, connection);
}

/** Also sends requests that resemble writes, after a confirmation that describes them. */
export async function checkPermissions(
  context: ServiceContext,
  connection: Connection,
): Promise<void> {
  const { name, url, environment } = connection;
  const fullName = nameWithEnvironment(connection);
  if (environment === "production") {
    throw new Guidance(
      vscode.l10n.t(
        "Check Permissions sends write requests, so it doesn't run on production connections.",
      ),
    );
  }
  await confirm(
    vscode.l10n.t("Check the permissions on {connection}?", { connection: fullName }),
    vscode.l10n.t(
      "This sends GET, POST, PUT and DELETE requests to {host} for up to 50 content types, users and uploads. POST and PUT requests have an empty body, and DELETE requests use IDs that don't exist. Strapi changes nothing, but custom code on the service may react to the requests.",
      { host: new URL(url).host },
    ),
    vscode.l10n.t("Check Permissions"),
  );
  must(await context.catalogs.service(connection.id));
  const title = vscode.l10n.t("Checking permissions on {connection}", { connection: name });
  const permissions = await runTask(title, (signal) =>
    permissionsOf(context, connection, { signal, withWrites: true }),
  );
  if (await tellMissing(permissions, connection)) return;
  void showInformation(
    vscode.l10n.t("No missing permissions were found on {connection}.", { connection: name }),
  );
}

/** False where no permission is missing. */
async function tellMissing(
  permissions: readonly Permission[],
  connection: Connection,
): Promise<boolean> {
  const words = missingWords(permissions, connection);
  if (words === "") return false;
  const open = vscode.l10n.t("Open Permissions");
  const answer = await showInformation(words, open);
  if (answer === open) {
    await vscode.commands.executeCommand("cms.connection.openTokens", { connection });
  }
  return true;
}
