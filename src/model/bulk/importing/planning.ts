import type { Documents } from "../../changes/saving/documents.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import {
  recordAddress,
  newDocumentContent,
  digestsOf,
  editOf,
  newLocalizationContent,
  applicable,
  omit,
} from "./deciding.ts";
import { readDrafts } from "./drafts.ts";
import { findCreatedEarlier } from "./lostAnswers.ts";
import type { Intent, PlannedRecord } from "./plan.ts";
import type { RecordSource } from "./record.ts";
import { refuse } from "./listed.ts";
import type { RecordEntry } from "./listed.ts";
import type { RecordIndex } from "./register.ts";
import type { ReadRecord, ResolvedRecord, Resolver } from "./resolving.ts";

/** How many records are looked at together. */
const maxRecordsTogether = 50;

/** What records are held against. */
export interface PlanContext {
  readonly index: RecordIndex;
  readonly resolver: Resolver;
  readonly documents: Documents;
  readonly signal?: AbortSignal | undefined;
  readonly onRead?: (count: number) => void;
}

/** What becomes of a record; undefined where its document says so already, or an earlier run has done it. */
export type Decision = Intent | undefined;

/** Says of each record what becomes of it, a few at a time: nobody holds what they say. */
export async function decideAll(
  source: RecordSource,
  context: PlanContext,
): Promise<Outcome<ReadonlyMap<number, Decision>>> {
  const { index, signal, onRead } = context;
  const decisions = new Map<number, Decision>();
  let count = 0;
  for await (const chunk of recordChunks(source, index, signal)) {
    if (signal?.aborted) return failed({ code: "declined" });
    const [failure] = await decideChunk(chunk, context, decisions);
    if (failure) return failed(failure);
    count += chunk.length;
    onRead?.(count);
  }
  return signal?.aborted ? failed({ code: "declined" }) : done(decisions);
}

/** The records that something may come of. */
async function* recordChunks(
  source: RecordSource,
  index: RecordIndex,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ReadRecord[]> {
  let chunk: ReadRecord[] = [];
  for await (const item of source.records(signal)) {
    const entry = index.at(item.line);
    if ("failure" in item || !entry || entry.failure) continue;
    chunk.push({ entry, record: item.record });
    if (chunk.length < maxRecordsTogether) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

async function decideChunk(
  chunk: readonly ReadRecord[],
  context: PlanContext,
  decisions: Map<number, Decision>,
): Promise<Outcome<null>> {
  const [blind] = await context.resolver.learn(chunk, context.signal);
  if (blind) return failed(blind);
  const [unread, drafts] = await readDraftsOf(chunk, context);
  if (unread) return failed(unread);
  for (const read of chunk) {
    const { entry } = read;
    const now = drafts.get(draftKeyOf(entry));
    const [failure, intent] = await decideOne(read, now, context);
    if (failure?.code === "service") return failed(failure);
    if (failure) refuse(entry, failure);
    else decisions.set(entry.line, intent);
  }
  return done(null);
}

async function readDraftsOf(
  chunk: readonly ReadRecord[],
  { index: { target, service }, signal }: PlanContext,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const found = new Map<string, Draft>();
  for (const locale of new Set(chunk.map(({ entry }) => entry.locale))) {
    const ids = chunk.flatMap(({ entry: { group, ...entry } }) =>
      entry.locale === locale && group.documentId !== undefined ? [group.documentId] : [],
    );
    const [failure, drafts] = await readDrafts(ids, locale, { target, service, signal });
    if (failure) return failed(failure);
    for (const [id, draft] of drafts) found.set(`${id} ${locale ?? ""}`, draft);
  }
  return done(found);
}

const draftKeyOf = ({ group: { documentId = "" }, locale = "" }: RecordEntry): string =>
  `${documentId} ${locale}`;

/** Whether an earlier run has made it, and it is still there, and no other record's by now. */
const isDone = ({ earlier, group, locale = "" }: RecordEntry): boolean =>
  earlier?.isDone === true && earlier.isSuperseded !== true && group.created.has(locale);

async function decideOne(
  read: ReadRecord,
  now: Draft | undefined,
  context: PlanContext,
): Promise<Outcome<Decision>> {
  const { entry } = read;
  if (isDone(entry)) return done(linkIntent(entry.earlier?.pending));
  const [flaw, resolved] = context.resolver.resolve(read);
  if (flaw) return failed(flaw);
  if (now) return decideChange(entry, { now, ...resolved }, context);
  const { content, pending } = resolved;
  const [blind, isFound] = await findCreatedEarlier(entry, content, context);
  if (blind) return failed(blind);
  return isFound ? done(linkIntent(pending)) : decideCreation(entry, content, context);
}

async function decideCreation(
  entry: RecordEntry,
  content: JsonObject,
  { index: { service } }: PlanContext,
): Promise<Outcome<Decision>> {
  const isFirst = entry.group.documentId === undefined && firstLineOf(entry) === entry.line;
  const [failure] = await (isFirst ? newDocumentContent : newLocalizationContent)(content, service);
  return failure ? failed(failure) : done({ kind: isFirst ? "create" : "localize" });
}

const linkIntent = (names: readonly string[] = []): Decision =>
  names.length > 0 ? { kind: "link", names } : undefined;

const firstLineOf = ({ group }: RecordEntry): number => Math.min(...group.lines.values());

interface DraftChange extends ResolvedRecord {
  readonly now: Draft;
}

async function decideChange(
  entry: RecordEntry,
  { now, ...resolved }: DraftChange,
  { index: { service, target }, documents }: PlanContext,
): Promise<Outcome<Decision>> {
  const { content, pending } = applicable(resolved, entry, { service, adds: false });
  const { group, locale } = entry;
  const address = recordAddress(target, { id: group.documentId ?? "", locale });
  if (documents.edits.hasUnsavedChanges(address, false)) return failed({ code: "unsaved" });
  const [flaw, edit] = await editOf(now, omit(content, pending), service);
  if (flaw) return failed(flaw);
  const names = [...edit.names, ...pending];
  entry.overwrites = digestsOf(now.content, names, service);
  return done(names.length > 0 ? { kind: "change", names } : undefined);
}

/** The plan's line for a record that something is to be done for. */
export const plannedOf = (
  { line, title, locale, group }: RecordEntry,
  intent: Intent,
): PlannedRecord => ({
  line,
  title,
  ...(locale !== undefined && { locale }),
  ...(group.documentId !== undefined && { documentId: group.documentId }),
  intent,
});
