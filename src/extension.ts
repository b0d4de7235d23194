import * as vscode from "vscode";
import { followDocuments } from "./compose/documents.ts";
import { openEditor } from "./compose/editor.ts";
import { openFiles } from "./compose/files.ts";
import { createModel } from "./compose/model.ts";
import { ownedBy } from "./compose/own.ts";
import { offerCommands } from "./compose/offers.ts";
import { openTree } from "./compose/tree.ts";
import { whileOpen } from "./compose/whileOpen.ts";

export function activate(context: vscode.ExtensionContext): void {
  try {
    compose(context);
  } catch (error) {
    // VS Code itself says nothing of it.
    void vscode.window.showErrorMessage(vscode.l10n.t("CMS could not start: {0}", String(error)));
    throw error;
  }
}

function compose(context: vscode.ExtensionContext): void {
  const own = ownedBy(context);
  const log = own(vscode.window.createOutputChannel("CMS", { log: true }));
  const model = createModel(context, log, own);
  const showing = { ...model, ...openFiles(model, own) };
  const extension = context.extension.id;
  const shown = { ...showing, ...openEditor(showing, own), ...openTree(model, own) };
  own(
    whileOpen((own) => {
      followDocuments(shown, own);
    }),
  );
  offerCommands({ ...shown, extension }, context.extension.packageJSON, own);
}
