// Each write is sent once. If no answer arrives, the document is read to find out whether the
// service applied the write.
import { setTimeout as pause } from "node:timers/promises";
import { documentTarget, isSingle, isUser, type Address } from "../foundation/address.ts";
import type { Administrators } from "../connect/administrators.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, failed, isMissing, isRefusal, refused } from "../foundation/outcome.ts";
import { isWithoutDraft } from "../reading/readOptions.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { NewJournalEntry, Withdrawal } from "../journal/journalEntry.ts";
import { changeReportOf, type ChangeReport } from "../writing/changeReport.ts";
import { writeRecorded } from "../writing/recordedWrite.ts";
import type { SnapshotReader, SnapshotWithStatus } from "../documents/snapshotReader.ts";
import { sendsAllFields, withPartialType } from "../writing/changedFields.ts";
import { toRequestData } from "../writing/serviceForm.ts";
import { mayHaveArrived, sendDraft } from "../writing/writer.ts";
import { arrivalPauses } from "../writing/createdDraft.ts";

export async function sendPublish(
  service: TypedService,
  address: Address,
  now: SnapshotWithStatus,
  reader: SnapshotReader,
): ChangeResult<unknown> {
  const [failure] =
    (await publishAsAdmin(service, address)) ?? (await publishByRoute(service, address, now));
  if (!failure) return done(null);
  if (failure.code !== "service") return failed(failure);
  const [refusal] = await failUnlessArrived(failure.error, async () => {
    const [unread, currentDocument] = await reader.readWithStatus(address);
    return unread
      ? undefined
      : currentDocument.state === "published" && currentDocument.publishedAt !== now.publishedAt;
  });
  return refusal ? failed(withPartialType(refusal, service)) : done(null);
}

/**
 * Publishes a document of a type with Send All Fields as the signed-in administrator, without data
 * that hooks could take for the whole document. Undefined if nothing was published.
 */
async function publishAsAdmin(
  service: TypedService,
  { id, locale }: Address,
): Promise<Outcome<null, ChangeFailure> | undefined> {
  const { type, manage } = service;
  if (!manage || type.kind === "single" || !sendsAllFields(service)) return undefined;
  const target = { uid: type.uid, documentId: id, locale };
  const [failure, count] = await manage((admin) => admin.publish(target));
  if (failure) return isRefusal(failure) ? undefined : failed(failure);
  return count > 0 ? done(null) : failed({ code: "gone" });
}

async function publishByRoute(
  service: TypedService,
  address: Address,
  now: SnapshotWithStatus,
): ChangeResult<null> {
  const change = { data: {}, before: now, expected: now.content };
  const [unsendable, data] = await toRequestData(service, change);
  if (unsendable) return failed(unsendable);
  const { id: documentId, locale } = address;
  const [error] = await sendDraft(service, { documentId, locale, data, status: "published" });
  return error ? refused(error) : done(null);
}

/** A user, a document in one or every locale, or a media file, whose numeric id is `fileId`. */
interface DeleteTarget {
  readonly service: TypedService;
  readonly address: Address;
  readonly locale?: string;
  readonly fileId?: number;
}

/** Deletes and closes the document or its localization, and refreshes those that pointed to it. */
export async function deleteRecorded(
  target: DeleteTarget,
  entry: NewJournalEntry,
  { journal, reader, lists, documents }: ChangeDependencies,
): ChangeResult<ChangeReport> {
  const { service, address, locale } = target;
  const [failure] = await writeRecorded(journal, entry, service, {
    send: async () => {
      const [error] = await sendDelete(target);
      if (!error) return done(null);
      return failUnlessArrived(error, async () => {
        const [unread] = await reader.read(address);
        if (!unread || isWithoutDraft(unread)) return false;
        return isMissing(unread) ? true : undefined;
      });
    },
  });
  if (failure) return failed(failure);
  if (locale === undefined) {
    lists.forget(address);
    documents.drop(address);
  } else {
    lists.refresh(address);
    documents.dropLocalization(address);
  }
  await documents.refreshOthers(address, entry.inbound);
  return done(changeReportOf({}));
}

function sendDelete({ service: { cms, type }, address, locale = "*", fileId }: DeleteTarget) {
  if (fileId !== undefined) return cms.upload().delete({ id: fileId });
  if (isUser(address)) return cms.users().delete({ id: Number(address.id) });
  // Without a locale, the service deletes only the default locale, and the others are orphaned.
  const params = type.localized ? { locale } : {};
  return isSingle(address)
    ? cms.single(type.name).delete({ params })
    : cms.collection<JsonObject>(type.name).delete({ documentId: address.id, params });
}

/** Returns the draft if it can be read. */
export async function sendWithdrawal(
  kind: Withdrawal,
  address: Address,
  { type }: TypedService,
  { administrators, reader }: { administrators: Administrators; reader: SnapshotReader },
): ChangeResult<JsonObject | undefined> {
  const target = { uid: type.uid, ...documentTarget(address) };
  const isDone = async () => {
    const [unread, currentDocument] = await reader.readWithStatus(address);
    return unread
      ? undefined
      : currentDocument.state === (kind === "discard" ? "published" : "draft");
  };
  const [failure] = await administrators.call(
    address.connection,
    (admin) => admin[kind](target),
    true,
  );
  if (failure && failure.code !== "service") return failed(failure);
  // Another client was faster: there is no published version.
  if (failure?.error.name === "NotFoundError") return failed({ code: "changed-meanwhile" });
  const [refusal] = failure ? await failUnlessArrived(failure.error, isDone) : done(null);
  if (refusal) return failed(refusal);
  const [, draft] = await reader.read(address);
  return done(draft?.content);
}

/** Fails unless the service applied the write. `look` returns undefined if that is unknown. */
async function failUnlessArrived(
  error: CmsError,
  look: () => Promise<boolean | undefined>,
): ChangeResult<unknown> {
  if (error.name === "NotFoundError") return failed({ code: "gone" });
  if (!mayHaveArrived(error)) return refused(error);
  for (const ms of arrivalPauses) {
    await pause(ms);
    const isThere = await look();
    if (isThere) return done(null);
    if (isThere === undefined) return failed({ code: "service", error, arrived: "unknown" });
  }
  return failed({ code: "service", error, arrived: "no" });
}
