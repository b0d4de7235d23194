import * as vscode from "vscode";
import { emailPrompt } from "../../host/adminSignIn.ts";
import { isCancelled } from "../../host/failed.ts";
import { runSteps } from "../../host/multiStep.ts";
import type { At, Step } from "../../host/multiStep.ts";
import { apiPrefixes, localUrls } from "../../host/projectFiles.ts";
import { withProgress } from "../../host/progress.ts";
import { askCertificate } from "../../host/prompts.ts";
import type { Choice } from "../../host/multiStep.ts";
import { askIdentifier, askPassword, askToken, locate, userPrompt } from "../../host/signIn.ts";
import type { SignIns } from "../../host/signIn.ts";
import { askInput, askLine } from "../../host/stepInput.ts";
import type { Offer } from "../../host/stepInput.ts";
import { askPick, askRole } from "../../host/stepPick.ts";
import { noServiceUrl } from "../../host/words/urlWords.ts";
import { describe } from "../../host/words/words.ts";
import type { Admins } from "../../model/connections/admins.ts";
import { isLocal, toServiceUrl } from "../../model/connections/connection.ts";
import type {
  Connection,
  ConnectionRole,
  Credentials,
} from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { remediesOf } from "../../model/connections/remedies.ts";
import { done, failed, isRefusal } from "../../model/foundation/outcome.ts";
import type { Failure, Outcome } from "../../model/foundation/outcome.ts";
import { usualUrl } from "../../model/schemas/localService.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import { createTokenWith } from "./createToken.ts";

export interface Adding {
  readonly connections: Connections;
  readonly projects: Projects;
  readonly admins: Admins;
  readonly signIns: SignIns;
}

const exampleUrl = "https://cms.example.com";

type Service = Pick<Connection, "url" | "apiPrefix" | "certificateFile">;
type Named = Credentials & Service & Pick<Connection, "name" | "role" | "identifier">;

/** How requests of a connection are authenticated. */
type Way = "token" | "create" | "user" | "anonymous";

/** Asks for a connection in several steps; each answer is tried before the next question. */
export function askConnection(adding: Adding): Promise<Named> {
  return new AddingSteps(adding).ask();
}

/** The answers of Add Connection. Another service takes no secret that was entered for the one before. */
class AddingSteps {
  readonly #adding: Adding;
  #url = "";
  #service: Service | undefined;
  /** Why the certificate of the URL is not trusted, while that is so. */
  #untrusted: Failure | undefined;
  #way: Way = "token";
  #identifier = "";
  #token: string | undefined;
  #session: string | undefined;
  #name = "";
  #role: ConnectionRole | undefined;

  constructor(adding: Adding) {
    this.#adding = adding;
  }

  async ask(): Promise<Named> {
    await runSteps(vscode.l10n.t("Add Connection"), () => [
      this.#askUrl,
      ...(this.#untrusted ? [this.#askTrust] : []),
      this.#askWay,
      ...this.#credentialSteps(),
      this.#askName,
      this.#askRole,
    ]);
    const byWay: Record<Way, Partial<Named>> = {
      token: this.#token ? { token: this.#token } : {},
      create: this.#token ? { token: this.#token } : {},
      user: this.#session ? { session: this.#session, identifier: this.#identifier } : {},
      anonymous: {},
    };
    const role = this.#role ? { role: this.#role } : {};
    return { ...this.#place(), name: this.#name, ...role, ...byWay[this.#way] };
  }

  /** The service that answered at the URL. */
  #place(): Service {
    return this.#service ?? { url: this.#url };
  }

  readonly #askUrl: Step = async (at) => {
    this.#untrusted = undefined;
    const found = await askInput<Service | null>(at, {
      prompt: vscode.l10n.t("URL of the content service"),
      placeholder: exampleUrl,
      value: this.#url,
      validateInput: (typed) => (toServiceUrl(typed) === undefined ? noServiceUrl() : undefined),
      offer: (signal) => offerLocal(this.#adding, signal),
      attempt: async (typed, signal) => {
        this.#url = toServiceUrl(typed) ?? typed;
        const outcome = await reach(this.#adding, { url: this.#url }, signal);
        const [failure] = outcome;
        if (!failure || !remediesOf(failure).includes("certificate")) return outcome;
        this.#untrusted = failure;
        return done(null);
      },
    });
    if (found) this.#setService(found);
  };

  /** The service is reached with a certificate file that the person chooses. */
  readonly #askTrust: Step = async (at) => {
    const choices = [{ label: vscode.l10n.t("Choose Certificate File…"), value: "file" }];
    for (let failure = this.#untrusted; failure;) {
      await askPick(at, { choices, placeholder: describe(failure) });
      const certificateFile = await askCertificate(new URL(this.#url).host);
      if (certificateFile === undefined) continue;
      const service = { url: this.#url, certificateFile };
      const [refusal, found] = await withProgress(
        vscode.l10n.t("Connecting to {0}", this.#url),
        (signal) => reach(this.#adding, service, signal),
      );
      // Cancel leads back to the question, which says the same as before.
      if (refusal && isCancelled(refusal)) continue;
      if (found) this.#setService(found);
      failure = refusal ?? undefined;
    }
  };

  #setService(service: Service): void {
    if (this.#service && this.#service.url !== service.url) {
      this.#token = undefined;
      this.#session = undefined;
      this.#name = "";
    }
    this.#service = service;
  }

  readonly #askWay: Step = async (at) => {
    const way = await askPick(at, {
      choices: waysOf(this.#place()),
      placeholder: vscode.l10n.t("How to sign in"),
      value: this.#way,
    });
    if (way !== this.#way) this.#token = undefined;
    this.#way = way;
  };

  #credentialSteps(): readonly Step[] {
    const steps: Record<Way, readonly Step[]> = {
      token: [this.#askToken],
      create: [(at) => this.#askIdentifier(at, emailPrompt()), this.#askAdminPassword],
      user: [(at) => this.#askIdentifier(at, userPrompt()), this.#askUserPassword],
      anonymous: [],
    };
    return steps[this.#way];
  }

  readonly #askToken: Step = async (at) => {
    const { connections } = this.#adding;
    const service = this.#place();
    this.#token = await askToken(at, this.#named(), {
      value: this.#token,
      attempt: async (token, signal) => {
        const [failure] = await connections.try({ ...service, token }, signal);
        return failure ? failed(failure) : done(token);
      },
    });
  };

  async #askIdentifier(at: At, prompt: string): Promise<void> {
    this.#identifier = await askIdentifier(at, prompt, this.#identifier);
  }

  readonly #askAdminPassword: Step = async (at) => {
    const service = this.#named();
    this.#token = await askPassword(at, service, this.#identifier, {
      attempt: ({ identifier: email, password }, signal) =>
        createTokenWith(this.#adding.admins, service, { email, password }, signal),
    });
  };

  readonly #askUserPassword: Step = async (at) => {
    const service = this.#named();
    const { jwt } = await askPassword(at, service, this.#identifier, {
      attempt: (login, signal) => this.#adding.connections.signIn(service, login, signal),
    });
    this.#session = jwt;
  };

  #named(): Service & Pick<Connection, "name"> {
    const service = this.#place();
    return { ...service, name: new URL(service.url).host };
  }

  readonly #askName: Step = async (at) => {
    const name = await askLine(at, {
      prompt: vscode.l10n.t("Name of the connection"),
      value: this.#name || this.#named().name,
      validateInput: (typed) => (typed.trim() ? undefined : vscode.l10n.t("Enter a name.")),
    });
    this.#name = name.trim();
  };

  readonly #askRole: Step = async (at) => {
    this.#role = await askRole(at, this.#role);
  };
}

/** The service at a URL. */
async function reach(
  { connections, projects }: Adding,
  service: Service,
  signal: AbortSignal,
): Promise<Outcome<Service>> {
  const prefixes = await apiPrefixes(await projects.all());
  const [failure, place] = await locate(connections, service, prefixes, signal);
  return failure ? failed(failure) : done({ ...service, ...place });
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
      return { value, prompt: vscode.l10n.t("A content service runs on this computer") };
    }
  }
  const value = own.find(isNew);
  const prompt = vscode.l10n.t("URL of the Strapi project in this workspace, once it runs");
  return value === undefined ? undefined : { value, prompt };
}

const waysOf = (service: Service): readonly Choice<Way>[] => [
  { label: vscode.l10n.t("API token"), value: "token" },
  ...(isLocal(service)
    ? [
        {
          label: vscode.l10n.t("Create an API token (requires an admin account)"),
          value: "create" as const,
        },
      ]
    : []),
  { label: vscode.l10n.t("User name and password"), value: "user" },
  { label: vscode.l10n.t("Don't sign in (public content only)"), value: "anonymous" },
];
