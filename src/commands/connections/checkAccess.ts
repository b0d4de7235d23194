import * as vscode from "vscode";
import { closedWords } from "../../host/words/permissionWords.ts";
import { withProgress } from "../../host/progress.ts";
import { plain } from "../../host/words/words.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Failure } from "../../model/outcome.ts";
import { permissionsOf } from "../../model/connections/permissions.ts";
import { isUntold } from "../../model/schemas/sources.ts";
import type { Models } from "../targets.ts";

/** Looks at what a new connection may do, has its collections named where it can't tell them, and says what stays closed. */
export async function checkAccess(models: Models, connection: Connection): Promise<void> {
  const [failure] = await models.catalogs.service(connection.id);
  if (failure && !isMute(failure)) return;
  if (failure)
    await vscode.commands.executeCommand("cms.connection.nameCollections", { connection });
  const title = vscode.l10n.t("Looking at what {0} lets you do", connection.name);
  const [unseen, permissions] = await withProgress(title, (signal) =>
    permissionsOf(models, connection, signal),
  );
  // The connection is kept by now, and its row says what fails.
  if (unseen) return;
  // Whoever waits for the connection does not wait until this was read.
  void tell(closedWords(permissions, connection), connection);
}

async function tell(words: string, connection: Connection): Promise<void> {
  if (words === "") return;
  const open = vscode.l10n.t("Open Permissions");
  const answer = await vscode.window.showInformationMessage(plain(words), open);
  if (answer !== open) return;
  await vscode.commands.executeCommand("cms.connection.openTokens", { connection });
}

/** The tree says so, too, and offers to name what there is. */
const isMute = (failure: Failure): boolean => failure.code === "service" && isUntold(failure.error);
