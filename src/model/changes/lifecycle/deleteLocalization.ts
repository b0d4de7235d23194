import type { Address } from "../../foundation/address.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeDependencies } from "../changeDependencies.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import { undoneIn } from "../journal/journalEntry.ts";
import { changeReportOf } from "../writing/changeReport.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import { writeRecorded } from "../writing/recorded.ts";
import { sendDelete } from "./lifecycleWriter.ts";
import { deleteEntry, readWholeDocument } from "./wholeDocument.ts";
import type { DeleteAgreement } from "./wholeDocument.ts";

/**
 * Deletes one localization of a document, with its draft and its published version. Requires that
 * it still has the previewed version and that the document has another localization. The service
 * deletes the document with its last localization. A signal cancels the delete only before the
 * request is sent.
 */
export async function deleteLocalization(
  address: Address & { readonly locale: string },
  preview: DeleteAgreement,
  parts: ChangeDependencies,
  signal?: AbortSignal,
): Promise<Outcome<ChangeReport, ChangeFailure>> {
  const { locale } = address;
  const [unknown, service] = await parts.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  if (!service.type.localized) return failed({ code: "unknown-locale", locale });
  const [gone, whole] = await readWholeDocument(service, address, preview, signal);
  if (gone) return failed(gone);
  if (signal?.aborted) return failed({ code: "declined" });
  const { now, drafts, published } = whole;
  if (now.version !== preview.version || drafts.length < 2) {
    return failed({ code: "changed-meanwhile" });
  }
  // The journal entry has that localization only.
  const own = published.filter(({ facts }) => facts.locale === locale);
  const states = { [locale]: preview.state ?? "draft" };
  const deleted = { now, drafts: [now], published: own };
  const entry = { ...deleteEntry(address, deleted, { ...preview, states }), address };
  const [failure] = await writeRecorded(parts.journal, entry, service, {
    send: () => sendDelete(service, address, parts.reader, locale),
  });
  if (failure) return failed(failure);
  parts.content.refresh(address);
  parts.documents.dropLocalization(address);
  await parts.documents.refreshOthers(address, entry.inbound);
  return done(changeReportOf({}));
}

/** The journal entry of the save that added a localization, unless that save was undone. */
export async function additionEntryOf(
  address: Address,
  journal: Journal,
): Promise<JournalEntry | undefined> {
  const { locale } = address;
  if (locale === undefined) return undefined;
  const history = await journal.history(address);
  // A localization that was deleted and added again has one entry for each time.
  const entry = history.find(({ action, after }) => action === "localize" && after[locale]);
  const isUndone =
    entry === undefined || undoneIn(history).has(entry.id) || entry.outcome === "failed";
  return isUndone ? undefined : { ...entry, address };
}
