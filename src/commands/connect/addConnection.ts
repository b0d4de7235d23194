import * as vscode from "vscode";
import {
  acceptedToken,
  emailPrompt,
  askIdentifier,
  askPassword,
  askToken,
  locateService,
  userPrompt,
} from "../../host/connect/signInPrompts.ts";
import { isCancelled } from "../../host/shared/commandFailure.ts";
import { runSteps, askInput, askPick, askEnvironment } from "../../host/shared/stepInput.ts";
import type { StepPosition, PromptStep, Choice } from "../../host/shared/stepInput.ts";
import { apiPrefixes, localUrls } from "../../host/schemas/workspaceProjectFiles.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { askCertificate } from "../../host/shared/prompts.ts";
import { noServiceUrl } from "../../texts/connect/urlWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { isLocal, toServiceUrl } from "../../model/connect/connection.ts";
import type {
  Connection,
  ConnectionEnvironment,
  Credentials,
} from "../../model/connect/connection.ts";
import type { Administrators } from "../../model/connect/administrators.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import { remediesOf } from "../../model/remedies.ts";
import { done, failed, isRefusal, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { defaultUrl } from "../../model/connect/localService.ts";
import { hostname } from "node:os";
import { askConnectionName } from "./editConnection.ts";

const exampleUrl = "https://cms.example.com";

type Service = Pick<Connection, "url" | "apiPrefix" | "certificateFile">;
type Named = Credentials & Service & Pick<Connection, "name" | "environment" | "identifier">;

type Authentication = "token" | "create" | "user" | "anonymous";

/**
 * Asks for a connection in several steps, and checks each answer before the next question. A secret
 * that was entered for one service is never sent to another.
 */
export class AddConnectionSteps {
  readonly #connections: Connections;
  readonly #administrators: Administrators;
  readonly #projects: Projects;
  #url = "";
  #service: Service | undefined;
  /** Why the certificate of the URL is not trusted; undefined while there is no such failure. */
  #untrusted: Failure | undefined;
  #authentication: Authentication = "token";
  #identifier = "";
  #token: string | undefined;
  #session: string | undefined;
  #name = "";
  #environment: ConnectionEnvironment | undefined;

  constructor(connections: Connections, administrators: Administrators, projects: Projects) {
    this.#connections = connections;
    this.#administrators = administrators;
    this.#projects = projects;
  }

  async ask(): Promise<Named> {
    const credentialSteps: Record<Authentication, readonly PromptStep[]> = {
      token: [this.#askToken],
      create: [(at) => this.#askIdentifier(at, emailPrompt()), this.#askAdminPassword],
      user: [(at) => this.#askIdentifier(at, userPrompt()), this.#askUserPassword],
      anonymous: [],
    };
    await runSteps(vscode.l10n.t("Add Connection"), () => [
      this.#askUrl,
      ...(this.#untrusted ? [this.#askTrust] : []),
      this.#askAuthentication,
      ...credentialSteps[this.#authentication],
      this.#askName,
      this.#askEnvironment,
    ]);
    const [token, session, environment] = [this.#token, this.#session, this.#environment];
    const isUser = this.#authentication === "user";
    const isAnonymous = this.#authentication === "anonymous";
    return {
      ...this.#reachedService(),
      name: this.#name,
      ...(environment && { environment }),
      ...(token && !isUser && !isAnonymous && { token }),
      ...(session && isUser && { session, identifier: this.#identifier }),
    };
  }

  #reachedService(): Service {
    return this.#service ?? { url: this.#url };
  }

  readonly #askUrl: PromptStep = async (at) => {
    this.#untrusted = undefined;
    const service = await askInput<Service | null>(at, {
      prompt: vscode.l10n.t("URL of the content service"),
      placeholder: exampleUrl,
      value: this.#url,
      validateInput: (text) => (toServiceUrl(text) === undefined ? noServiceUrl() : undefined),
      offer: (signal) => offerLocal(this.#connections, this.#projects, signal),
      attempt: async (text, signal) => {
        this.#url = toServiceUrl(text) ?? text;
        const outcome = await this.#locate({ url: this.#url }, signal);
        const [failure] = outcome;
        if (!failure || !remediesOf(failure).includes("certificate")) return outcome;
        this.#untrusted = failure;
        return done(null);
      },
    });
    if (service) this.#setService(service);
  };

  readonly #askTrust: PromptStep = async (at) => {
    const choices = [{ label: vscode.l10n.t("Choose Certificate File…"), value: "file" }];
    for (let failure = this.#untrusted; failure;) {
      await askPick(at, { choices, placeholder: describe(failure) });
      const { host } = new URL(this.#url);
      const title = vscode.l10n.t("Certificate File for {host}", { host });
      const certificateFile = await askCertificate(title);
      if (certificateFile === undefined) continue;
      const service = { url: this.#url, certificateFile };
      const [refusal, location] = await withProgress(
        vscode.l10n.t("Connecting to {url}", { url: this.#url }),
        (signal) => this.#locate(service, signal),
      );
      // Cancel returns to the question, which shows the same message as before.
      if (refusal && isCancelled(refusal)) continue;
      if (location) this.#setService(location);
      failure = refusal ?? undefined;
    }
  };

  async #locate(service: Service, signal: AbortSignal): Promise<Outcome<Service, Failure>> {
    const prefixes = await apiPrefixes(await this.#projects.all());
    const [failure, location] = await locateService(this.#connections, service, prefixes, signal);
    return failure ? failed(failure) : done({ ...service, ...location });
  }

  #setService(service: Service): void {
    if (this.#service && this.#service.url !== service.url) {
      this.#token = undefined;
      this.#session = undefined;
      this.#name = "";
    }
    this.#service = service;
  }

  readonly #askAuthentication: PromptStep = async (at) => {
    const authentication = await askPick(at, {
      choices: authenticationChoices(this.#reachedService()),
      placeholder: vscode.l10n.t("Choose how to sign in"),
      value: this.#authentication,
    });
    if (authentication !== this.#authentication) this.#token = undefined;
    this.#authentication = authentication;
  };

  readonly #askToken: PromptStep = async (at) => {
    const tryToken = acceptedToken(this.#connections, this.#reachedService());
    this.#token = await askToken(at, this.#named(), tryToken, { value: this.#token });
  };

  async #askIdentifier(at: StepPosition, prompt: string): Promise<void> {
    this.#identifier = await askIdentifier(at, prompt, this.#identifier);
  }

  readonly #askAdminPassword: PromptStep = async (at) => {
    const service = this.#named();
    this.#token = await askPassword(at, service, this.#identifier, (login, signal) => {
      const { identifier: email, password } = login;
      return this.#administrators.createToken(service, tokenName(), { email, password }, signal);
    });
  };

  readonly #askUserPassword: PromptStep = async (at) => {
    const service = this.#named();
    const { jwt } = await askPassword(at, service, this.#identifier, (login, signal) =>
      this.#connections.signIn(service, login, signal),
    );
    this.#session = jwt;
  };

  #named(): Service & Pick<Connection, "name"> {
    const service = this.#reachedService();
    return { ...service, name: new URL(service.url).host };
  }

  readonly #askName: PromptStep = async (at) => {
    const value = this.#name || this.#connections.freeName(this.#named().name);
    this.#name = await askConnectionName(at, value, (name) => this.#connections.hasName(name));
  };

  readonly #askEnvironment: PromptStep = async (at) => {
    this.#environment = await askEnvironment(at, this.#environment);
  };
}

/** Offers a local URL where a service responds, or else that of a project in the workspace. */
async function offerLocal(
  connections: Connections,
  projects: Projects,
  signal: AbortSignal,
): Promise<{ readonly value: string; readonly prompt: string } | undefined> {
  const projectUrls = await localUrls(await projects.all());
  const isNew = (value: string) => connections.all.every(({ url }) => url !== value);
  for (const value of [...new Set([...projectUrls, defaultUrl])].filter(isNew)) {
    const [failure] = await connections.try({ url: value }, signal);
    if (!failure || isRefusal(failure)) {
      return { value, prompt: vscode.l10n.t("A content service is running on this computer") };
    }
  }
  const value = projectUrls.find(isNew);
  const prompt = vscode.l10n.t(
    "URL of the Strapi project in this workspace, which isn't running yet",
  );
  return value === undefined ? undefined : { value, prompt };
}

const authenticationChoices = (service: Service): readonly Choice<Authentication>[] => {
  const createLabel = vscode.l10n.t("Create an API token (requires an admin account)");
  return [
    { label: vscode.l10n.t("API token"), value: "token" },
    ...(isLocal(service) ? [{ label: createLabel, value: "create" } as const] : []),
    { label: vscode.l10n.t("User name and password"), value: "user" },
    { label: vscode.l10n.t("Don't sign in (public content only)"), value: "anonymous" },
  ];
};

/** Two tokens can't have the same name. */
export const tokenName = (): string =>
  `${vscode.env.appName} ${hostname()} ${new Date().toISOString().replace(/\.\d+Z$/, "Z")}`;
