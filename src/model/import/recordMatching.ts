import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { done, failed } from "../foundation/outcome.ts";
import { PageReader } from "../reading/pageReader.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import { isFoundByKey, isKeyShared, refuse } from "./recordIndex.ts";
import type { RecordEntry, RecordIndex, RecordType } from "./recordIndex.ts";
import { findMatches, type TargetMatch } from "./targetFinder.ts";

/**
 * Refuses doubled records. Matches the others with existing documents by their key, and with the
 * documents that earlier runs created. A record without a match of its own uses the match of another
 * record of the same document.
 */
export async function matchRecords(index: RecordIndex, signal?: AbortSignal): BulkResult<null> {
  const named = index.all.flatMap((entry) => {
    const { type, group, key, locale = "" } = entry;
    const groupKey = JSON.stringify(["group", group.name, locale]);
    const keys = key === undefined ? [] : [JSON.stringify(["key", type.target.type, key, locale])];
    return [groupKey, ...keys].map((name) => ({ name, entry }));
  });
  const byName = groupedBy(named, ({ name }) => name);
  for (const { name, entry } of named) {
    const duplicates = byName.get(name) ?? [];
    if (duplicates.length < 2) continue;
    const lines = duplicates.slice(0, maxListedLines).map((duplicate) => duplicate.entry.line);
    const otherLines = lines.filter((line) => line !== entry.line);
    refuse(entry, { code: "doubled-record", lines: otherLines, count: duplicates.length - 1 });
  }
  for (const type of index.types) {
    const entries = index.all.filter((entry) => entry.type === type);
    const [failure] = await matchOfType(type, entries, signal);
    if (failure) return failed(failure);
    const [unseen] = await assignEarlierDocuments(type, entries, index, signal);
    if (unseen) return failed(unseen);
  }
  index.linkFirstRecords();
  return done(null);
}

async function matchOfType(
  type: RecordType,
  entries: readonly RecordEntry[],
  signal: AbortSignal | undefined,
): BulkResult<null> {
  const { service, target } = type;
  if (service.type.kind === "single") return matchSingle(service, entries, signal);
  if (target.key === undefined) return done(null);
  const keyed = entries.flatMap((entry) =>
    entry.key === undefined || entry.failure ? [] : { entry, key: entry.key },
  );
  const query = { type: service.type, by: target.key, values: keyed.map(({ key }) => key) };
  const [failure, matches] = await findMatches(service, query, signal);
  if (failure) return failed(failure);
  const isShared = isKeyShared(type);
  const nameOf = (key: string, locale: string) => (isShared ? key : `${locale} ${key}`);
  const byName = groupedBy(matches, ({ value, locale }) => nameOf(value, locale));
  const idsByName = new Map(
    [...byName].map(([name, alike]) => [name, new Set(alike.map(({ documentId }) => documentId))]),
  );
  for (const { entry, key } of keyed) {
    const { group, locale = "" } = entry;
    const [documentId, otherId] = idsByName.get(nameOf(key, locale)) ?? [];
    if (documentId === undefined) continue;
    // The match of another record of the same document counts, too.
    if (otherId === undefined && (group.documentId ?? documentId) === documentId)
      group.documentId = documentId;
    else refuse(entry, { code: "ambiguous-key", name: target.key, value: key });
  }
  return done(null);
}

/** Finds out whether a single type has its document, in any locale. */
async function matchSingle(
  service: TypedService,
  entries: readonly RecordEntry[],
  signal: AbortSignal | undefined,
): BulkResult<null> {
  const unmatched = entries.filter(({ group }) => group.documentId === undefined);
  if (unmatched.length === 0) return done(null);
  const query = { status: "draft", shapes: [{ fields: ["documentId"] }] } as const;
  const [failure, row] = await new PageReader(service, query, { signal }).firstRow();
  if (failure) return failed(failure);
  if (row) for (const { group } of unmatched) group.documentId = singleId;
  return done(null);
}

/** Fails if a document with the record's key was created since the preview. */
export async function isStillMissing(entry: RecordEntry): BulkResult<null> {
  const { key, type } = entry;
  const { service, target } = type;
  if (target.key === undefined || key === undefined) return done(null);
  const locale = isKeyShared(type) ? undefined : entry.locale;
  const query = { type: service.type, by: target.key, values: [key], locale };
  const [failure, matches] = await findMatches(service, query);
  if (failure) return failed(failure);
  return matches.length > 0 ? failed({ code: "changed-meanwhile" }) : done(null);
}

/**
 * Matches records with the documents that earlier runs created, if these still exist. The earlier
 * run created them from the same record, or from the source document with the same id.
 */
async function assignEarlierDocuments(
  recordType: RecordType,
  entries: readonly RecordEntry[],
  index: RecordIndex,
  signal: AbortSignal | undefined,
): BulkResult<null> {
  const { type, ...service } = recordType.service;
  // The one document of a single type always has the same id in its address.
  if (type.kind === "single") return done(null);
  const earlierDocuments = entries.flatMap((entry) => {
    const { group, locale = "", earlier, source = "" } = entry;
    // Whether the document was created from this record, unchanged.
    const isOwn = earlier?.documentId !== undefined;
    const isMatched = isFoundByKey(entry) || group.documentId !== undefined;
    const documentId =
      isOwn || isMatched ? earlier?.documentId : index.earlierRuns.documentIdOf(source);
    return documentId === undefined ? [] : { group, locale, documentId, isOwn };
  });
  const values = earlierDocuments.map(({ documentId }) => documentId);
  const [failure, matches] = await findMatches(service, { type, by: "documentId", values }, signal);
  if (failure) return failed(failure);
  const existingIds = new Set(matches.flatMap((match) => [match.documentId, documentKeyOf(match)]));
  for (const { group, isOwn, ...earlierDocument } of earlierDocuments) {
    const isThere = existingIds.has(documentKeyOf(earlierDocument));
    if (isThere || (!isOwn && existingIds.has(earlierDocument.documentId)))
      group.documentId = earlierDocument.documentId;
    if (isThere) group.created.add(earlierDocument.locale);
  }
  return done(null);
}

const documentKeyOf = ({ documentId, locale }: Omit<TargetMatch, "value">): string =>
  `${documentId} ${locale}`;

const maxListedLines = 6;
