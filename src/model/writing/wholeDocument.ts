import { isSingle, type Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { InboundRelations } from "../find/inboundRelations.ts";
import type { NewJournalEntry } from "../journal/journal.ts";
import { contentsOf, noLocale } from "../journal/journalEntry.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { publicationStatusOf } from "../content/publicationStatus.ts";
import { readVersions } from "../reading/documentReader.ts";
import { PendingValue } from "../foundation/asyncSteps.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { differingAttributes } from "../documents/versionDifferences.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { draftOf, type Draft, type SnapshotWithStatus } from "../documents/snapshotReader.ts";

export interface WholeDocument {
  /** The localization that was previewed. */
  readonly now: Draft;
  /** All localizations: their drafts, and the published versions that have no draft. */
  readonly drafts: readonly Draft[];
  /** The published versions that differ from their drafts. */
  readonly published: readonly Draft[];
}

/** Reads all localizations completely. Requires that the previewed one still has its version. */
export async function readWholeDocument(
  service: TypedService,
  address: Address,
  preview: DeleteAgreement,
  signal?: AbortSignal,
): ChangeResult<WholeDocument> {
  const isPublished = preview.published.length > 0;
  const [failure, versions] = await readAllVersions(service, [address.id], isPublished, signal);
  if (failure) return failed(failure);
  const typed = withRouteKnowledge(service);
  const drafts = localizationsOf(versions).map((row) => draftOf(typed, row));
  const now = drafts.find(({ facts }) => facts.locale === preview.facts.locale);
  if (!now) return failed({ code: isSingle(address) ? "nothing-yet" : "gone" });
  if (signal?.aborted) return failed({ code: "declined" });
  if (now.version !== preview.version) return failed({ code: "changed-meanwhile" });
  const published = versions.published
    .map((row) => draftOf(typed, row))
    .filter(({ content: before, facts }) => {
      const draft = drafts.find((candidate) => candidate.facts.locale === facts.locale);
      return draft && differingAttributes({ before, after: draft.content }, service).length > 0;
    });
  return done({ now, drafts, published });
}

/** In all localizations; none if the document doesn't exist. */
export async function readSnapshots(
  service: TypedService,
  { id }: Address,
  signal?: AbortSignal,
): ChangeResult<readonly SnapshotWithStatus[]> {
  const [failure, versions] = await readAllVersions(service, [id], true, signal);
  return failure ? failed(failure) : done(snapshotsIn(versions, service));
}

/** Reads the snapshots of many documents of a collection in few requests, by documentId. */
export async function readManySnapshots(
  service: TypedService,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): ChangeResult<ReadonlyMap<string, readonly SnapshotWithStatus[]>> {
  const [failure, versions] = await readAllVersions(service, ids, true, signal);
  if (failure) return failed(failure);
  const idOf = (row: JsonObject) => textIn(row, "documentId");
  const [drafts, published] = [
    groupedBy(versions.drafts, idOf),
    groupedBy(versions.published, idOf),
  ];
  const snapshotsOf = (id: string) =>
    snapshotsIn({ drafts: drafts.get(id) ?? [], published: published.get(id) ?? [] }, service);
  return done(new Map(ids.map((id) => [id, snapshotsOf(id)])));
}

const snapshotsIn = (versions: Versions, service: TypedService): readonly SnapshotWithStatus[] =>
  localizationsOf(versions).map((row) => {
    const status = publicationStatusOf(row, versions.published, service.type);
    const publication = PendingValue.of(status);
    return { ...draftOf(withRouteKnowledge(service), row), ...status, publication };
  });

type Versions = Readonly<Record<"drafts" | "published", readonly JsonObject[]>>;

async function readAllVersions(
  service: TypedService,
  ids: readonly string[],
  isPublished: boolean,
  signal: AbortSignal | undefined,
): ChangeResult<Versions> {
  const read = (status: "draft" | "published") =>
    readVersions(service, ids, { status }, { signal });
  const [failure, drafts] = await read("draft");
  if (failure) return failed(failure);
  const [unread, published] = isPublished ? await read("published") : done([]);
  return unread ? failed(unread) : done({ drafts, published });
}

/** A list of all locales does not name the other localizations of each row. */
const localizationsOf = ({ drafts, published }: Versions): readonly JsonObject[] =>
  [
    ...drafts,
    ...published.filter((row) => drafts.every((draft) => draft["locale"] !== row["locale"])),
  ].map((row) => ({ ...row, localizations: drafts.filter((other) => other !== row) }));

/** The previewed document to which the user agreed, with the relations that point to it. */
export type DeleteAgreement = SnapshotWithStatus &
  Pick<NewJournalEntry, "group" | "undoes"> & { readonly inbound?: InboundRelations };

/** It has no locale, as it is about all locales. */
export const deleteEntry = (
  { connection, type, id }: Address,
  { now, drafts, published }: WholeDocument,
  agreement: DeleteAgreement,
): NewJournalEntry => ({
  action: "delete",
  address: { connection, type, id },
  title: now.title,
  before: contentsOf(drafts),
  after: {},
  group: agreement.group,
  undoes: agreement.undoes,
  live: publishedLocales(agreement),
  published: published.length > 0 ? contentsOf(published) : undefined,
  inbound: agreement.inbound?.relations,
});

function publishedLocales({ states, publishedAt }: DeleteAgreement): string[] {
  if (!states) return publishedAt === null ? [] : [noLocale];
  const locales = Object.keys(states).filter((locale) => states[locale] !== "draft");
  return locales.map((locale) => locale || noLocale);
}
