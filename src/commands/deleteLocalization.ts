import * as vscode from "vscode";
import { inboundRelationsWords } from "../texts/inboundWords.ts";
import { Guidance, must } from "../host/commandFailure.ts";
import { journalSettings } from "../host/journalSettings.ts";
import { tellDone } from "../host/surfaces/messages.ts";
import { withProgress } from "../host/progress.ts";
import { agrees } from "../host/prompts.ts";
import { requireUnlocked } from "../host/unlocking.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Journal } from "../model/changes/journal/journal.ts";
import type { InboundRelations } from "../model/query/finding/inbound.ts";
import { deleteLocalization } from "../model/changes/lifecycle/deleteLocalization.ts";
import type { Reader, SnapshotWithStatus } from "../model/documents/reader.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { notRestorableWords, deleteFailureWords } from "./deleteWords.ts";
import { readForPreview, versionSeenBy } from "./previewedDocument.ts";
import type {
  Argument,
  PreviewedDocument,
  SeenVersion,
  DocumentViews,
} from "./previewedDocument.ts";
import { askWithChangeNotice, changeNoticeOf } from "./changeNotices.ts";

type Deleting = DocumentViews & { readonly journal: Journal; readonly reader: Reader };
type LocaleAddress = Address & { readonly locale: string };

/** Deletes one localization, after a confirmation that names everything it deletes. */
export async function deleteOneLocalization(
  showing: Deleting,
  address: Address,
  on?: Argument,
): Promise<void> {
  if (!hasLocale(address)) throw new Guidance(vscode.l10n.t("This content type isn't localized."));
  await requireUnlocked(showing.locks, address.connection);
  const service = must(await showing.catalogs.type(address.connection, address.type));
  let seen = versionSeenBy(showing, address, on);
  // If anything changes while the question is open, the user is asked again.
  for (;;) {
    const previewed = await readForPreview(showing, address);
    if (isLast(previewed)) return offerDelete(previewed, on);
    const reading = vscode.l10n.t("Looking up documents that reference this document");
    const inbound = must(
      await withProgress(reading, (signal) =>
        showing.lifecycle.inbound(address, { signal, only: address.locale }),
      ),
    );
    await ask(showing, { previewed, inbound, seen }, service);
    if (await deleteWithProgress(showing, { previewed, address, inbound })) return;
    seen = previewed.snapshot;
  }
}

const hasLocale = (address: Address): address is LocaleAddress => address.locale !== undefined;

const isLast = ({ address, snapshot }: PreviewedDocument): boolean =>
  (snapshot.facts.locales ?? []).every((locale) => locale === address.locale);

/** Deleting the last localization deletes the document. */
async function offerDelete(
  { address, title, connection }: PreviewedDocument,
  on?: Argument,
): Promise<void> {
  const { locale = "" } = address;
  const question = vscode.l10n.t("Delete the document {document} on {connection}?", {
    document: title,
    connection,
  });
  const detail = vscode.l10n.t(
    "The localization {locale} is its only one. Deleting it deletes the whole document.",
    { locale },
  );
  const action = vscode.l10n.t("Delete Document");
  if (!(await agrees(question, detail, action))) return;
  await vscode.commands.executeCommand("cms.document.delete", on ?? { address });
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
  const { address, snapshot, name, connection } = previewed;
  const changes = changeNoticeOf(previewed, seen, service);
  const { enabled } = journalSettings(showing.connections).of(address.connection);
  const { locale = "" } = address;
  const others = (snapshot.facts.locales ?? []).filter((code) => code !== locale);
  const detail = [
    ...(changes ? [changes.words] : []),
    versionsWords(snapshot, locale),
    vscode.l10n.t("Other localizations don't change: {locales}.", { locales: others.join(", ") }),
    ...notRestorableWords(snapshot),
    ...inboundRelationsWords(inbound, service),
    enabled ? restoreHint(service) : vscode.l10n.t("This can't be undone."),
  ];
  const question = vscode.l10n.t("Delete the localization {document} on {connection}?", {
    document: name,
    connection,
  });
  const action = vscode.l10n.t("Delete Localization");
  await askWithChangeNotice(showing, { question, detail, action }, changes ? [changes] : []);
}

/** The versions of a localization that a delete includes. */
function versionsWords({ state, publishedAt }: SnapshotWithStatus, locale: string): string {
  if (state === undefined)
    return vscode.l10n.t("This deletes the content in {locale}.", { locale });
  return publishedAt === null
    ? vscode.l10n.t("This deletes the draft in {locale}.", { locale })
    : vscode.l10n.t("This deletes the draft and the published version in {locale}.", { locale });
}

const restoreHint = ({ type }: TypedService): string =>
  type.draftAndPublish
    ? vscode.l10n.t("To restore it as a draft, run Restore Deleted Document.")
    : vscode.l10n.t("To restore it, run Restore Deleted Document.");

interface ConfirmedDeletion {
  readonly previewed: PreviewedDocument;
  readonly address: LocaleAddress;
  readonly inbound: InboundRelations;
}

/**
 * False where the user must be asked again: it would delete something the question did not name.
 */
async function deleteWithProgress(
  showing: Deleting,
  { previewed: { snapshot, name, connection }, address, inbound }: ConfirmedDeletion,
): Promise<boolean> {
  const doing = vscode.l10n.t("Deleting {document}", { document: name });
  const [failure] = await withProgress(doing, (signal) =>
    deleteLocalization(address, { ...snapshot, inbound }, showing, signal),
  );
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) must([failure, null], deleteFailureWords(failure, name));
  tellDone(vscode.l10n.t("Deleted {document} from {connection}", { document: name, connection }));
  return true;
}
