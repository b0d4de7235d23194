import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import type { Entry, Journal } from "../../changes/journal/journal.ts";
import { noLocale } from "../../changes/journal/journalEntry.ts";
import { pick } from "../../foundation/json.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import type { LookedAtWhole } from "../../changes/lifecycle/lifecycleEntries.ts";
import { sendDelete } from "../../changes/lifecycle/lifecycleWriter.ts";
import { changedPaths } from "../../documents/content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { LookedAt, Reader } from "../../documents/snapshot/reader.ts";
import { recorded } from "../../changes/journal/recorded.ts";

interface Parts {
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
export async function unmake(entry: Entry, parts: Parts): Promise<Outcome<unknown>> {
  const { address, action } = entry;
  const isWhole = action === "create";
  if (parts.documents.edits.isOpen(address, isWhole)) return failed({ code: "unsaved" });
  const [unknown, service] = await parts.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [touched, now] = await lookAgain(entry, parts.lifecycle, service);
  if (touched) return failed(touched);
  return isWhole
    ? parts.lifecycle.delete(address, now)
    : deleteLocale(entry, now, { ...parts, service });
}

/** As it is now, unless there is a reason to leave it there. */
async function lookAgain(
  entry: Entry,
  lifecycle: Lifecycle,
  service: TypedService,
): Promise<Outcome<LookedAtWhole>> {
  const { address, action } = entry;
  // What goes with a locale is what is linked in it.
  const only = action === "create" ? undefined : address.locale;
  const [blind, inbound] = await lifecycle.inbound(address, { only });
  if (blind) return failed(blind);
  // Last of all: whoever edits it while the other questions are asked is not to lose that.
  const [gone, now] = await lifecycle.look(address);
  if (gone) return failed(gone);
  const [touched] = isUntouched(entry, now, service);
  if (touched) return failed(touched);
  return inbound.total > 0 ? failed({ code: "pointed-to" }) : done({ ...now, inbound });
}

function isUntouched(entry: Entry, now: LookedAt, service: TypedService): Outcome<null> {
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
  { address: { locale = noLocale }, after }: Entry,
  now: LookedAt,
  service: TypedService,
): readonly string[] {
  const made = after[locale] ?? {};
  return changedPaths(made, pick(now.content, Object.keys(made)), service);
}

async function deleteLocale(
  { address, id: undoes }: Entry,
  now: LookedAt,
  { service, journal, reader, documents }: Parts & { readonly service: TypedService },
): Promise<Outcome<unknown>> {
  const { locale = noLocale } = address;
  const facts = { action: "localize", address, title: now.title, paths: [], undoes } as const;
  const entry = { ...facts, before: { [locale]: now.content }, after: {} };
  const [failure] = await recorded(journal, entry, service, {
    send: () => sendDelete(service, address, reader, locale),
    after: () => entry.after,
  });
  if (failure) return failed(failure);
  documents.dropLocalization(address);
  return done(null);
}
