import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import type { JournalEntry, Journal } from "../../changes/journal/journal.ts";
import { noLocale } from "../../changes/journal/journalEntry.ts";
import { pick } from "../../foundation/json.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import type { DeleteAgreement } from "../../changes/lifecycle/lifecycleEntries.ts";
import { sendDelete } from "../../changes/lifecycle/lifecycleWriter.ts";
import { changedPaths } from "../../documents/content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { SnapshotWithStatus, Reader } from "../../documents/snapshot/reader.ts";
import { writeRecorded } from "../../changes/journal/recorded.ts";

interface DeleteCreatedDependencies {
  readonly catalogs: Catalogs;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly reader: Reader;
}

/**
 * Deletes what a batch has made, a document or one locale of it, where nobody has changed, published or added
 * to it since, and nothing points to it as far as can be looked up: what the same batch has made and linked is
 * taken back before it.
 */
export async function deleteCreated(
  entry: JournalEntry,
  dependencies: DeleteCreatedDependencies,
): Promise<Outcome<unknown>> {
  const { address, action } = entry;
  const isWhole = action === "create";
  if (dependencies.documents.edits.hasUnsavedChanges(address, isWhole))
    return failed({ code: "unsaved" });
  const [unknown, service] = await dependencies.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [touched, now] = await readUntouched(entry, dependencies.lifecycle, service);
  if (touched) return failed(touched);
  return isWhole
    ? dependencies.lifecycle.delete(address, now)
    : deleteLocale(entry, now, { ...dependencies, service });
}

/** As it is now, unless there is a reason to leave it there. */
async function readUntouched(
  entry: JournalEntry,
  lifecycle: Lifecycle,
  service: TypedService,
): Promise<Outcome<DeleteAgreement>> {
  const { address, action } = entry;
  // What goes with a locale is what is linked in it.
  const only = action === "create" ? undefined : address.locale;
  const [blind, inbound] = await lifecycle.inbound(address, { only });
  if (blind) return failed(blind);
  // Last of all: whoever edits it while the other questions are asked is not to lose that.
  const [gone, now] = await lifecycle.preview(address);
  if (gone) return failed(gone);
  const [touched] = checkUntouched(entry, now, service);
  if (touched) return failed(touched);
  return inbound.total > 0 ? failed({ code: "pointed-to" }) : done({ ...now, inbound });
}

function checkUntouched(
  entry: JournalEntry,
  now: SnapshotWithStatus,
  service: TypedService,
): Outcome<null> {
  const { address, action } = entry;
  const paths = changedSince(entry, now, service);
  if (paths.length > 0) return failed({ code: "undo-conflict", paths });
  const isLive = now.state !== undefined && now.state !== "draft";
  const others = (now.facts.locales ?? []).filter((locale) => locale !== address.locale);
  const hasMore = action === "create" && others.length > 0;
  return isLive || hasMore ? failed({ code: "changed-meanwhile" }) : done(null);
}

/** What the journal has left out of the entry is not looked at. */
function changedSince(
  { address: { locale = noLocale }, after }: JournalEntry,
  now: SnapshotWithStatus,
  service: TypedService,
): readonly string[] {
  const made = after[locale] ?? {};
  return changedPaths(made, pick(now.content, Object.keys(made)), service);
}

async function deleteLocale(
  { address, id: undoes }: JournalEntry,
  now: SnapshotWithStatus,
  {
    service,
    journal,
    reader,
    documents,
  }: DeleteCreatedDependencies & { readonly service: TypedService },
): Promise<Outcome<unknown>> {
  const { locale = noLocale } = address;
  const facts = { action: "localize", address, title: now.title, paths: [], undoes } as const;
  const entry = { ...facts, before: { [locale]: now.content }, after: {} };
  const [failure] = await writeRecorded(journal, entry, service, {
    send: () => sendDelete(service, address, reader, locale),
    after: () => entry.after,
  });
  if (failure) return failed(failure);
  documents.dropLocalization(address);
  return done(null);
}
