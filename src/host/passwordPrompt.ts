import * as vscode from "vscode";

/**
 * Asks twice for a new password: what is typed is not shown, and nobody could tell afterwards what it was.
 * Undefined when the person gives up.
 */
export async function askNewPassword(
  title: string,
  connection: string,
): Promise<string | undefined> {
  const password = await vscode.window.showInputBox({
    ...hidden,
    title: vscode.l10n.t("New Password of {0}", title),
    prompt: vscode.l10n.t("Holds at once on {0}, and is kept nowhere else", connection),
    validateInput: (typed) => (typed === "" ? vscode.l10n.t("Type a password.") : undefined),
  });
  if (password === undefined) return undefined;
  const differs = vscode.l10n.t("This is not the password that you typed first.");
  return vscode.window.showInputBox({
    ...hidden,
    title: vscode.l10n.t("Repeat the New Password of {0}", title),
    prompt: vscode.l10n.t("Type it once more"),
    validateInput: (typed) => (typed === password ? undefined : differs),
  });
}

const hidden = { password: true, ignoreFocusOut: true };
