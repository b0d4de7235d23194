import type { ChangeDependencies } from "../save/changeDependencies.ts";
import { titleOf, type Draft } from "../documents/snapshotReader.ts";
import { readVersions } from "../reading/documentReader.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { omit } from "../foundation/json.ts";
import { findTakeovers, type TakingWrite } from "../writing/otherDocuments/takeovers.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import {
  readIfThere,
  recordAddress,
  newDocumentContent,
  digestsOf,
  editOf,
  newLocalizationContent,
  applicable,
} from "./recordContent.ts";
import { findLostCreation, draftsById } from "./lostCreations.ts";
import { refuse, type RecordEntry, type RecordIndex } from "./recordIndex.ts";
import type { Intent, RecordPlan } from "./importPlan.ts";
import type { RecordSource } from "./sourceRecord.ts";
import type { ReadRecord, ResolvedRecord, ReferenceResolver } from "./referenceResolver.ts";

const maxRecordsTogether = 50;

export interface PlanContext extends Pick<ChangeDependencies, "documents" | "reader"> {
  readonly index: RecordIndex;
  readonly resolver: ReferenceResolver;
  readonly signal?: AbortSignal | undefined;
  readonly onRead?: (count: number) => void;
  /** Whether a draft still is as the source of the records has seen it. By default, none has. */
  readonly isAsCompared?: ((entry: RecordEntry, now: Draft) => boolean) | undefined;
}

/** Undefined if the document has the values already, or an earlier run imported the record. */
export type Decision = Intent | undefined;

type ChunkContext = PlanContext & { readonly writes: Map<RecordEntry, TakingWrite> };

/** Plans each record, in chunks, so that the contents are never all in memory. */
export async function decideAll(
  source: RecordSource,
  context: PlanContext,
): BulkResult<ReadonlyMap<number, Decision>> {
  const { index, signal, onRead } = context;
  const decisions = new Map<number, Decision>();
  let count = 0;
  for await (const chunk of recordChunks(source, index, signal)) {
    if (signal?.aborted) return failed({ code: "declined" });
    const [blind] = await context.resolver.learn(chunk, signal);
    if (blind) return failed(blind);
    const [readFailure, drafts] = await readDraftsOf(chunk, context);
    if (readFailure) return failed(readFailure);
    const writes = new Map<RecordEntry, TakingWrite>();
    for (const read of chunk) {
      const { entry } = read;
      const [failure, intent] = await decideOne(read, drafts.get(entry), { ...context, writes });
      if (failure?.code === "service") return failed(failure);
      if (failure) refuse(entry, failure);
      else decisions.set(entry.line, intent);
    }
    for (const entries of groupedBy([...writes.keys()], typeAndLocaleOf).values()) {
      const { service } = entries[0].type;
      const some = entries.flatMap((entry) => writes.get(entry) ?? []);
      const [failure, takeovers] = await findTakeovers(service, some, { signal });
      if (failure) return failed(failure);
      for (const [at, entry] of entries.entries()) entry.elsewhere = takeovers[at] ?? [];
    }
    count += chunk.length;
    onRead?.(count);
  }
  return signal?.aborted ? failed({ code: "declined" }) : done(decisions);
}

async function* recordChunks(
  source: RecordSource,
  index: RecordIndex,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ReadRecord[]> {
  let chunk: ReadRecord[] = [];
  for await (const item of source.records(signal)) {
    const entry = index.at(item.line);
    if (!("record" in item) || !entry || entry.failure) continue;
    chunk.push({ entry, record: item.record });
    if (chunk.length < maxRecordsTogether) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

const typeAndLocaleOf = ({ type, locale }: RecordEntry): string =>
  JSON.stringify([type.target.type, locale]);

async function readDraftsOf(
  chunk: readonly ReadRecord[],
  { reader, signal }: PlanContext,
): BulkResult<ReadonlyMap<RecordEntry, Draft>> {
  const draftsByEntry = new Map<RecordEntry, Draft>();
  const existing = chunk
    .map(({ entry }) => entry)
    .filter(({ group }) => group.documentId !== undefined);
  for (const entries of groupedBy(existing, typeAndLocaleOf).values()) {
    const [first] = entries;
    const { service } = first.type;
    if (service.type.kind === "single") {
      const [failure, draft] = await readIfThere(reader, recordAddress(first), signal);
      if (failure) return failed(failure);
      if (draft) for (const entry of entries) draftsByEntry.set(entry, draft);
      continue;
    }
    const ids = entries.flatMap(({ group }) => group.documentId ?? []);
    const which = { status: "draft", locale: first.locale ?? null } as const;
    const [failure, rows] = await readVersions(service, ids, which, { signal });
    if (failure) return failed(failure);
    const drafts = draftsById(rows, first);
    for (const entry of entries) {
      const draft = drafts.get(entry.group.documentId ?? "");
      if (draft) draftsByEntry.set(entry, draft);
    }
  }
  return done(draftsByEntry);
}

/** Whether the document of an earlier run exists, and no other record may have changed it. */
const isDone = ({ earlier, group, locale = "" }: RecordEntry): boolean =>
  earlier?.isDone === true && earlier.isSuperseded !== true && group.created.has(locale);

async function decideOne(
  read: ReadRecord,
  now: Draft | undefined,
  context: ChunkContext,
): BulkResult<Decision> {
  const { entry } = read;
  if (now && titleOf(read.record.content, entry.type.service.type) === "")
    entry.title = now.title || entry.title;
  if (isDone(entry)) return done(linkIntent(entry.earlier?.pending));
  const [flaw, resolved] = context.resolver.resolve(read);
  if (flaw) return failed(flaw);
  if (now) return decideChange(entry, resolved, now, context);
  const { content, pending } = resolved;
  const { index, signal } = context;
  const [blind, documentId] = await findLostCreation(entry, content, { index, signal });
  if (blind) return failed(blind);
  const { group, type, locale = "" } = entry;
  if (documentId !== undefined) {
    group.documentId = documentId;
    group.created.add(locale);
    return done(linkIntent(pending));
  }
  const firstLine = Math.min(...group.lines.values());
  const isFirst = group.documentId === undefined && firstLine === entry.line;
  const contentOf = isFirst ? newDocumentContent : newLocalizationContent;
  const [failure, created] = await contentOf(content, type.service);
  if (failure) return failed(failure);
  entry.conversions = created.conversions;
  context.writes.set(entry, { address: recordAddress(entry), content: created.content });
  return done({ kind: isFirst ? "create" : "localize" });
}

const linkIntent = (names: readonly string[] = []): Decision =>
  names.length > 0 ? { kind: "link", names } : undefined;

async function decideChange(
  entry: RecordEntry,
  resolved: ResolvedRecord,
  now: Draft,
  { documents, writes, isAsCompared }: ChunkContext,
): BulkResult<Decision> {
  if (isAsCompared?.(entry, now) === false) return failed({ code: "changed-meanwhile" });
  const { service } = entry.type;
  const { content, pending } = applicable(resolved, entry, { adds: false });
  const address = recordAddress(entry);
  if (documents.edits.hasUnsavedChanges(address, false)) return failed({ code: "unsaved" });
  const [flaw, edit] = await editOf(now, omit(content, pending), entry.type);
  if (flaw) return failed(flaw);
  const names = [...edit.names, ...pending];
  entry.conversions = edit.conversions;
  entry.overwrites = digestsOf(now.content, names, service);
  writes.set(entry, { address, content: edit.content, now: now.content });
  return done(names.length > 0 ? { kind: "change", names } : undefined);
}

export function recordPlanOf(
  index: RecordIndex,
  resolver: ReferenceResolver,
  decisions: ReadonlyMap<number, Decision>,
): RecordPlan {
  const valid = index.all.filter(({ failure }) => !failure);
  const idle = valid.filter(({ line }) => !decisions.get(line));
  const isFinished = ({ earlier }: RecordEntry) =>
    earlier !== undefined && earlier.isSuperseded !== true;
  const finished = idle.filter(isFinished);
  const unchanged = idle.filter((entry) => !isFinished(entry));
  return {
    planned: valid.flatMap(({ line, title, locale, group: { documentId }, elsewhere = [] }) => {
      const intent = decisions.get(line);
      return intent ? { line, title, locale, documentId, intent, elsewhere } : [];
    }),
    refused: index.all.flatMap(({ line, title, failure }) =>
      failure ? { line, title, failure } : [],
    ),
    converted: valid.filter(({ conversions = [] }) => conversions.length > 0),
    index,
    resolver,
    unchanged: unchanged.map(({ line }) => line),
    done: finished.map(({ line }) => line),
  };
}
