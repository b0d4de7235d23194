import * as vscode from "vscode";
import { isCancelled } from "../../host/failed.ts";
import { apiPrefixes, localUrls } from "../../host/projectFiles.ts";
import { ask, askCertificate, askRole, choose } from "../../host/prompts.ts";
import { noServiceUrl } from "../../host/words/urlWords.ts";
import { askToken, attempt, enter, located } from "../../host/signIn.ts";
import type { SignIns } from "../../host/signIn.ts";
import { askUrlWith } from "../../host/urlBox.ts";
import type { Offer } from "../../host/urlBox.ts";
import { describe } from "../../host/words/words.ts";
import { isLocal, toServiceUrl } from "../../model/connections/connection.ts";
import type { Connection, Credentials } from "../../model/connections/connection.ts";
import type { Admins } from "../../model/connections/admins.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { done, failed, isRefusal } from "../../model/outcome.ts";
import type { Outcome } from "../../model/outcome.ts";
import { remediesOf } from "../../model/connections/remedies.ts";
import { usualUrl } from "../../model/schemas/localService.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import { createToken } from "./createToken.ts";

export interface Adding {
  readonly connections: Connections;
  readonly projects: Projects;
  readonly admins: Admins;
  readonly signIns: SignIns;
}

type Service = Pick<Connection, "url" | "apiPrefix" | "certificateFile">;
type Named = Credentials & Service & Pick<Connection, "name" | "role" | "identifier">;

/** Asks for a connection; each answer is tried before the next question. */
export async function askConnection(adding: Adding): Promise<Named> {
  const place = await askService(adding);
  const name = await askName(new URL(place.url).host);
  const role = await askRole(vscode.l10n.t("Add Connection: Role"));
  const service = { name, ...place };
  return { ...service, role, ...(await askCredentials(adding, service)) };
}

/** The URL of a content service that answers: what does not is asked for again, with the reason. */
async function askService(adding: Adding): Promise<Service> {
  let url = "";
  for (let prompt = vscode.l10n.t("Where the content service is"); ;) {
    const text = await askUrlWith({
      title: urlTitle(),
      prompt,
      value: url,
      flawOf: (typed) => (toServiceUrl(typed) === undefined ? noServiceUrl() : undefined),
      offer: (signal) => offerLocal(adding, signal),
    });
    url = toServiceUrl(text) ?? text;
    const [failure, place] = await reach(adding, { url });
    if (!failure) return place;
    prompt = describe(failure);
  }
}

const urlTitle = () => vscode.l10n.t("Add Connection: URL");

/** Whether a service is there; where its certificate is nobody's, with a file that the person chooses. */
async function reach(adding: Adding, service: Service): Promise<Outcome<Service>> {
  const prefixes = await apiPrefixes(await adding.projects.all());
  const [failure, place] = await located(adding.connections, service, prefixes);
  if (!failure) return done({ ...service, ...place });
  if (isCancelled(failure)) throw new vscode.CancellationError();
  if (!remediesOf(failure).includes("certificate")) return failed(failure);
  const ways = [
    { label: vscode.l10n.t("Choose Certificate File…"), value: true },
    { label: vscode.l10n.t("Another URL…"), value: false },
  ];
  const options = { title: urlTitle(), placeHolder: describe(failure), ignoreFocusOut: true };
  const isMeant = await choose(ways, options);
  const certificateFile = isMeant && (await askCertificate(new URL(service.url).host));
  return certificateFile ? reach(adding, { ...service, certificateFile }) : failed(failure);
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
  service: Service & Pick<Connection, "name">,
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
    const [failure] = await attempt(connections, { ...service, token });
    if (!failure) return { token };
    if (isCancelled(failure)) throw new vscode.CancellationError();
    prompt = describe(failure);
  }
}
