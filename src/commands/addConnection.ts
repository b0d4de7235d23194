import * as vscode from "vscode";
import { isCancelled } from "../host/failed.ts";
import { localUrls } from "../host/projectFiles.ts";
import { ask, choose } from "../host/prompts.ts";
import { askRole } from "../host/roleWords.ts";
import { askToken, attempt, enter } from "../host/signIn.ts";
import type { SignIns } from "../host/signIn.ts";
import { askUrlWith } from "../host/urlBox.ts";
import type { Offer } from "../host/urlBox.ts";
import { describe } from "../host/words.ts";
import { isLocal, toServiceUrl } from "../model/connection.ts";
import type { Connection, Credentials } from "../model/connection.ts";
import type { Admins } from "../model/admins.ts";
import type { Connections } from "../model/connections.ts";
import type { Failure } from "../model/outcome.ts";
import { usualUrl } from "../model/schemas/localService.ts";
import type { Projects } from "../model/schemas/projects.ts";
import { createToken } from "./createToken.ts";

export interface Adding {
  readonly connections: Connections;
  readonly projects: Projects;
  readonly admins: Admins;
  readonly signIns: SignIns;
}

type Named = Credentials & Pick<Connection, "name" | "role" | "identifier">;

/** Asks for a connection; each answer is tried before the next question. */
export async function askConnection(adding: Adding): Promise<Named> {
  const url = await askService(adding);
  const name = await askName(new URL(url).host);
  const role = await askRole(vscode.l10n.t("Add Connection: Role"));
  return { name, url, role, ...(await askCredentials(adding, { name, url })) };
}

/** The URL of a content service that answers: what does not is asked for again, with the reason. */
async function askService(adding: Adding): Promise<string> {
  let url = "";
  for (let prompt = vscode.l10n.t("Where the content service is"); ;) {
    const text = await askUrlWith({
      title: vscode.l10n.t("Add Connection: URL"),
      prompt,
      value: url,
      flawOf: (typed) => (toServiceUrl(typed) === undefined ? notAUrl() : undefined),
      offer: (signal) => offerLocal(adding, signal),
    });
    url = toServiceUrl(text) ?? text;
    const [failure] = await attempt(adding.connections, { url });
    if (!failure || isRefusal(failure)) return url;
    if (isCancelled(failure)) throw new vscode.CancellationError();
    prompt = describe(failure);
  }
}

/** Where the workspace's Strapi project runs, or a service usually does, if one answers there or there is a project. */
async function offerLocal(
  { connections, projects }: Adding,
  signal: AbortSignal,
): Promise<Offer | undefined> {
  const own = await localUrls(await projects.all());
  const isNew = (value: string) => connections.all.every(({ url }) => url !== value);
  for (const value of [...new Set([...own, usualUrl])].filter(isNew)) {
    const [failure] = await connections.try({ url: value }, signal);
    if (!failure || isRefusal(failure)) {
      return { value, prompt: vscode.l10n.t("A content service answers on this computer") };
    }
  }
  const value = own.find(isNew);
  const prompt = vscode.l10n.t("Where the Strapi project of this workspace runs, once started");
  return value === undefined ? undefined : { value, prompt };
}

/** Nobody was let in: that is a service all the same. */
const isRefusal = (failure: Failure): boolean =>
  failure.code === "service" && /^(Unauthorized|Forbidden)Error$/.test(failure.error.name);

const askName = async (value: string): Promise<string> => {
  const name = await ask({
    title: vscode.l10n.t("Add Connection: Name"),
    prompt: vscode.l10n.t("What you call it, such as Production"),
    value,
    validateInput: (typed) => (typed.trim() ? undefined : vscode.l10n.t("Give it a name.")),
  });
  return name.trim();
};

async function askCredentials(
  { connections, admins }: Adding,
  service: Pick<Connection, "name" | "url">,
): Promise<Pick<Named, "token" | "session" | "identifier">> {
  const ways = [
    { label: vscode.l10n.t("API Token"), value: "token" },
    ...(isLocal(service)
      ? [{ label: vscode.l10n.t("A New API Token, as Its Administrator"), value: "create" }]
      : []),
    { label: vscode.l10n.t("User Name and Password"), value: "user" },
    { label: vscode.l10n.t("Nobody: what is public, and nothing else"), value: "nobody" },
  ];
  const title = vscode.l10n.t("Add Connection: Sign-In");
  const way = await choose(ways, { title, ignoreFocusOut: true });
  if (way === "nobody") return {};
  if (way === "create") return { token: await createToken(admins, service) };
  if (way === "user") return enter(connections, service);
  for (let prompt: string | undefined; ;) {
    const token = await askToken(service, prompt);
    const [failure] = await attempt(connections, { url: service.url, token });
    if (!failure) return { token };
    if (isCancelled(failure)) throw new vscode.CancellationError();
    prompt = describe(failure);
  }
}

export const notAUrl = (): string =>
  vscode.l10n.t("Give an http or https URL, without a user in it.");
