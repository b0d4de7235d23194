import * as vscode from "vscode";
import { signIn } from "../../model/connect/accounts.ts";
import type { Connection, Credentials, UserLogin } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { ServiceLocation } from "../../model/connect/apiLocation.ts";
import { adminUrlIn } from "../../model/connect/documentUrls.ts";
import { done, failed, isRefusal, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { must } from "../shared/commandFailure.ts";
import { withProgress } from "../shared/progressNotification.ts";
import { wordsFor } from "../../texts/shared/nameList.ts";
import { runSteps, askInput, askLine, askPick } from "../shared/stepInput.ts";
import type {
  ActionButton,
  LineOptions,
  StepPosition,
  PromptStep,
  Choice,
} from "../shared/stepInput.ts";
import { isSignedOut } from "../../model/connect/administrators.ts";
import type {
  Administrators,
  Login,
  LoginPurpose,
  LoginRequest,
} from "../../model/connect/administrators.ts";
import { nameWithEnvironment } from "../../texts/connect/environmentWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";

type SignInTarget = Pick<Connection, "name" | "url"> & Pick<Partial<Connection>, "adminUrl">;

/** The host that receives a secret. Prompts show it because a connection's name proves nothing. */
const hostOf = ({ url }: Pick<Connection, "url">): string => new URL(url).host;

const tokenPageButton = (
  service: SignInTarget,
  page: "api-tokens" | "admin-tokens",
): ActionButton => ({
  icon: "link-external",
  tooltip:
    page === "api-tokens"
      ? vscode.l10n.t("Open API Tokens in the Admin Panel")
      : vscode.l10n.t("Open Admin Tokens in the Admin Panel"),
  run: () => {
    const admin = adminUrlIn(service).replace(/(?<!\/)\/+$/, "");
    void vscode.env.openExternal(vscode.Uri.parse(`${admin}/settings/${page}`));
  },
});

/** Asks for a token until `tryToken` accepts it. Throws WentBack or CancellationError. */
export const askToken = <T>(
  at: StepPosition,
  service: SignInTarget,
  tryToken: (token: string, signal: AbortSignal) => Promise<Outcome<T, Failure>>,
  {
    prompt,
    button,
    value,
    refusal,
  }: Pick<LineOptions, "prompt" | "value" | "refusal"> & { readonly button?: ActionButton } = {},
): Promise<T> =>
  askInput(at, {
    prompt:
      prompt ??
      vscode.l10n.t(
        "API token from Settings > API Tokens in the admin panel (sent only to {host})",
        { host: hostOf(service) },
      ),
    password: true,
    value,
    refusal,
    buttons: [button ?? tokenPageButton(service, "api-tokens")],
    validateInput: (typed) =>
      /^\S+$/.test(bareToken(typed)) ? undefined : vscode.l10n.t("Paste the token without spaces."),
    attempt: (typed, signal) => tryToken(bareToken(typed), signal),
    wordsOf: button ? undefined : rejectedToken,
  });

const rejectedToken = (failure: Failure): string | undefined =>
  failure.code === "service" && failure.error.name === "UnauthorizedError"
    ? vscode.l10n.t("The service rejected the token. Check it under Settings > API Tokens.")
    : undefined;

/** The token without the spaces and the `Bearer` prefix that the user may copy with it. */
export const bareToken = (token: string): string => token.trim().replace(/^Bearer\s+/i, "");

export async function askIdentifier(
  at: StepPosition,
  prompt: string,
  value: string | undefined,
): Promise<string> {
  const typed = await askLine(at, {
    prompt,
    value,
    validateInput: (text) =>
      text.trim() ? undefined : vscode.l10n.t("Enter an email address or a user name."),
  });
  return typed.trim();
}

/** Asks for a password until `tryLogin` accepts it. Throws WentBack or CancellationError. */
export const askPassword = <T>(
  at: StepPosition,
  service: Pick<Connection, "url">,
  identifier: string,
  tryLogin: (login: UserLogin, signal: AbortSignal) => Promise<Outcome<T, Failure>>,
  refusal?: string,
): Promise<T> =>
  askInput(at, {
    prompt: vscode.l10n.t("Password of {identifier}, sent only to {host} and not stored", {
      identifier,
      host: hostOf(service),
    }),
    password: true,
    refusal,
    validateInput: (typed) => (typed ? undefined : vscode.l10n.t("Enter the password.")),
    attempt: (password, signal) => tryLogin({ identifier, password }, signal),
  });

export const userPrompt = (): string =>
  vscode.l10n.t("Email address or user name of a user on the service");

/** Asks for credentials until the service accepts them. Throws CancellationError. */
export async function askUserSession(
  connections: Connections,
  service: Credentials & Pick<Connection, "name" | "identifier">,
): Promise<{ readonly identifier: string; readonly session: string }> {
  let { identifier = "" } = service;
  let session = "";
  await runSteps(vscode.l10n.t("Sign In to {connection}", { connection: service.name }), () => [
    async (at) => {
      identifier = await askIdentifier(at, userPrompt(), identifier);
    },
    async (at) => {
      ({ jwt: session } = await askPassword(at, service, identifier, (login, signal) =>
        connections.signIn(service, login, signal),
      ));
    },
  ]);
  return { identifier, session };
}

/** Locates the content API, also of a service that rejects requests without a token. */
export async function locateService(
  connections: Connections,
  service: Pick<Connection, "url" | "certificateFile">,
  prefixes: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<ServiceLocation, Failure>> {
  const { url } = service;
  const outcome = await connections.locateApi(service, prefixes, signal);
  const [failure] = outcome;
  return failure && isRefusal(failure) ? done({ url }) : outcome;
}

/** What a user may sign in with again. */
export type SignInKind = "token" | "either";

/**
 * Asks until the service accepts a token or a password, and stores it. It asks for the password if a
 * user is signed in and there is no token, unless `kind` is `token`. Throws CancellationError.
 */
export async function askCredentials(
  connections: Connections,
  connection: Connection,
  refusal: string | undefined,
  kind: SignInKind,
): Promise<true> {
  const { name, identifier } = connection;
  const isUser = kind === "either" && identifier !== undefined;
  if (isUser && !(await connections.hasSecret(connection, ["token"]))) {
    const tryLogin = (login: UserLogin, signal: AbortSignal) =>
      signIn(connections, connection, login, signal);
    const at = { title: vscode.l10n.t("Sign In to {connection}", { connection: name }) };
    await askPassword(at, connection, identifier, tryLogin, refusal);
    return true;
  }
  const at = { title: vscode.l10n.t("API Token for {connection}", { connection: name }) };
  const token = await askToken(at, connection, acceptedToken(connections, connection), {
    refusal,
  });
  await connections.setToken(connection, token);
  return true;
}

/** Tries a token of a service, which is the result if the service accepts it. */
export const acceptedToken =
  (connections: Connections, service: Credentials & Pick<Connection, "apiPrefix">) =>
  async (token: string, signal: AbortSignal): Promise<Outcome<string, Failure>> => {
    const [failure] = await connections.try({ ...service, token }, signal);
    return failure ? failed(failure) : done(token);
  };

type AdminSignInMethod = "token" | "password";

const reasonFor = (purpose: LoginPurpose): string =>
  wordsFor(purpose, {
    unpublish: vscode.l10n.t("Only administrators can unpublish documents."),
    discard: vscode.l10n.t("Only administrators can discard changes."),
    "create-token": vscode.l10n.t("Only administrators can create API tokens."),
  });

/**
 * Asks for a sign-in unless an administrator is signed in. Call it before the question of an action
 * that only administrators may do, and outside of its progress.
 */
export async function requireAdministrator(
  {
    administrators,
    connections,
  }: Record<"administrators", Administrators> & Record<"connections", Connections>,
  id: string,
  purpose: LoginPurpose,
): Promise<void> {
  const outcome = await withProgress(vscode.l10n.t("Checking the sign-in"), () =>
    administrators.call(id, (admin) => admin.me(), true),
  );
  const connection = connections.get(id);
  if (connection && outcome[0] && isSignedOut(outcome[0]))
    must(await administrators.signIn(connection, purpose));
  else must(outcome);
}

/**
 * Asks for an administrator's token, or email and password. Asks only for the rejected answer again:
 * the other answers stay as entered. Throws CancellationError.
 */
export async function askLogin(
  connection: Connection,
  { refused, hasTokens, purpose }: LoginRequest,
): Promise<Login | undefined> {
  const refusal = refused && describe(refused.failure);
  const rejectedEmail = refused && "email" in refused.login ? refused.login.email : undefined;
  const reason = purpose && reasonFor(purpose);
  let method: AdminSignInMethod =
    rejectedEmail === undefined && (refused || hasTokens) ? "token" : "password";
  let email = rejectedEmail ?? connection.adminEmail ?? "";
  let login: Login | undefined;
  const askMethod: PromptStep = async (at) => {
    const choices: readonly Choice<AdminSignInMethod>[] = [
      {
        label: vscode.l10n.t("Use an admin token"),
        description: vscode.l10n.t("recommended"),
        detail: vscode.l10n.t("Limited to the permissions of the token and valid until it expires"),
        value: "token",
      },
      {
        label: vscode.l10n.t("Use email and password"),
        detail: vscode.l10n.t("The sign-in expires after 30 minutes. The password is not stored."),
        value: "password",
      },
    ];
    method = await askPick(at, { choices, value: method, placeholder: reason });
  };
  const askAdminToken: PromptStep = async (at) => {
    const toToken = (token: string) => Promise.resolve(done(token));
    const token = await askToken(at, connection, toToken, {
      prompt: vscode.l10n.t(
        "Admin token from Settings > Admin Tokens in the admin panel (sent only to {host})",
        { host: hostOf(connection) },
      ),
      button: tokenPageButton(connection, "admin-tokens"),
      refusal: rejectedEmail === undefined ? refusal : undefined,
    });
    login = { token };
  };
  const askEmail: PromptStep = async (at) => {
    email = await askIdentifier(at, [reason, emailPrompt()].filter(Boolean).join(" "), email);
  };
  const askAdminPassword: PromptStep = async (at) => {
    const toLogin = ({ password }: UserLogin) => Promise.resolve(done({ email, password }));
    const emailRefusal = email === rejectedEmail ? refusal : undefined;
    login = await askPassword(at, connection, email, toLogin, emailRefusal);
  };
  const stepsNow = (): readonly PromptStep[] => [
    ...(hasTokens ? [askMethod] : []),
    ...(method === "token" ? [askAdminToken] : [askEmail, askAdminPassword]),
  ];
  const title = vscode.l10n.t("Sign In to {connection} as Administrator", {
    connection: nameWithEnvironment(connection),
  });
  await runSteps(title, stepsNow, refused ? stepsNow().length - 1 : 0);
  return login;
}

export const emailPrompt = (): string => vscode.l10n.t("Email address of an admin panel account");
