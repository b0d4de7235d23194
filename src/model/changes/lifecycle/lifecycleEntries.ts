import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { InboundRelations } from "../../query/finding/inbound.ts";
import type { LocalizedContents, NewJournalEntry } from "../journal/journal.ts";
import { groupOf, noLocale } from "../journal/journalEntry.ts";
import type { Grouped, Withdrawal } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { differingAttributes } from "../../documents/versionDifferences.ts";
import type { PublishPreview } from "./publishing.ts";
import type { SnapshotWithStatus } from "../../documents/reader.ts";
import { contentsOf } from "./wholeDocument.ts";
import type { WholeDocument } from "./wholeDocument.ts";

/** The previewed draft to which the user agreed, with the preview of the publish. */
export type PublishAgreement = SnapshotWithStatus &
  Grouped & { readonly publishing?: PublishPreview };

/** The previewed document to which the user agreed, with the relations that point to it. */
export type DeleteAgreement = SnapshotWithStatus &
  Grouped & { readonly inbound?: InboundRelations };

/** The journal entry of a publish. */
export function publishEntry(
  address: Address,
  now: SnapshotWithStatus,
  {
    publishing: { published, changedAttributes },
    ...preview
  }: PublishAgreement & { readonly publishing: PublishPreview },
): NewJournalEntry {
  const { locale = noLocale } = address;
  const before: LocalizedContents = published ? { [locale]: published } : {};
  const after = { [locale]: now.content };
  const facts = { action: "publish", address, title: now.title } as const;
  return { ...facts, paths: changedAttributes, before, after, ...groupOf(preview) };
}

/** The journal entry of an unpublish or a discard. It keeps all previous content. */
export function withdrawalEntry(
  action: Withdrawal,
  address: Address,
  {
    now,
    live,
    ...preview
  }: Grouped & { readonly now: SnapshotWithStatus; readonly live: JsonObject },
  service: TypedService,
): NewJournalEntry {
  const about = { action, address, title: now.title, ...groupOf(preview) } as const;
  if (action === "unpublish") {
    return { ...about, paths: [], before: contentIn(address, live), after: {} };
  }
  const paths = differingAttributes({ before: now.content, after: live }, service);
  const before = contentIn(address, now.content);
  return { ...about, paths, before, after: contentIn(address, live) };
}

export const contentIn = (
  { locale = noLocale }: Address,
  content: JsonObject,
): LocalizedContents => ({
  [locale]: content,
});

/** The journal entry of a delete. It has no locale, as it is about all locales. */
export function deleteEntry(
  { connection, type, id }: Address,
  { now, drafts, published }: WholeDocument,
  { inbound, ...preview }: DeleteAgreement,
): NewJournalEntry {
  return {
    action: "delete",
    address: { connection, type, id },
    title: now.title,
    paths: [],
    before: contentsOf(drafts),
    after: {},
    ...groupOf(preview),
    live: publishedLocales(preview),
    ...(published.length > 0 && { published: contentsOf(published) }),
    ...(inbound && { inbound: inbound.relations }),
  };
}

/** The locales that have a published version. */
const publishedLocales = ({ states, publishedAt }: SnapshotWithStatus): string[] =>
  states
    ? Object.keys(states).flatMap((locale) =>
        states[locale] === "draft" ? [] : locale || noLocale,
      )
    : publishedAt === null
      ? []
      : [noLocale];
