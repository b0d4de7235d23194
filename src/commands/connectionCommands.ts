import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import type { CommandTable } from "../host/commands.ts";
import { openConnectionSetting } from "../host/connectionSettings.ts";
import { isCancelled, must } from "../host/failed.ts";
import { ask, confirm } from "../host/prompts.ts";
import { askRole } from "../host/roleWords.ts";
import { askToken, attempt, bare } from "../host/signIn.ts";
import { noUrl } from "../host/urlWords.ts";
import { describe } from "../host/words.ts";
import { isFromSetting, isRole, toServiceUrl } from "../model/connection.ts";
import type { Connection, ConnectionRole, Credentials } from "../model/connection.ts";
import type { Connections } from "../model/connections.ts";
import { isAdminUrl, isUrlTemplate } from "../model/documentUrls.ts";
import type { HasConnection, Targets } from "./targets.ts";

/** What other extensions may hand over instead of being asked. */
interface Given {
  readonly name?: string;
  readonly url?: string;
  readonly token?: string;
  readonly previewUrl?: string;
  readonly adminUrl?: string;
  readonly role?: ConnectionRole;
}

/** Commands on connections. */
export function connectionCommands(connections: Connections, targets: Targets): CommandTable {
  return {
    "cms.connection.add": async (given?: Given) => {
      const { name, role, ...credentials } =
        given?.url === undefined ? await askAll(connections) : check(given);
      if (given?.url !== undefined) must(await attempt(connections, credentials));
      const connection = await connections.add(name, credentials, role && { role });
      if (given) await setUrls(connections, connection, given);
      await vscode.commands.executeCommand("cms.content.focus");
      return connection.id;
    },

    "cms.connection.editToken": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const token = await askToken(connection.name);
      must(await attempt(connections, { ...connection, token }));
      await connections.setToken(connection, token);
    },

    "cms.connection.remove": async (row?: HasConnection) => {
      await remove(connections, await targets.connection(row));
    },
  };
}

async function remove(connections: Connections, connection: Connection): Promise<void> {
  const isShared = isFromSetting(connection);
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && fromUri(uri)?.connection === connection.id,
  ).length;
  await confirm(
    vscode.l10n.t("Remove the connection {0}?", connection.name),
    [
      vscode.l10n.t("Its token is forgotten. Nothing changes on {0}.", connection.url),
      vscode.l10n.t(
        "The journal of what was saved there stays on this computer: Forget Local Data removes it.",
      ),
      ...(isShared
        ? [vscode.l10n.t("It stays until you take it out of the settings, which open.")]
        : []),
      ...(unsaved > 0
        ? [vscode.l10n.t("Unsaved documents that can't be saved any more: {0}.", unsaved)]
        : []),
    ].join("\n"),
    vscode.l10n.t("Remove"),
  );
  await connections.remove(connection);
  if (isShared) await openConnectionSetting(connection);
}

async function setUrls(
  connections: Connections,
  connection: Connection,
  { previewUrl = "", adminUrl = "" }: Given,
): Promise<void> {
  if (previewUrl || adminUrl) await connections.change(connection, { previewUrl, adminUrl });
}

type Named = Credentials & Pick<Connection, "name" | "role">;

function checkUrls({ previewUrl, adminUrl }: Given): void {
  const areGood = (!previewUrl || isUrlTemplate(previewUrl)) && (!adminUrl || isAdminUrl(adminUrl));
  if (!areGood) throw new Error(noUrl());
}

function check(given: Given): Named {
  const { name, url = "", token, role } = given;
  const service = toServiceUrl(url);
  if (service === undefined) throw new Error(notAUrl());
  checkUrls(given);
  return {
    name: name ?? new URL(service).host,
    url: service,
    ...(isRole(role) && { role }),
    ...(token && { token: bare(token) }),
  };
}

/** Asks until the service answers: what it refused is asked for again, with the reason. */
async function askAll(connections: Connections): Promise<Named> {
  let url = await askUrl("", vscode.l10n.t("Where the content service is"));
  const name = await askName(new URL(url).host);
  const role = await askRole(vscode.l10n.t("Add Connection: Role"));
  let token = await askToken(name);
  for (;;) {
    const [failure] = await attempt(connections, { url, token });
    if (!failure) return { name, role, url, token };
    if (isCancelled(failure)) throw new vscode.CancellationError();
    const isToken = failure.code === "service" && /Unauthorized|Forbidden/.test(failure.error.name);
    if (isToken) token = await askToken(name, describe(failure));
    else url = await askUrl(url, describe(failure));
  }
}

const askUrl = async (value: string, prompt: string): Promise<string> => {
  const text = await ask({
    title: vscode.l10n.t("Add Connection: URL"),
    placeHolder: "https://cms.example.com",
    prompt,
    value,
    validateInput: (typed) => (toServiceUrl(typed) === undefined ? notAUrl() : undefined),
  });
  return toServiceUrl(text) ?? text;
};

const askName = async (value: string): Promise<string> => {
  const name = await ask({
    title: vscode.l10n.t("Add Connection: Name"),
    prompt: vscode.l10n.t("What you call it, such as Production"),
    value,
    validateInput: (typed) => (typed.trim() ? undefined : vscode.l10n.t("Give it a name.")),
  });
  return name.trim();
};

const notAUrl = (): string => vscode.l10n.t("Give an http or https URL, without a user in it.");
