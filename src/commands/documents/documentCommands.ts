import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { tellCopied } from "../../host/surfaces/messages.ts";
import { isUser } from "../../model/foundation/address.ts";
import { documentIdIn, readForPreview } from "../shared/previewedDocument.ts";
import { openDocument } from "../shared/openDocument.ts";
import { showReferences } from "../find/inboundRelationList.ts";
import { openedDocument } from "../shared/targets.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import { endWith, Guidance, must } from "../../host/shared/commandFailure.ts";
import { adminUrlOf, previewUrlOf } from "../../model/connect/documentUrls.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { textTab } from "../../files/shared/openEditors.ts";
import { proseTextOf } from "../../files/edit/proseTexts.ts";
import type { ProseTexts } from "../../files/edit/proseTexts.ts";
import { fromTextUri, toTextUri } from "../../files/shared/documentUri.ts";
import { choose } from "../../host/shared/prompts.ts";
import { fromSegments } from "../../model/content/markdown/proseField.ts";
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

  "cms.document.preview": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Preview a Document"));
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
    const { snapshot, name: document } = previewed;
    const documentId = documentIdIn(previewed);
    const filled = previewUrlOf(previewUrl, address, { documentId, content: snapshot.content });
    if ("empty" in filled) {
      const fields = filled.empty.join(", ");
      throw new Guidance(
        vscode.l10n.t("The preview of {document} requires a value for {fields}.", {
          document,
          fields,
        }),
      );
    }
    await openInBrowser(filled.url);
  },

  "cms.document.openInAdmin": async (on?: Argument) => {
    const title = vscode.l10n.t("Open a Document in the Admin Panel");
    const address = await targets.document(on, title);
    const connection = context.connections.get(address.connection);
    const previewed = await readForPreview(context, address);
    const { content } = previewed.snapshot;
    const { type } = must(await serviceFor(address, content, context.catalogs));
    if (!connection) return;
    const facts = { uid: type.uid, documentId: documentIdIn(previewed) };
    await openInBrowser(adminUrlOf(connection, address, facts));
  },

  "cms.document.editAsMarkdown": async (on?: vscode.Uri, segments?: string) => {
    const { document, address } = openedDocument(on);
    let field = fromSegments(segments?.split("/") ?? []);
    if (!field) {
      const shape = must(await context.catalogs.type(address.connection, address.type));
      const texts = proseFieldsIn(document.getText(), shape);
      const choices = texts.flatMap(({ field: path, label, value }) => {
        const text = typeof value === "string" ? value : "";
        return path
          ? [{ label, detail: text.slice(0, 100).replaceAll(/\s+/g, " "), value: path }]
          : [];
      });
      if (choices.length === 0) {
        throw new Guidance(
          vscode.l10n.t("This document has no text that can be edited as Markdown."),
        );
      }
      field = await choose(choices, { title: vscode.l10n.t("Edit as Markdown") });
    }
    const uri = toTextUri(document.uri, field);
    const textAddress = fromTextUri(uri);
    const tab = textAddress && textTab(textAddress);
    // An editor would hide why the text can't be shown.
    if (textAddress) proseTextOf(await prose.read(uri, textAddress));
    const tabUri = tab?.input instanceof vscode.TabInputText ? tab.input.uri : uri;
    await vscode.window.showTextDocument(tabUri, {
      viewColumn: tab?.group.viewColumn ?? vscode.ViewColumn.Beside,
      preview: false,
    });
  },
});

/** Opens the URL as a text: VS Code would encode a URI's query so that no server reads it. */
const openInBrowser = async (url: string): Promise<void> => {
  await vscode.commands.executeCommand("vscode.open", url);
};
