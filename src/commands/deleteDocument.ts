import * as vscode from "vscode";
import { inboundRelationsWords } from "../texts/inboundWords.ts";
import { FailureError, must } from "../host/commandFailure.ts";
import { journalSettings } from "../host/journalSettings.ts";
import { tellDone } from "../host/surfaces/messages.ts";
import { withProgress } from "../host/progress.ts";
import { requireUnlocked } from "../host/unlocking.ts";
import { isSingle, isUser } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { InboundRelations } from "../model/query/finding/inbound.ts";
import { deletedVersionsWords, notRestorableWords, deleteFailureWords } from "./deleteWords.ts";
import { readForPreview, versionSeenBy } from "./previewedDocument.ts";
import type {
  Argument,
  PreviewedDocument,
  SeenVersion,
  DocumentViews,
} from "./previewedDocument.ts";
import { askWithChangeNotice, changeNoticeOf } from "./changeNotices.ts";

/** Deletes a document in every locale, after a confirmation that names everything it deletes. */
export async function deleteDocument(
  showing: DocumentViews,
  address: Address,
  on?: Argument,
): Promise<void> {
  if (isUser(address)) throw new FailureError({ code: "read-only" });
  await requireUnlocked(showing.locks, address.connection);
  const service = must(await showing.catalogs.type(address.connection, address.type));
  let seen = versionSeenBy(showing, address, on);
  // If anything changes while the question is open, the user is asked again.
  for (;;) {
    const previewed = await readForPreview(showing, address, "delete");
    const inbound = must(
      await withProgress(
        vscode.l10n.t("Looking up documents that reference this document"),
        (signal) => showing.lifecycle.inbound(address, { signal }),
      ),
    );
    await ask(showing, { previewed, inbound, seen }, service);
    if (await deleteWithProgress(showing, previewed, inbound)) return;
    seen = previewed.snapshot;
  }
}

interface DeleteQuestion {
  readonly previewed: PreviewedDocument;
  readonly inbound: InboundRelations;
  readonly seen: SeenVersion | undefined;
}

async function ask(
  showing: DocumentViews,
  { previewed, inbound, seen }: DeleteQuestion,
  service: TypedService,
): Promise<void> {
  const { address, title, connection } = previewed;
  const changes = changeNoticeOf(previewed, seen, service);
  const { enabled } = journalSettings(showing.connections).of(address.connection);
  const question = isSingle(address)
    ? vscode.l10n.t("Delete {document} on {connection}?", { document: title, connection })
    : vscode.l10n.t("Delete {document} from {collection} on {connection}?", {
        document: title,
        collection: headingOf(service.type),
        connection,
      });
  const detail = [
    ...(changes ? [changes.words] : []),
    ...deletedVersionsWords(previewed.snapshot, seen),
    ...notRestorableWords(previewed.snapshot),
    ...inboundRelationsWords(inbound, service),
    enabled
      ? vscode.l10n.t("To restore the content with a new documentId, run Restore Deleted Document.")
      : vscode.l10n.t("This can't be undone."),
  ];
  const action = vscode.l10n.t("Delete");
  await askWithChangeNotice(showing, { question, detail, action }, changes ? [changes] : []);
}

/**
 * False where the user must be asked again: it would delete something the question did not name.
 */
async function deleteWithProgress(
  { lifecycle }: DocumentViews,
  { address, snapshot, title, connection }: PreviewedDocument,
  inbound: InboundRelations,
): Promise<boolean> {
  const doing = vscode.l10n.t("Deleting {document}", { document: title });
  const [failure] = await withProgress(doing, (signal) =>
    lifecycle.delete(address, { ...snapshot, inbound }, signal),
  );
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) must([failure, null], deleteFailureWords(failure, title));
  const done = vscode.l10n.t("Deleted {document} from {connection}", {
    document: title,
    connection,
  });
  tellDone(done);
  return true;
}
