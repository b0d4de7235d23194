import * as vscode from "vscode";
import { visible } from "../../model/foundation/visibleText.ts";
import { otherActions, statusTextOf } from "../../editor/save/statusLensProvider.ts";
import { compareUnsaved } from "../../editor/save/unsavedComparisons.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { Guidance } from "../../host/shared/commandFailure.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { choose as pick } from "../../host/shared/prompts.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { SavePreview } from "../../model/save/saveDecision.ts";
import { apiUrlOf, type Connection } from "../../model/connect/connection.ts";
import type { MergeSide } from "../../model/content/merge.ts";
import { keyOf } from "../../model/foundation/address.ts";
import { isDocument, openedDocument, type Argument, type Targets } from "../shared/targets.ts";
import { titleIn } from "../../files/shared/documentUri.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { askToSendAllFields } from "../../host/failures/failureNotifications.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";
import { toJson } from "../../model/foundation/json.ts";

export const reviewCommands = (context: ChangeContext, targets: Targets): CommandTable => ({
  /** From now on. Unsaved changes of the document are saved now. */
  "cms.document.sendAllFields": async (on?: Argument) => {
    const title = vscode.l10n.t("Send All Fields of a Document");
    const address = await targets.document(on, title);
    const { connection, type } = address;
    if (!isDocument(address)) {
      throw new Guidance(vscode.l10n.t("Only documents of content types can send all fields."));
    }
    const next = vscode.l10n.t("Unsaved changes of the document are saved now.");
    if (!(await askToSendAllFields(context.connections, { connection, type, next }))) return;
    for (const document of openDocuments(address)) if (document.isDirty) await document.save();
  },

  "cms.document.showRequest": async (on?: vscode.Uri) => {
    const { address, document: textDocument } = openedDocument(on);
    const { documents, connections, versionTexts } = context;
    const progressTitle = vscode.l10n.t("Reading the document");
    const text = textDocument.getText();
    const preview = await runTask(progressTitle, () => documents.preview(address, text));
    const connection = connections.get(address.connection) ?? { url: "" };
    const document = titleIn(textDocument.uri);
    const name = vscode.l10n.t("Save Request: {document}", { document });
    const request = requestText(preview, connection);
    const uri = versionTexts.show(`${name}.jsonc`, request, `request ${keyOf(address)}`);
    await vscode.window.showTextDocument(uri);
  },

  /** The actions that do not fit in the line above a text. */
  "cms.document.showActions": async (on?: vscode.Uri) => {
    const { address, document } = openedDocument(on);
    const { title = "" } = context.documents.latestSnapshot(address) ?? {};
    const actions = otherActions({ ...statusTextOf(context, address), uri: document.uri });
    const choices = actions.map((value) => ({
      label: value.title,
      heading: value.heading,
      value,
    }));
    const { command, arguments: args = [] } = await pick(choices, {
      title: title || untitled(),
      placeholder: vscode.l10n.t("Choose an action"),
    });
    await vscode.commands.executeCommand(command, ...args);
  },

  "cms.document.compare": (on?: vscode.Uri) => {
    const { address, document } = openedDocument(on);
    return compareUnsaved(context, address, document);
  },

  "cms.document.keepMine": (on?: vscode.Uri) => choose(context, openedDocument(on), "mine"),

  "cms.document.takeTheirs": (on?: vscode.Uri) => choose(context, openedDocument(on), "theirs"),
});

type OpenedDocument = ReturnType<typeof openedDocument>;

/** The next save uses this side for values that both changed, and keeps all other changes. */
async function choose(
  { documents }: ChangeContext,
  { address, document }: OpenedDocument,
  side: MergeSide,
): Promise<void> {
  if (!documents.conflict(address))
    throw new Guidance(vscode.l10n.t("This document has no conflict."));
  documents.choose(address, side);
  // VS Code reports itself why a save was rejected.
  await document.save();
}

/** The request of a save, without its token. Comments describe what is not in the body. */
function requestText(
  { request, remotePaths, conflicts, cleared, ignored }: SavePreview,
  connection: Pick<Connection, "url" | "apiPrefix">,
): string {
  const base = request?.isAdmin ? connection.url : apiUrlOf(connection);
  const wordsFor = (paths: readonly string[], words: (fields: string) => string) =>
    paths.length > 0 ? [words(paths.join(", "))] : [];
  const comments = [
    request
      ? vscode.l10n.t("Saving sends the following request. Nothing has been sent yet.")
      : vscode.l10n.t("Saving sends nothing. The service already has the same content."),
    ...wordsFor(conflicts, (fields) =>
      vscode.l10n.t(
        "Also changed on the service: {fields}. You choose which values to keep before anything is sent.",
        { fields },
      ),
    ),
    ...wordsFor(remotePaths, (fields) =>
      vscode.l10n.t("Changed on the service and left unchanged by this save: {fields}.", {
        fields,
      }),
    ),
    ...wordsFor(cleared, (fields) =>
      vscode.l10n.t("Saving clears content that you removed from the text: {fields}.", { fields }),
    ),
    ...wordsFor(ignored, (fields) =>
      vscode.l10n.t("Not sent, because it belongs to a related document: {fields}.", { fields }),
    ),
    ...(request ? ["", `${request.method} ${base}${request.path}`] : []),
  ].map((line) => `// ${visible(line)}`.trimEnd());
  const body = request ? [toJson(request.body, 2)] : [];
  return `${[...comments, ...body].join("\n")}\n`;
}
