import * as vscode from "vscode";
import type { AskLogin, Login, LoginRequest, RejectedLogin } from "../model/connections/admins.ts";
import type { Connection } from "../model/connections/connection.ts";
import { done } from "../model/foundation/outcome.ts";
import { unlessCancelled } from "./commandFailure.ts";
import { runSteps, askPick } from "./multiStep.ts";
import type { StepPosition, PromptStep, Choice } from "./multiStep.ts";
import { askIdentifier, askPassword, askToken, tokenPageButton } from "./signIn.ts";
import { nameWithEnvironment } from "../texts/environmentWords.ts";
import { describe } from "../texts/words.ts";

/** Asks for an administrator's token, or email and password. Undefined if the user cancels. */
export const askAdminLogin: AskLogin = (connection, request) =>
  unlessCancelled(askLogin(connection, request));

type AdminSignInMethod = "token" | "password";

/** Asks only for the rejected answer again. The other answers stay as entered. */
async function askLogin(
  connection: Connection,
  { refused, hasTokens }: LoginRequest,
): Promise<Login | undefined> {
  const before = refused?.login;
  let method: AdminSignInMethod = before
    ? signInMethodOf(before)
    : hasTokens
      ? "token"
      : "password";
  let email = before && "email" in before ? before.email : (connection.adminEmail ?? "");
  let login: Login | undefined;
  const chooseWay: PromptStep = async (at) => {
    method = await askPick<AdminSignInMethod>(at, { choices: signInMethods(), value: method });
  };
  const stepsNow = (): readonly PromptStep[] => [
    ...(hasTokens ? [chooseWay] : []),
    ...(method === "token"
      ? [
          async (at: StepPosition) => {
            login = { token: await askAdminToken(at, connection, refusalOf(method, refused)) };
          },
        ]
      : [
          async (at: StepPosition) => {
            email = await askIdentifier(at, emailPrompt(), email);
          },
          async (at: StepPosition) => {
            const refusal = email === emailOf(before) ? refusalOf(method, refused) : undefined;
            const attempt = ({ password }: { readonly password: string }) =>
              Promise.resolve(done({ email, password }));
            login = await askPassword(at, connection, email, { refusal, tryCredentials: attempt });
          },
        ]),
  ];
  const title = vscode.l10n.t("Sign In to {connection} as Administrator", {
    connection: nameWithEnvironment(connection),
  });
  await runSteps(title, stepsNow, before ? stepsNow().length - 1 : 0);
  return login;
}

const signInMethodOf = (login: Login): AdminSignInMethod =>
  "token" in login ? "token" : "password";

const emailOf = (login: Login | undefined): string | undefined =>
  login && "email" in login ? login.email : undefined;

const refusalOf = (
  method: AdminSignInMethod,
  refused: RejectedLogin | undefined,
): string | undefined =>
  refused && signInMethodOf(refused.login) === method ? describe(refused.failure) : undefined;

export const emailPrompt = (): string => vscode.l10n.t("Email address of an admin panel account");

const signInMethods = (): readonly Choice<AdminSignInMethod>[] => [
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

const askAdminToken = (
  at: StepPosition,
  connection: Connection,
  refusal: string | undefined,
): Promise<string> =>
  askToken(at, connection, {
    prompt: vscode.l10n.t(
      "Admin token from Settings > Admin Tokens in the admin panel (sent only to {host})",
      { host: new URL(connection.url).host },
    ),
    button: tokenPageButton(connection, "admin-tokens"),
    refusal,
    tryCredentials: (token) => Promise.resolve(done(token)),
  });
