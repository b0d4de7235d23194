import * as vscode from "vscode";
import { showError } from "./host/surfaces/messages.ts";
import { createLog } from "./host/surfaces/logChannel.ts";
import { createModel } from "./compose/model.ts";
import type { Owner } from "./compose/ownership.ts";
import { offerFeatures } from "./compose/lazyFeatures.ts";
import { openTree } from "./compose/tree.ts";
import { useTranslations } from "./texts/shared/textLanguage.ts";

export function activate(context: vscode.ExtensionContext): void {
  try {
    if (vscode.l10n.bundle) useTranslations(vscode.l10n.bundle, vscode.env.language);
    const own: Owner = (thing) => {
      context.subscriptions.push(thing);
      return thing;
    };
    const log = own(createLog("CMS"));
    const model = createModel(context, log, own);
    const tree = openTree(model, context, own);
    offerFeatures(model, tree, context, own);
  } catch (error) {
    // VS Code does not report the failure itself.
    void showError(vscode.l10n.t("CMS couldn't start: {error}", { error: String(error) }));
    throw error;
  }
}
