import * as vscode from "vscode";
import type { AskLogin, Login, Refused } from "../model/connections/admins.ts";
import type { Connection } from "../model/connections/connection.ts";
import { choose } from "./prompts.ts";
import { askToken, askUserLogin } from "./signIn.ts";
import { describe } from "./words/words.ts";

/** Email and password of an administrator, or an admin token; undefined when the person gives up. */
export const askAdminLogin: AskLogin = async (connection, refused) => {
  try {
    return await (refused ? askAgain(connection, refused) : askFirst(connection));
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    throw error;
  }
};

const titleOf = ({ name }: Connection) => vscode.l10n.t("Administrator of {0}", name);

async function askFirst(connection: Connection): Promise<Login> {
  const title = titleOf(connection);
  const placeHolder = vscode.l10n.t("A sign-in lasts 30 minutes. The password is not kept.");
  const ways = [
    { label: vscode.l10n.t("Email and Password"), value: () => askAccount(connection) },
    { label: vscode.l10n.t("Admin Token"), value: () => askAdminToken(connection) },
  ];
  const way = await choose(ways, { title, placeHolder, ignoreFocusOut: true });
  return way();
}

/** The same once more, with the reason. */
function askAgain(connection: Connection, { failure, login }: Refused): Promise<Login> {
  const why = describe(failure);
  return "email" in login
    ? askAccount(connection, login.email, why)
    : askAdminToken(connection, why);
}

async function askAccount(
  connection: Connection,
  known = connection.adminEmail,
  prompt = vscode.l10n.t("The email of an account of the admin panel"),
): Promise<Login> {
  const title = titleOf(connection);
  const { identifier, password } = await askUserLogin(connection, { title, prompt, known });
  return { email: identifier, password };
}

const askAdminToken = async (
  connection: Connection,
  words = vscode.l10n.t("An admin token of the admin panel."),
): Promise<Login> => ({ token: await askToken(connection, words, titleOf(connection)) });
