import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { tell, tellCopied } from "../../host/surfaces/messages.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { actingCodePointsIn } from "../../model/foundation/visibleText.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import { documentIdIn, readForPreview } from "../shared/previewedDocument.ts";
import { openDocument } from "../shared/openDocument.ts";
import { showReferences } from "../find/inboundRelationList.ts";
import { openedDocument, type Argument, type CommandRow, type Targets } from "../shared/targets.ts";
import { endWith, Guidance, must } from "../../host/shared/commandFailure.ts";
import { adminUrlOf, previewUrlOf } from "../../model/connect/documentUrls.ts";
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
    preview(context, await targets.document(on, vscode.l10n.t("Preview a Document"))),

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

async function preview(context: ChangeContext, address: Address): Promise<void> {
  const connection = context.connections.get(address.connection);
  const { previewUrl } = connection ?? {};
  if (isUser(address)) endWith(vscode.l10n.t("Users have no preview."));
  if (!previewUrl) {
    throw new Guidance(
      vscode.l10n.t("The connection has no preview URL. Edit the connection to add one."),
      {
        title: vscode.l10n.t("Edit Connection"),
        command: "cms.connection.edit",
        arguments: [{ connection }],
      },
    );
  }
  // The editor may show an unsaved value of a field that is part of the URL.
  const previewed = await readForPreview(context, address);
  const { snapshot, name } = previewed;
  const documentId = documentIdIn(previewed);
  const filled = previewUrlOf(previewUrl, address, { documentId, content: snapshot.content });
  if ("empty" in filled) {
    const fields = filled.empty.join(", ");
    throw new Guidance(
      vscode.l10n.t("The preview of {document} requires a value for {fields}.", {
        document: name,
        fields,
      }),
    );
  }
  await openInBrowser(filled.url);
}

async function openInAdmin(context: ChangeContext, address: Address): Promise<void> {
  const connection = context.connections.get(address.connection);
  const previewed = await readForPreview(context, address);
  const { content } = previewed.snapshot;
  const { type } = must(await serviceFor(address, content, context.catalogs));
  if (!connection) return;
  const facts = { uid: type.uid, documentId: documentIdIn(previewed) };
  await openInBrowser(adminUrlOf(connection, address, facts));
}

/** Opens the URL as a text: VS Code would encode a URI's query so that no server reads it. */
const openInBrowser = async (url: string): Promise<void> => {
  await vscode.commands.executeCommand("vscode.open", url);
};

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
