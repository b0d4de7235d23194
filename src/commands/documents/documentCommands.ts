import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { tell, tellCopied } from "../../host/surfaces/messages.ts";
import { openOutside } from "../../host/surfaces/previewTab.ts";
import type { DocumentPreview } from "./documentPreview.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { actingCodePointsIn } from "../../model/foundation/visibleText.ts";
import type { Address } from "../../model/foundation/address.ts";
import { documentIdIn, readForPreview } from "../shared/previewedDocument.ts";
import { openDocument } from "../shared/openDocument.ts";
import { showReferences } from "../find/inboundRelationList.ts";
import { openedDocument, type Argument, type CommandRow, type Targets } from "../shared/targets.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { adminUrlOf } from "../../model/connect/documentUrls.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { textTab } from "../../files/shared/openEditors.ts";
import { proseTextOf, type ProseTexts } from "../../files/edit/proseTexts.ts";
import { fromTextUri, toTextUri } from "../../files/shared/documentUri.ts";
import { choose } from "../../host/shared/prompts.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { fromSegments, type ProseFieldPath } from "../../model/content/markdown/proseField.ts";
import { proseFieldsIn } from "../../model/content/markdown/proseFieldsInText.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

export const documentCommands = (
  context: ChangeContext,
  targets: Targets,
  prose: ProseTexts,
  preview: DocumentPreview,
): CommandTable => ({
  "cms.document.open": async (row?: CommandRow) => {
    const title = vscode.l10n.t("Open a Document");
    const address = row?.address ?? (await targets.anyDocument(title));
    await openDocument(context, address, row?.row?.title);
  },

  "cms.document.referencedBy": async (on?: Argument) => {
    const title = vscode.l10n.t("Documents That Reference a Document");
    const address = await targets.document(on, title);
    await showReferences(context, address, on);
  },

  "cms.document.copyId": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Copy the ID of a Document"));
    const id = documentIdIn(await readForPreview(context, address));
    await vscode.env.clipboard.writeText(id);
    tellCopied(vscode.l10n.t("Copied {identifier}", { identifier: id }));
  },

  "cms.document.preview": async (on?: Argument) =>
    preview.show(await targets.document(on, vscode.l10n.t("Preview a Document")), "draft"),

  "cms.document.previewPublished": async (on?: Argument) =>
    preview.show(await targets.document(on, vscode.l10n.t("Preview a Document")), "published"),

  "cms.document.openInAdmin": async (on?: Argument) => {
    const title = vscode.l10n.t("Open a Document in the Admin Panel");
    await openInAdmin(context, await targets.document(on, title));
  },

  "cms.document.editAsMarkdown": async (on?: vscode.Uri, segments?: string) => {
    const { document, address } = openedDocument(on);
    const field =
      fromSegments(segments?.split("/") ?? []) ??
      (await askField(document, address, context.catalogs));
    await showProse(toTextUri(document.uri, field), prose);
  },
});

async function openInAdmin(context: ChangeContext, address: Address): Promise<void> {
  const connection = context.connections.get(address.connection);
  const previewed = await readForPreview(context, address);
  const { content } = previewed.snapshot;
  const { type } = must(await serviceFor(address, content, context.catalogs));
  if (!connection) return;
  const facts = { uid: type.uid, documentId: documentIdIn(previewed) };
  await openOutside(adminUrlOf(connection, address, facts));
}

async function askField(
  document: vscode.TextDocument,
  { connection, type }: Address,
  catalogs: Catalogs,
): Promise<ProseFieldPath> {
  const shape = must(await catalogs.type(connection, type));
  const choices = proseFieldsIn(document.getText(), shape).flatMap(({ field, label, value }) =>
    field ? [{ label, detail: beginningOf(value), value: field }] : [],
  );
  if (choices.length === 0) {
    throw new Guidance(vscode.l10n.t("This document has no text that can be edited as Markdown."));
  }
  return choose(choices, { title: vscode.l10n.t("Edit as Markdown") });
}

const beginningOf = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, 100).replaceAll(/\s+/g, " ") : "";

/** Shows the existing tab, or otherwise opens one beside the document. */
async function showProse(uri: vscode.Uri, prose: ProseTexts): Promise<void> {
  const address = fromTextUri(uri);
  const tab = address && textTab(address);
  // An editor would hide why the text can't be shown.
  const text = address ? proseTextOf(await prose.read(uri, address)) : "";
  const tabUri = tab?.input instanceof vscode.TabInputText ? tab.input.uri : uri;
  await vscode.window.showTextDocument(tabUri, {
    viewColumn: tab?.group.viewColumn ?? vscode.ViewColumn.Beside,
    preview: false,
  });
  const codePoints = actingCodePointsIn(text);
  if (tab || codePoints.length === 0) return;
  tell(
    vscode.l10n.t(
      "This text contains characters that editors hide or remove: {characters}. They stay on lines that you don't change.",
      { characters: listOf(codePoints) },
    ),
  );
}
