import * as vscode from "vscode";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { fromUri, addressIn } from "../../files/shared/documentUri.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { openConnectionSetting } from "../../host/connect/connectionSettingEditor.ts";
import { Guidance } from "../../host/shared/commandFailure.ts";
import { confirm, choose, askCertificate } from "../../host/shared/prompts.ts";
import { bareToken, locateService } from "../../host/connect/signInPrompts.ts";
import type { SignIns } from "../../host/connect/signIns.ts";
import { noServiceUrl, noUrl } from "../../texts/connect/urlWords.ts";
import { countWords } from "../../texts/shared/failureWords.ts";
import { isFromSetting, isEnvironment, toServiceUrl } from "../../model/connect/connection.ts";
import type { Connection, Credentials } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { isAdminUrl, isUrlTemplate, adminUrlIn } from "../../model/connect/documentUrls.ts";
import { AddConnectionSteps } from "./addConnection.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import { checkAccess } from "../access/checkAccess.ts";
import { connectionChoice } from "../shared/targets.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

/** Arguments that other extensions may pass to skip the prompts. */
type NewConnection = Partial<
  Pick<
    Connection & Credentials,
    "name" | "url" | "token" | "previewUrl" | "adminUrl" | "environment"
  >
>;

export function connectionCommands(
  context: ServiceContext,
  targets: Targets,
  projects: Projects,
  signIns: SignIns,
): CommandTable {
  const { connections, locks } = context;
  const productionConnections = () =>
    connections.all.filter(({ environment }) => environment === "production");
  return {
    "cms.connection.add": async (given?: NewConnection) => {
      if (given?.url !== undefined) return addGiven(connections, given);
      const steps = new AddConnectionSteps(connections, context.administrators, projects);
      const { name, url, token, session, ...details } = await steps.ask();
      const connection = await connections.add(name, { url, token, session }, details);
      await vscode.commands.executeCommand("cms.content.focus");
      await checkAccess(context, connection);
      return connection.id;
    },

    "cms.connection.editToken": async (row?: CommandRow & { readonly kind?: string }) => {
      const connection = await targets.connection(row);
      // On a failure, a rejected user signs in again. On a connection, the user enters a token.
      await (row?.kind === "failure"
        ? signIns.again(connection)
        : signIns.again(connection, undefined, "token"));
    },

    "cms.connection.remove": async (row?: CommandRow) =>
      remove(connections, await targets.connection(row)),

    /** Resolves with true if the rejected action can continue. */
    "cms.connection.unlock": async (row?: Argument) => {
      const lockedConnections = () => productionConnections().filter(({ id }) => locks.locked(id));
      const id = await idOf(row, lockedConnections, {
        title: vscode.l10n.t("Unlock a Connection"),
        none: vscode.l10n.t("No production connection is locked."),
      });
      await requireUnlocked(locks, id);
      return true;
    },

    "cms.connection.lock": async (row?: CommandRow) => {
      const unlockedConnections = () =>
        productionConnections().filter(({ id }) => !locks.locked(id));
      const id = await idOf(row, unlockedConnections, {
        title: vscode.l10n.t("Lock a Connection"),
        none: vscode.l10n.t("No production connection is unlocked."),
      });
      locks.lock(id);
    },

    /** Resolves with whether the user chose a certificate file. */
    "cms.connection.chooseCertificate": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      const { name } = connection;
      const title = vscode.l10n.t("Certificate File for {connection}", { connection: name });
      const certificateFile = await askCertificate(title);
      if (certificateFile === undefined) return false;
      await connections.change(connection, { certificateFile });
      // The same file may contain another certificate now.
      connections.renew(connection.id);
      return true;
    },

    "cms.connection.openTokens": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      const admin = adminUrlIn(connection).replace(/(?<!\/)\/+$/, "");
      // Without a token, the role of the user or the public role lacks the permission.
      const hasToken = await connections.hasSecret(connection, ["token"]);
      const page = hasToken ? "api-tokens" : "users-permissions/roles";
      await vscode.env.openExternal(vscode.Uri.parse(`${admin}/settings/${page}`));
    },
  };
}

async function remove(connections: Connections, connection: Connection): Promise<void> {
  const isShared = isFromSetting(connection);
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && fromUri(uri)?.connection === connection.id,
  ).length;
  const unsavedWords =
    unsaved === 1
      ? vscode.l10n.t("1 unsaved document can no longer be saved.")
      : countWords(unsaved, (count) =>
          vscode.l10n.t("{count} unsaved documents can no longer be saved.", { count }),
        );
  await confirm(
    vscode.l10n.t("Remove the connection {connection}?", { connection: connection.name }),
    nonEmpty(
      vscode.l10n.t(
        "This deletes any credentials of the connection from this computer. Nothing changes on {url}.",
        { url: connection.url },
      ),
      vscode.l10n.t(
        "The journal of saved changes stays on this computer. To delete it, run Delete Local Data.",
      ),
      isShared &&
        vscode.l10n.t(
          "The connection is defined in the settings, which open next. Remove the connection there.",
        ),
      unsavedWords,
    ),
    isShared ? vscode.l10n.t("Open Settings") : vscode.l10n.t("Remove"),
  );
  await connections.remove(connection);
  if (isShared) await openConnectionSetting(connection);
}

async function addGiven(
  connections: Connections,
  { name, url: urlText = "", token, environment, previewUrl = "", adminUrl = "" }: NewConnection,
): Promise<string> {
  const service = toServiceUrl(urlText);
  if (service === undefined) throw new Guidance(noServiceUrl());
  const areUrlsValid =
    (!previewUrl || isUrlTemplate(previewUrl)) && (!adminUrl || isAdminUrl(adminUrl));
  if (!areUrlsValid) throw new Guidance(noUrl());
  const credentials = { url: service, ...(token && { token: bareToken(token) }) };
  const connecting = (address: string) => vscode.l10n.t("Connecting to {url}", { url: address });
  const { url, apiPrefix } = await runTask(connecting(service), (signal) =>
    locateService(connections, credentials, [], signal),
  );
  const details = {
    ...(isEnvironment(environment) && { environment }),
    ...(apiPrefix !== undefined && { apiPrefix }),
  };
  const locatedCredentials = { ...credentials, url };
  await runTask(connecting(url), (signal) =>
    connections.try({ ...locatedCredentials, ...details }, signal),
  );
  const connectionName = name ?? connections.freeName(new URL(service).host);
  const connection = await connections.add(connectionName, locatedCredentials, details);
  if (previewUrl || adminUrl) await connections.change(connection, { previewUrl, adminUrl });
  await vscode.commands.executeCommand("cms.content.focus");
  return connection.id;
}

async function idOf(
  on: Argument | undefined,
  others: () => readonly Connection[],
  texts: { readonly title: string; readonly none: string },
): Promise<string> {
  const editedAddress = on instanceof vscode.Uri ? addressIn(on) : undefined;
  if (editedAddress) return editedAddress.connection;
  if (on && "connection" in on) return on.connection.id;
  const choices = others().map(connectionChoice);
  if (choices.length === 0) throw new Guidance(texts.none);
  return (await choose(choices, { title: texts.title })).id;
}
