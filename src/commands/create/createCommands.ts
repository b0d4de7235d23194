import { revealHidden } from "../../model/documents/hiddenContent.ts";
import * as vscode from "vscode";
import { openDocuments } from "../../files/shared/openEditors.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { notIncludedWords } from "../../texts/shared/unreadWords.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { isMediaFile, isUser, newDocumentId, usersType } from "../../model/foundation/address.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import { baselineOf } from "../../model/content/baseline.ts";
import { fromText } from "../../model/content/documentText.ts";
import { contentToCopy, templateOf, userTemplate } from "../../model/create/documentTemplate.ts";
import { withFreeSlugs, withNumberedTexts } from "../../model/create/freeSlugs.ts";
import { readForPreview } from "../shared/previewedDocument.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import type { NewDocuments } from "../../files/create/newDocuments.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

/** The service has nothing of a new document before its first save. */
export const newCommands = (
  context: ChangeContext,
  targets: Targets,
  newDocuments: NewDocuments,
): CommandTable => ({
  "cms.collection.newDocument": async (row?: CommandRow) => {
    const title = vscode.l10n.t("New Document: Choose a Collection");
    await openNewDocument(context, newDocuments, await targets.collection(row, title));
  },

  "cms.user.new": (row: { readonly collection: CollectionAddress }) =>
    openNewDocument(context, newDocuments, row.collection),

  /** Copies the document as the user sees it: for an open document its text, with unsaved changes. */
  "cms.document.duplicate": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Duplicate a Document"));
    if (isMediaFile(address)) {
      throw new Guidance(vscode.l10n.t("A media file can't be duplicated."));
    }
    if (isUser(address)) throw new Guidance(vscode.l10n.t("A user can't be duplicated."));
    const { catalogs } = context;
    const service = must(await catalogs.type(address.connection, address.type));
    const { type } = service;
    if (type.kind === "single") {
      const { displayName } = type;
      throw new Guidance(
        vscode.l10n.t("{type} is a single type, so it has only one document.", {
          type: displayName,
        }),
      );
    }
    await requireUnlocked(context.locks, address.connection);
    await revealHidden(catalogs, address);
    const { snapshot } = await readForPreview(context, address);
    const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
    const shownContent = unsaved ? must(fromText(unsaved.getText())) : snapshot.content;
    const copy = contentToCopy(shownContent, service, snapshot.unread);
    const copyAddress = { ...address, id: newDocumentId() };
    const numbered = await withNumberedTexts(service, copyAddress, copy.content, shownContent);
    const content = await withFreeSlugs(service, copyAddress, numbered);
    const omittedPaths = copy.omitted.filter((path) => !Object.hasOwn(content, path));
    const name = vscode.l10n.t("Copy of {document}", { document: snapshot.title || untitled() });
    await newDocuments.open(copyAddress, name, { ...content, ...baselineOf(copyAddress).content });
    const [field = ""] = omittedPaths;
    const fields = listOf(omittedPaths);
    const words = nonEmpty(
      omittedPaths.length === 1 &&
        vscode.l10n.t("{field} wasn't copied because it must be unique.", { field }),
      omittedPaths.length > 1 &&
        vscode.l10n.t("{fields} weren't copied because they must be unique.", { fields }),
      ...notIncludedWords(copy.unread),
    );
    if (words.length > 0) tell(words.join(" "));
  },
});

async function openNewDocument(
  { catalogs, lists, locks }: ChangeContext,
  newDocuments: NewDocuments,
  { connection, type: name }: CollectionAddress,
): Promise<void> {
  await requireUnlocked(locks, connection);
  const address = { connection, type: name, id: newDocumentId() };
  if (name === usersType) {
    await newDocuments.open(address, vscode.l10n.t("New User"), {
      ...userTemplate,
      ...baselineOf(address).content,
    });
    return;
  }
  const { type, catalog } = must(await catalogs.type(connection, name));
  const locale = lists.locale(address, type, catalog.defaultLocale);
  const localizedAddress = { ...address, ...(locale && { locale }) };
  const title = vscode.l10n.t("New {type}", { type: type.displayName });
  await newDocuments.open(localizedAddress, title, templateOf(localizedAddress, { type, catalog }));
}
