import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import { referencesIn } from "../content/references.ts";
import { singleId } from "../foundation/address.ts";
import type { Finding } from "../foundation/valueProblem.ts";
import { done, failed } from "../foundation/outcome.ts";
import { noEarlierRuns } from "../import/earlierRuns.ts";
import { matchRecords } from "../import/recordMatching.ts";
import type { Intent, PlannedRecord, RecordPlan, RefusedRecord } from "../import/importPlan.ts";
import { decideAll, recordPlanOf, type Decision } from "../import/importPlanner.ts";
import { RecordIndex, refuse, type RecordType } from "../import/recordIndex.ts";
import { TargetFinder } from "../import/targetFinder.ts";
import type { CompareDependencies } from "../compare/comparisonRun.ts";
import type { ComparedRow, Difference } from "../compare/comparison.ts";
import { collectTargets, compareNow, documentKeyOf, missingKeys, seenIn } from "./copySelection.ts";
import type { CollectContext, CollectedDocuments } from "./copySelection.ts";
import { CopySource, itemsOf } from "./copySource.ts";
import type { CopyDocument, CopyItem, NamedDocument, PublishedLines } from "./copySource.ts";
import type { CopyTypes } from "../compare/copyTypes.ts";
import { LinkingResolver } from "../import/referenceResolver.ts";
import type { CopyFile, FileTransfer, UploadsAgain } from "../media/fileTransfer.ts";
import { mediaOfCopy } from "./mediaCopy.ts";
import type { FolderPath } from "../reading/folderReader.ts";
import type { Sides } from "../compare/documentPairs.ts";
import { personalFieldsOf, type PersonalField } from "./personalData.ts";
import type { Version } from "../compare/sideReader.ts";
import { refuseTakenValues, uniqueValuesIn, type UniqueValue } from "./takenValues.ts";
import { lacksContent, type UnreadPart } from "../compare/unreadParts.ts";
import { changesBesides } from "../journal/journalEntry.ts";
import { ownIn } from "../foundation/json.ts";

export interface PlannedCopy extends CopyItem, Pick<PlannedRecord, "intent" | "elsewhere"> {
  /** What is left out because the source did not return it. */
  readonly unread: readonly UnreadPart[];
}

/** What a copy writes to the target, in this order. It holds no contents. */
export interface CopyPlan {
  readonly connections: Sides<string>;
  readonly version: Version;
  readonly planned: readonly PlannedCopy[];
  /** First those with an own reason, then those that need them. */
  readonly refused: readonly (CopyItem & { readonly failure: BulkFailure })[];
  /** The documents with values that the target stores as other ones. */
  readonly converted: readonly (CopyItem & { readonly conversions: readonly Finding[] })[];
  /** The documents that already have the values of the source. */
  readonly unchanged: readonly CopyItem[];
  /** The documents that are published in the target once they equal those of the source. */
  readonly publishing: readonly CopyItem[];
  /** The documents that stay drafts, because the source's drafts changed since their publish. */
  readonly modified: readonly CopyItem[];
  /** The new documents that stay drafts, because components or required attributes were not read. */
  readonly unfinished: readonly CopyItem[];
  /** The planned documents that are copied without parts that the source did not return. */
  readonly lacking: readonly PlannedCopy[];
  /**
   * Documents that others need and that are not copied: the target would show them at once without
   * components or required attributes that were not read.
   */
  readonly incomplete: readonly NamedDocument[];
  /** The media files of the planned documents, and those to which links in their texts lead. */
  readonly files: readonly CopyFile[];
  /**
   * The folders that the copy creates for the files that it uploads. `unknown` if no administrator
   * is signed in on both services, so that the target places the files itself.
   */
  readonly folders: readonly FolderPath[] | "unknown";
  /**
   * The planned documents whose texts contain links to uploads of the source that are not in its
   * media library, or that the token may not read. These links are copied unchanged.
   */
  readonly linking: readonly CopyItem[];
  readonly personal: readonly PersonalField[];
  /** The uids of types without drafts, whose documents are live as soon as they are written. */
  readonly live: readonly string[];
  readonly parts: CopyPlanParts;
}

export interface CopyPlanParts {
  readonly types: CopyTypes;
  readonly records: RecordPlan;
  /** All documents of the plan. The line of each is its position. */
  readonly items: readonly CopyItem[];
  readonly media: FileTransfer;
}

export interface CopyPlanContext extends CollectContext {
  readonly uploadAgain?: UploadsAgain | undefined;
  /** Whether a person reviewed the whole plan in a file, so that nothing else is copied. */
  readonly isReviewed?: boolean;
  readonly dependencies: CompareDependencies & Pick<ChangeDependencies, "documents" | "reader">;
}

/** Plans a copy. Adds the missing targets of relations. Writes nothing. */
export async function planCopy(
  chosen: readonly CopyDocument[],
  context: CopyPlanContext,
): BulkResult<CopyPlan> {
  const [uncollected, collected] = await collectTargets(chosen, context);
  if (uncollected) return failed(uncollected);
  const { rows, publish, signal, dependencies } = context;
  const { types } = rows;
  const items = itemsOf(collected.documents);
  const source = new CopySource(items, rows);
  const index = startIndex(collected, types, source);
  if (!index) return failed({ code: "unchanged" });
  const facts = await addAll(index, source, { items, types }, signal);
  const [blind] = await matchRecords(index, signal);
  if (blind) return failed(blind);
  const media = mediaOfCopy(types, context.uploadAgain);
  const targets = new TargetFinder(types.services.to);
  const resolver = new LinkingResolver(index, { targets, files: media }, media);
  const planning = { index, resolver, signal, ...dependencies };
  const [failure, decisions] = await decideAll(source, planning);
  if (failure) return failed(failure);
  const [unseen] = await refuseUnseen(items, index, decisions, context);
  if (unseen) return failed(unseen);
  const valuesAt = (line: number) => facts.get(line)?.unique ?? [];
  const [unchecked] = await refuseTakenValues(index.all, decisions, valuesAt, { signal });
  if (unchecked) return failed(unchecked);
  const [readFailure, published] = publish ? await source.publishedLines(signal) : done(new Map());
  if (readFailure) return failed(readFailure);
  const records = recordPlanOf(index, resolver, decisions);
  const parts = { types, records, items, media };
  const plan = copyPlanOf(parts, collected, { version: rows.version, published, facts });
  const uploads = plan.files.flatMap(({ toId, fromId }) => (toId === undefined ? fromId : []));
  const folders = await media.folders.missingFor(uploads);
  return done({ ...plan, incomplete: collected.incomplete, folders });
}

/**
 * Refuses what a write would change and nobody has seen. The plan has just read what it overwrites.
 * So if both services still have what they had when they were compared, the plan has read that.
 */
async function refuseUnseen(
  items: readonly CopyItem[],
  index: RecordIndex,
  decisions: ReadonlyMap<number, Decision>,
  context: CopyPlanContext,
): BulkResult<null> {
  const writes = items.flatMap((item) => {
    const [entry, decision] = [index.at(item.line), decisions.get(item.line)];
    return entry && decision ? { item, entry, decision } : [];
  });
  const documents = writes.map(({ item }) => item.document);
  const [failure, rows] = await compareNow(documents, { ...context, publish: false });
  if (failure) return failed(failure);
  for (const { item, entry, decision } of writes) {
    const row = rows.get(documentKeyOf(item.document));
    if (!isAsSeen(item, decision, row, context.rows.types))
      refuse(entry, { code: "changed-meanwhile" });
  }
  if (!context.isReviewed) return done(null);
  for (const entry of index.all) {
    const { reviewed } = items[entry.line - 1] ?? {};
    const elsewhere = changesBesides(reviewed, entry.elsewhere);
    if (!reviewed) refuse(entry, { code: "changed-meanwhile" });
    else if (elsewhere.length > 0) refuse(entry, { code: "taken-target", elsewhere });
  }
  return done(null);
}

/** Whether both services still have what a comparison has read of what a write changes. */
function isAsSeen(
  { document, locale, names, seen = {} }: CopyItem,
  decision: Intent,
  row: ComparedRow | undefined,
  types: CopyTypes,
): boolean {
  if (decision.kind === "link") return true;
  if (document.toId !== undefined && document.toId !== row?.toId) return false;
  const currentDigests = row ? seenIn(row, locale) : {};
  if (decision.kind !== "change")
    return missingKeys.some((key) => seen[key] !== undefined && currentDigests[key] === seen[key]);
  if (!names) {
    // An interrupted run may have copied it. Then nobody may have changed it on either side since.
    const { type = "", fromId = "", toId, differences = [] } = row ?? {};
    const { to, base } = types.pairs.document(type, fromId) ?? {};
    const isOfCopy = (difference: Difference) =>
      difference.locale !== locale ||
      (difference.kind === "attribute" && difference.since === "unknown");
    const isCopied = row !== undefined && to === toId && ownIn(base, locale ?? "") !== undefined;
    return isCopied && differences.every(isOfCopy);
  }
  return decision.names.every(
    (name) => (ownIn(currentDigests, name) ?? ownIn(seen, name)) === ownIn(seen, name),
  );
}

/** An index that knows the documents on both services; undefined if there is nothing to copy. */
function startIndex(
  { documents, matched }: CollectedDocuments,
  types: CopyTypes,
  source: CopySource,
): RecordIndex | undefined {
  const connection = types.connections.to;
  const recordTypes = new Map<string, RecordType>();
  for (const { type: uid } of [...documents, ...matched]) {
    const service = types.of(uid)?.to;
    if (!service || recordTypes.has(uid)) continue;
    const target = { connection, type: service.type.name, relations: new Map<string, string>() };
    recordTypes.set(uid, { target, service });
  }
  const [first, ...others] = recordTypes.values();
  if (!first || documents.every(({ parts }) => parts.length === 0)) return undefined;
  const ids = new Map(documents.map(({ type, fromId }) => [type, fromId]));
  // What interrupted copies may have created, as their pairs tell.
  const index = new RecordIndex([first, ...others], {
    ...noEarlierRuns,
    resultOf: (_, { line, documentId = "", locale = "" }, { type: { uid, kind } }) => {
      const from = kind === "single" ? (ids.get(uid) ?? "") : documentId;
      const writes = types.pairs.sentWrites(uid, from);
      const sent = writes.find((write) => write.isNew && write.locale === locale);
      const isEdited = sent && source.differsFrom(sent, line);
      return sent && { isDone: false, mark: sent.mark, isEdited, pending: [] };
    },
    isKnown: (documentId, { type: { uid } }) =>
      types.pairs.counterpart("to", uid, documentId) !== undefined,
  });
  for (const { type: uid, fromId, toId } of matched) {
    const type = recordTypes.get(uid);
    if (!type) continue;
    if (types.isSingle(uid)) index.addMatched(type, singleId, singleId);
    // Relations name also the document of a single type by its documentId.
    index.addMatched(type, fromId, toId);
  }
  return index;
}

interface ItemFacts {
  /** The documentIds of its files. */
  readonly files: readonly string[];
  /** The paths of the uploads to which links in its texts lead. */
  readonly paths: readonly string[];
  readonly unique: readonly UniqueValue[];
  readonly unread: readonly UnreadPart[];
}

/** Adds all documents to the index, and finds out what they use, by line. */
async function addAll(
  index: RecordIndex,
  source: CopySource,
  { items, types }: Pick<CopyPlanParts, "items" | "types">,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, ItemFacts>> {
  const facts = new Map<number, ItemFacts>();
  for await (const item of source.records(signal)) {
    index.add(item);
    const { line } = item;
    const type = types.of(items[line - 1]?.document.type ?? "");
    if (!("record" in item) || !type) continue;
    const { content } = item.record;
    const references = referencesIn(content, type.views.from);
    facts.set(line, {
      files: references.flatMap(({ target, documentId }) => (target === "" ? documentId : [])),
      paths: types.links.from.pathsIn(content),
      unique: uniqueValuesIn(content, type.to.type),
      unread: source.unreadPartsOf(line),
    });
  }
  return facts;
}

function copyPlanOf(
  parts: CopyPlanParts,
  collected: CollectedDocuments,
  {
    version,
    published,
    facts,
  }: {
    readonly version: Version;
    readonly published: PublishedLines;
    readonly facts: ReadonlyMap<number, ItemFacts>;
  },
): Omit<CopyPlan, "incomplete" | "folders"> {
  const { types, records, media, items } = parts;
  const itemsAt = (lines: readonly number[]): CopyItem[] =>
    lines.flatMap((line) => items[line - 1] ?? []);
  const itemWith = <T extends object>(line: number, more: T): (CopyItem & T)[] =>
    itemsAt([line]).map((item) => ({ ...item, ...more }));
  const planned = records.planned.flatMap(({ line, intent, elsewhere }) =>
    itemWith(line, { intent, elsewhere, unread: facts.get(line)?.unread ?? [] }),
  );
  const isRefused = new Set(records.refused.map(({ line }) => line));
  const pathsAt = (line: number): readonly string[] => facts.get(line)?.paths ?? [];
  const used = new Set(
    planned.flatMap(({ line }) => [
      ...(facts.get(line)?.files ?? []),
      ...pathsAt(line).flatMap((path) => media.fileIdAt(path) ?? []),
    ]),
  );
  const publishedAs = (state: "published" | "modified"): CopyItem[] =>
    items.filter(
      ({ line, document: { type } }) =>
        published.get(line) === state &&
        !isRefused.has(line) &&
        types.of(type)?.to.type.draftAndPublish === true,
    );
  const isUnfinished = ({ line, document: { type } }: CopyItem): boolean => {
    const source = types.of(type)?.from.type;
    return source !== undefined && lacksContent(facts.get(line)?.unread ?? [], source);
  };
  const publishing = publishedAs("published");
  // What a copy brings along is published if published versions refer to it. A copy that was cut and
  // is repeated then publishes the same, whatever is a draft in the target already.
  const isPublished = new Set(publishing.map(({ document }) => document));
  const toPublish = new Set(
    collected.documents.filter((document) => !document.broughtBy && isPublished.has(document)),
  );
  for (const document of toPublish)
    for (const target of collected.targetsOf(document))
      if (isPublished.has(target)) toPublish.add(target);
  const isUnknown = (path: string): boolean => media.fileIdAt(path) === undefined;
  return {
    connections: types.connections,
    version,
    planned,
    refused: [...records.refused]
      .sort((a, b) => Number(isCaused(a)) - Number(isCaused(b)))
      .flatMap(({ line, failure }) => itemWith(line, { failure })),
    converted: records.converted.flatMap(({ line, conversions = [] }) =>
      itemWith(line, { conversions }),
    ),
    unchanged: itemsAt([...records.unchanged, ...records.done]),
    publishing: publishing.filter((item) => toPublish.has(item.document) && !isUnfinished(item)),
    modified: publishedAs("modified"),
    unfinished: publishing.filter(isUnfinished),
    lacking: planned.filter(({ unread }) => unread.length > 0),
    files: [...used].flatMap((id) => media.file(id) ?? []),
    linking: planned.filter(({ line }) => pathsAt(line).some(isUnknown)),
    personal: personalFieldsOf(planned, types),
    live: [...new Set(planned.map(({ document }) => document.type))].filter(
      (uid) => types.of(uid)?.to.type.draftAndPublish === false,
    ),
    parts,
  };
}

/** Whether another document of the plan is the reason. */
const isCaused = ({ failure }: RefusedRecord): boolean => failure.code === "refused-target";
