import * as vscode from "vscode";
import type { AskLogin } from "../model/admins.ts";
import { isLocal } from "../model/connection.ts";
import type { Connections } from "../model/connections.ts";
import type { Disposable } from "../model/events.ts";
import { bare } from "./signIn.ts";
import { describe } from "./words.ts";

/** E-mail and password of an administrator, or an admin token; undefined when the person gives up. */
export const askLogin: AskLogin = async ({ name, adminEmail }, refusal) => {
  const title = vscode.l10n.t("Administrator of {0}", name);
  const note = vscode.l10n.t("A sign-in lasts 30 minutes. The password is not kept.");
  const placeHolder = refusal ? describe(refusal) : note;
  const byPassword = vscode.l10n.t("E-Mail and Password");
  const ways = [byPassword, vscode.l10n.t("Admin Token")];
  const way = await vscode.window.showQuickPick(ways, { title, placeHolder, ignoreFocusOut: true });
  if (way === byPassword) return askAccount(title, adminEmail);
  const prompt = vscode.l10n.t("An admin token of the admin panel");
  const token = way && (await line({ title, prompt, password: true }));
  return token ? { token: bare(token) } : undefined;
};

async function askAccount(title: string, value = "") {
  const prompt = vscode.l10n.t("The e-mail of an account of the admin panel");
  const email = await line({ title, prompt, value });
  if (!email) return undefined;
  const about = vscode.l10n.t("The password of {0}", email);
  const password = await line({ title, prompt: about, password: true });
  return password ? { email: email.trim(), password } : undefined;
}

const line = (options: vscode.InputBoxOptions): Thenable<string | undefined> =>
  vscode.window.showInputBox({ ignoreFocusOut: true, ...options });

/** Tells VS Code whether there is a connection, an administrator, a service on this computer: menus ask for it. */
export function followAdmins(connections: Connections): Disposable {
  const tell = (): void => {
    const { all } = connections;
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand("setContext", key, value);
    set(
      "cms.admin",
      all.some(({ adminEmail }) => adminEmail !== undefined),
    );
    set("cms.local", all.some(isLocal));
    set("cms.connected", all.length > 0);
  };
  tell();
  return connections.onDidChange(tell);
}
