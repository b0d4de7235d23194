import * as vscode from "vscode";
import { connectionRoles } from "../model/connection.ts";
import type { ConnectionRole } from "../model/connection.ts";
import { choose } from "./prompts.ts";

/** What a connection is, in a word. */
export function roleWord(role: ConnectionRole): string {
  const words: Record<ConnectionRole, string> = {
    development: vscode.l10n.t("development"),
    staging: vscode.l10n.t("staging"),
    production: vscode.l10n.t("production"),
  };
  return words[role];
}

/** Which role a connection has; throws CancellationError when the person gives up. */
export function askRole(title: string): Promise<ConnectionRole> {
  const details: Record<ConnectionRole, string> = {
    development: vscode.l10n.t("Nobody sees what is there but you and your team"),
    staging: vscode.l10n.t("Others look at it before it is live"),
    production: vscode.l10n.t("Locked: nothing is written there until you unlock it"),
  };
  const choices = connectionRoles.map((value) => ({
    label: roleWord(value),
    detail: details[value],
    value,
  }));
  return choose(choices, {
    title,
    placeHolder: vscode.l10n.t("What is it?"),
    ignoreFocusOut: true,
  });
}
