import * as vscode from "vscode";
import { withBack } from "./multiStep.ts";
import { ask } from "./prompts.ts";

/**
 * Asks twice for a new password, because what is typed is not shown. Throws CancellationError when the person gives up.
 */
export function askNewPassword(title: string, connection: string): Promise<string> {
  return withBack(async () => {
    const password = await ask({
      title: vscode.l10n.t("New Password of {0}", title),
      prompt: vscode.l10n.t("Holds at once on {0}, and is kept nowhere else", connection),
      password: true,
      validateInput: (typed) => (typed === "" ? vscode.l10n.t("Type a password.") : undefined),
    });
    const differs = vscode.l10n.t("This is not the password that you typed first.");
    return ask({
      title: vscode.l10n.t("Repeat the New Password of {0}", title),
      prompt: vscode.l10n.t("Type it once more"),
      password: true,
      validateInput: (typed) => (typed === password ? undefined : differs),
    });
  });
}
