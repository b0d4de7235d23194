import type { Documents } from "../changes/saving/documents.ts";
import type { Reader } from "../documents/reader.ts";
import { referencesIn } from "../content/references.ts";
import { singleId } from "../foundation/address.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { BulkFailure } from "../bulk/bulkFailure.ts";
import { readEarlierRuns } from "../bulk/importing/earlierRuns.ts";
import { matchRecords } from "../bulk/importing/recordMatching.ts";
import type { Intent, RecordPlan } from "../bulk/importing/plan.ts";
import { decideAll, recordPlanOf } from "../bulk/importing/planning.ts";
import type { Decision } from "../bulk/importing/planning.ts";
import { RecordIndex } from "../bulk/importing/recordIndex.ts";
import type { RecordEntry, RecordType } from "../bulk/importing/recordIndex.ts";
import type { Finder } from "../bulk/importing/resolving.ts";
import type { ResultsStore } from "../bulk/importing/results.ts";
import { TargetFinder } from "../bulk/importing/targetFinder.ts";
import type { TargetLookup } from "../bulk/importing/targetFinder.ts";
import { collectTargets, recordsOf } from "./copyDocuments.ts";
import type {
  CollectContext,
  CollectedDocuments,
  CopyDocument,
  CopyPart,
} from "./copyDocuments.ts";
import { CopySource } from "./copySource.ts";
import type { CopyRecord, PublishedLines } from "./copySource.ts";
import type { CopyTypes } from "./copyTypes.ts";
import type { EnvironmentFailure } from "./environmentFailure.ts";
import type { FieldOfType } from "./fieldSet.ts";
import { LinkingResolver } from "./linkingResolver.ts";
import { MediaCopy } from "./mediaCopy.ts";
import type { CopyFile } from "./mediaCopy.ts";
import type { FolderPath } from "./mediaFolders.ts";
import type { Sides } from "./pairs.ts";
import type { FoundField, PersonalKind } from "./personalData.ts";
import type { Version } from "./sideReader.ts";

/** A document in one locale, as the plan treats it. */
export interface CopyItem {
  /** The number in the plan, from 1. */
  readonly line: number;
  readonly document: CopyDocument;
  readonly locale?: string;
}

/** A field that a copy can leave empty. */
export interface PersonalField extends FieldOfType {
  /** Absent if only other documents have personal data there. */
  readonly kind?: PersonalKind;
  readonly isLeftEmpty: boolean;
  /** Whether the user decided to copy it in an earlier copy. */
  readonly isKept: boolean;
  /** Whether it is the key of its type. Without it, only remembered pairs match. */
  readonly isKey: boolean;
}

/** A document that the copy would write. */
export interface PlannedCopy extends CopyItem {
  readonly intent: Intent;
}

/** A document that can't be copied. */
export interface RefusedCopy extends CopyItem {
  readonly failure: BulkFailure;
}

/** What a copy writes to the target, in this order. It holds no contents. */
export interface CopyPlan {
  readonly connections: Sides<string>;
  readonly version: Version;
  readonly planned: readonly PlannedCopy[];
  readonly refused: readonly RefusedCopy[];
  /** The documents that already have the values of the source. */
  readonly unchanged: readonly CopyItem[];
  /** The documents that are published in the target once they equal those of the source. */
  readonly publishing: readonly CopyItem[];
  /**
   * The documents that are not published in the target, because their drafts have changed since the
   * source published them.
   */
  readonly modified: readonly CopyItem[];
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
  /**
   * The fields of the planned documents that probably hold personal data, and those that the copy
   * leaves empty. Each once.
   */
  readonly personal: readonly PersonalField[];
  /** The uids of types without drafts, whose documents are live as soon as they are written. */
  readonly live: readonly string[];
  /** What a run uses. */
  readonly parts: CopyPlanParts;
}

export interface CopyPlanParts {
  readonly types: CopyTypes;
  readonly records: RecordPlan;
  /** All documents of the plan. */
  readonly sourceRecords: readonly CopyRecord[];
  readonly media: MediaCopy;
  readonly items: ReadonlyMap<
    number,
    CopyItem & Required<Pick<CopyPart, "kept">> & Pick<CopyPart, "names">
  >;
}

export interface CopyPlanContext extends CollectContext {
  /** The results of earlier runs of the same plan. */
  readonly results: ResultsStore;
  /** Whether documents get the publication status of the source. By default, they are drafts. */
  readonly publish: boolean;
  /** Checks each record against the file of a plan. */
  readonly check?: (entry: RecordEntry, item: CopyItem, decision: Decision) => void;
  readonly dependencies: CollectContext["dependencies"] & {
    readonly documents: Documents;
    readonly reader: Reader;
  };
}

/** Plans a copy. Adds the missing targets of relations. Writes nothing. */
export async function planCopy(
  chosen: readonly CopyDocument[],
  context: CopyPlanContext,
): Promise<Outcome<CopyPlan, EnvironmentFailure>> {
  const [failure, collected] = await collectTargets(chosen, context);
  return failure ? failed(failure) : planDocuments(collected, context);
}

async function planDocuments(
  collected: CollectedDocuments,
  context: CopyPlanContext,
): Promise<Outcome<CopyPlan, EnvironmentFailure>> {
  const { rows, signal, dependencies } = context;
  const { types, version } = rows;
  const records = recordsOf(collected.documents, types);
  const source = new CopySource(records, rows);
  const index = await startIndex(collected, context);
  if (!index || records.length === 0) return failed({ code: "unchanged" });
  const found = await addAll(index, { source, records, types, signal });
  const [blind] = await matchRecords(index, signal);
  if (blind) return failed(blind);
  const media = new MediaCopy(types);
  const targets = new TargetFinder(types.services.to);
  const resolver = new LinkingResolver(index, { targets, otherTargets: nothing, files: media });
  const [failure, decisions] = await decideAll(source, {
    index,
    resolver,
    signal,
    ...dependencies,
  });
  if (failure) return failed(failure);
  const [unread, published] = await publishedIn(source, context);
  if (unread) return failed(unread);
  const items = itemsOf(records);
  for (const entry of index.all) {
    const item = items.get(entry.line);
    if (item) context.check?.(entry, item, decisions.get(entry.line));
  }
  const recordPlan = recordPlanOf(index, resolver, decisions);
  const parts = { types, records: recordPlan, sourceRecords: records, media, items };
  const plan = copyPlanOf(parts, { version, published, ...found });
  const uploads = plan.files.flatMap(({ toId, fromId }) => (toId === undefined ? fromId : []));
  return done(uploads.length === 0 ? plan : { ...plan, folders: await foldersFor(uploads, media) });
}

async function foldersFor(
  uploads: readonly string[],
  { folders }: MediaCopy,
): Promise<CopyPlan["folders"]> {
  const isKnown = await folders.learn(uploads);
  return isKnown ? folders.missingFor(uploads) : "unknown";
}

/** An index that knows the documents on both services; undefined if there are none. */
async function startIndex(
  collected: CollectedDocuments,
  { rows: { types }, results }: Pick<CopyPlanContext, "rows" | "results">,
): Promise<RecordIndex | undefined> {
  const connection = types.connections.to;
  const earlierRuns = await readEarlierRuns(results.lines(), { connection, type: "" });
  const recordTypes = recordTypesOf(collected, types);
  const [first, ...others] = recordTypes.values();
  if (!first) return undefined;
  const index = new RecordIndex([first, ...others], earlierRuns);
  addMatched(index, collected, { types, recordTypes });
  return index;
}

interface SourceContext {
  readonly source: CopySource;
  readonly records: readonly CopyRecord[];
  readonly types: CopyTypes;
  readonly signal: AbortSignal | undefined;
}

/** Adds all documents to the index, and finds out what they use. */
async function addAll(
  index: RecordIndex,
  { source, records, types, signal }: SourceContext,
): Promise<Pick<PlanFacts, "files" | "linking" | "personal">> {
  const personal = new Map<number, readonly FoundField[]>();
  const files = new Map<number, readonly string[]>();
  const linking = new Map<number, readonly string[]>();
  for await (const item of source.records(signal)) {
    index.add(item);
    const { line } = item;
    const type = types.of(records[line - 1]?.type ?? "");
    if ("failure" in item || !type) continue;
    const { content } = item.record;
    const paths = types.links.pathsIn(content);
    if (paths.length > 0) linking.set(line, paths);
    const fields = source.personalFieldsOf(line);
    if (fields.length > 0) personal.set(line, fields);
    const references = referencesIn(content, type.view.type.attributes, type.view.catalog);
    const used = references.filter(({ target }) => target === "");
    files.set(
      line,
      used.map(({ documentId }) => documentId),
    );
  }
  return { files, linking, personal };
}

const publishedIn = (
  source: CopySource,
  { publish, signal }: CopyPlanContext,
): Promise<Outcome<PublishedLines, BulkFailure>> =>
  publish ? source.publishedLines(signal) : Promise.resolve(done(new Map()));

const itemsOf = (records: ReturnType<typeof recordsOf>): CopyPlanParts["items"] =>
  new Map(
    records.map(({ line, document, locale, part: { kept = [], names } }) => [
      line,
      {
        ...{ line, document, kept },
        ...(names && { names }),
        ...(locale !== undefined && { locale }),
      },
    ]),
  );

interface PlanFacts {
  readonly version: Version;
  readonly published: PublishedLines;
  /** The documentIds of the files that each record uses, by line. */
  readonly files: ReadonlyMap<number, readonly string[]>;
  /** The paths of the uploads to which links in the texts of each record lead, by line. */
  readonly linking: ReadonlyMap<number, readonly string[]>;
  /** The fields with personal data, by line. */
  readonly personal: ReadonlyMap<number, readonly FoundField[]>;
}

function copyPlanOf(
  parts: CopyPlanParts,
  { version, published, files, linking, personal }: PlanFacts,
): CopyPlan {
  const { types, records, media, items } = parts;
  const itemsAt = (lines: readonly number[]): CopyItem[] =>
    lines.flatMap((line) => items.get(line) ?? []);
  const planned = records.planned.flatMap(({ line, intent }) =>
    itemsAt([line]).map((item) => ({ ...item, intent })),
  );
  const isRefused = new Set(records.refused.map(({ line }) => line));
  const pathsAt = (line: number): readonly string[] => linking.get(line) ?? [];
  const used = new Set(
    planned.flatMap(({ line }) => [
      ...(files.get(line) ?? []),
      ...pathsAt(line).flatMap((path) => media.fileIdAt(path) ?? []),
    ]),
  );
  const publishedAs = (state: "published" | "modified"): CopyItem[] =>
    itemsAt([...published].flatMap(([line, one]) => (one === state ? line : []))).filter(
      ({ line, document: { type } }) =>
        !isRefused.has(line) && types.of(type)?.to.type.draftAndPublish === true,
    );
  const isUnknown = (path: string): boolean => media.fileIdAt(path) === undefined;
  return {
    connections: types.connections,
    version,
    planned,
    refused: records.refused.flatMap(({ line, failure }) =>
      itemsAt([line]).map((item) => ({ ...item, failure })),
    ),
    unchanged: itemsAt([...records.unchanged, ...records.done]),
    publishing: publishedAs("published"),
    modified: publishedAs("modified"),
    files: [...used].flatMap((id) => media.file(id) ?? []),
    folders: [],
    linking: itemsAt(
      planned.map(({ line }) => line).filter((line) => pathsAt(line).some(isUnknown)),
    ),
    personal: personalFields(planned, personal, types),
    live: [...new Set(planned.map(({ document }) => document.type))].filter(
      (uid) => types.of(uid)?.to.type.draftAndPublish === false,
    ),
    parts,
  };
}

/** The fields with personal data that a copy would write or leaves empty. */
function personalFields(
  planned: readonly PlannedCopy[],
  found: ReadonlyMap<number, readonly FoundField[]>,
  { personal, keys }: CopyTypes,
): PersonalField[] {
  const fields = new Map<string, PersonalField>();
  for (const { line, intent } of planned) {
    for (const { owner, name, kind, attribute } of found.get(line) ?? []) {
      if (intent.kind === "link" || (intent.kind === "change" && !intent.names.includes(attribute)))
        continue;
      const id = `${owner} ${name}`;
      const known = fields.get(id)?.kind ?? kind;
      fields.set(id, {
        ...{ owner, name, ...(known && { kind: known }) },
        isLeftEmpty: personal.leaveEmpty.has(owner, name),
        isKept: personal.keep.has(owner, name),
        isKey: keys.get(owner) === name,
      });
    }
  }
  return [...fields.values()];
}

function recordTypesOf(
  { documents, matched }: CollectedDocuments,
  types: CopyTypes,
): ReadonlyMap<string, RecordType> {
  const uids = new Set([...documents, ...matched].map(({ type }) => type));
  return new Map(
    [...uids].flatMap((uid) => {
      const service = types.of(uid)?.to;
      if (!service) return [];
      const target = {
        connection: types.connections.to,
        type: service.type.name,
        relations: new Map<string, string>(),
      };
      return [[uid, { target, service }] as const];
    }),
  );
}

function addMatched(
  index: RecordIndex,
  { matched }: CollectedDocuments,
  {
    types,
    recordTypes,
  }: { readonly types: CopyTypes; readonly recordTypes: ReadonlyMap<string, RecordType> },
): void {
  for (const { type: uid, fromId, toId } of matched) {
    const type = recordTypes.get(uid);
    if (!type) continue;
    const isSingle = types.of(uid)?.from.type.kind === "single";
    if (isSingle) index.addMatched(type, singleId, singleId);
    // Relations name also the document of a single type by its documentId.
    index.addMatched(type, fromId, toId);
  }
}

/** Relations name only documents that were matched or are copied. */
const nothing: Finder<TargetLookup> = {
  learn: () => Promise.resolve(done(null)),
  find: () => [],
};
