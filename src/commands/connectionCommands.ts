import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import type { CommandTable } from "../host/commands.ts";
import { isCancelled, must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { ask, confirm } from "../host/prompts.ts";
import { describe } from "../host/words.ts";
import { toServiceUrl } from "../model/connections.ts";
import type { Connections, Credentials } from "../model/connections.ts";
import type { HasConnection, Targets } from "./targets.ts";

/** What other extensions may hand over instead of being asked. */
interface Given {
  readonly name?: string;
  readonly url?: string;
  readonly token?: string;
}

/** Commands on connections. */
export function connectionCommands(connections: Connections, targets: Targets): CommandTable {
  return {
    "cms.connection.add": async (given?: Given) => {
      const { name, ...credentials } =
        given?.url === undefined ? await askAll(connections) : check(given);
      if (given?.url !== undefined) must(await attempt(connections, credentials));
      const { id } = await connections.add(name, credentials);
      await vscode.commands.executeCommand("cms.content.focus");
      return id;
    },

    "cms.connection.editToken": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const token = await askToken(connection.name);
      must(await attempt(connections, { url: connection.url, token }));
      await connections.setToken(connection, token);
    },

    "cms.connection.remove": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const unsaved = vscode.workspace.textDocuments.filter(
        ({ uri, isDirty }) => isDirty && fromUri(uri)?.connection === connection.id,
      ).length;
      await confirm(
        vscode.l10n.t("Remove the connection {0}?", connection.name),
        [
          vscode.l10n.t("Its token is forgotten. Nothing changes on {0}.", connection.url),
          ...(unsaved > 0
            ? [vscode.l10n.t("Unsaved documents that can't be saved any more: {0}.", unsaved)]
            : []),
        ].join("\n"),
        vscode.l10n.t("Remove"),
      );
      await connections.remove(connection);
    },
  };
}

type Named = Credentials & { readonly name: string };

function check({ name, url = "", token }: Given): Named {
  const service = toServiceUrl(url);
  if (service === undefined) throw new Error(notAUrl());
  return {
    name: name ?? new URL(service).host,
    url: service,
    ...(token && { token: bare(token) }),
  };
}

/** Asks until the service answers: what it refused is asked for again, with the reason. */
async function askAll(connections: Connections): Promise<Named> {
  let url = await askUrl("", vscode.l10n.t("Where the content service is"));
  const name = await askName(new URL(url).host);
  let token = await askToken(name);
  for (;;) {
    const [failure] = await attempt(connections, { url, token });
    if (!failure) return { name, url, token };
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

const askToken = async (
  name: string,
  prompt = vscode.l10n.t("Made in the admin panel under Settings, API Tokens"),
): Promise<string> => {
  const token = await ask({
    title: vscode.l10n.t("API Token for {0}", name),
    prompt,
    password: true,
    validateInput: (typed) =>
      /^\S+$/.test(bare(typed)) ? undefined : vscode.l10n.t("Paste the token, without spaces."),
  });
  return bare(token);
};

/** A token as it is sent, out of what a person copies with it. */
const bare = (token: string): string => token.trim().replace(/^Bearer\s+/i, "");

const attempt = (connections: Connections, credentials: Credentials) =>
  withProgress(vscode.l10n.t("Trying {0}", credentials.url), (signal) =>
    connections.try(credentials, signal),
  );

const notAUrl = (): string => vscode.l10n.t("Give an http or https URL, without a user in it.");
