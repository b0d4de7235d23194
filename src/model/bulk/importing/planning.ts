import type { Documents } from "../../changes/saving/documents.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import {
  addressOf,
  beginningOf,
  digestsOf,
  editOf,
  localizationOf,
  sayable,
  without,
} from "./deciding.ts";
import { readDrafts } from "./drafts.ts";
import { findMade } from "./lostAnswers.ts";
import type { Intent, Planned } from "./plan.ts";
import type { Source } from "./record.ts";
import { refuse } from "./listed.ts";
import type { Listed } from "./listed.ts";
import type { Register } from "./register.ts";
import type { Read, Resolved, Resolver } from "./resolving.ts";

/** How many records are looked at together. */
const most = 50;

/** What records are held against. */
export interface Planning {
  readonly register: Register;
  readonly resolver: Resolver;
  readonly documents: Documents;
  readonly signal?: AbortSignal | undefined;
  readonly onRead?: (count: number) => void;
}

/** What becomes of a record; undefined where its document says so already, or an earlier run has done it. */
export type Decided = Intent | undefined;

/** Says of each record what becomes of it, a few at a time: nobody holds what they say. */
export async function decideAll(
  source: Source,
  planning: Planning,
): Promise<Outcome<ReadonlyMap<number, Decided>>> {
  const { register, signal, onRead } = planning;
  const decided = new Map<number, Decided>();
  let count = 0;
  for await (const part of parts(source, register, signal)) {
    if (signal?.aborted) return failed({ code: "declined" });
    const [failure] = await decideSome(part, planning, decided);
    if (failure) return failed(failure);
    count += part.length;
    onRead?.(count);
  }
  return signal?.aborted ? failed({ code: "declined" }) : done(decided);
}

/** The records that something may come of. */
async function* parts(
  source: Source,
  register: Register,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Read[]> {
  let part: Read[] = [];
  for await (const sourced of source.records(signal)) {
    const listed = register.at(sourced.line);
    if ("failure" in sourced || !listed || listed.failure) continue;
    part.push({ listed, record: sourced.record });
    if (part.length < most) continue;
    yield part;
    part = [];
  }
  yield part;
}

async function decideSome(
  part: readonly Read[],
  planning: Planning,
  decided: Map<number, Decided>,
): Promise<Outcome<null>> {
  const [blind] = await planning.resolver.learn(part, planning.signal);
  if (blind) return failed(blind);
  const [unread, drafts] = await draftsOf(part, planning);
  if (unread) return failed(unread);
  for (const read of part) {
    const { listed } = read;
    const now = drafts.get(placeOf(listed));
    const [failure, intent] = await decide(read, now, planning);
    if (failure?.code === "service") return failed(failure);
    if (failure) refuse(listed, failure);
    else decided.set(listed.line, intent);
  }
  return done(null);
}

async function draftsOf(
  part: readonly Read[],
  { register: { target, service }, signal }: Planning,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const found = new Map<string, Draft>();
  for (const locale of new Set(part.map(({ listed }) => listed.locale))) {
    const ids = part.flatMap(({ listed: { kin, ...listed } }) =>
      listed.locale === locale && kin.documentId !== undefined ? [kin.documentId] : [],
    );
    const [failure, drafts] = await readDrafts(ids, locale, { target, service, signal });
    if (failure) return failed(failure);
    for (const [id, draft] of drafts) found.set(`${id} ${locale ?? ""}`, draft);
  }
  return done(found);
}

const placeOf = ({ kin: { documentId = "" }, locale = "" }: Listed): string =>
  `${documentId} ${locale}`;

/** Whether an earlier run has made it, and it is still there, and no other record's by now. */
const isDone = ({ earlier, kin, locale = "" }: Listed): boolean =>
  earlier?.isDone === true && earlier.isOvertaken !== true && kin.made.has(locale);

async function decide(
  read: Read,
  now: Draft | undefined,
  planning: Planning,
): Promise<Outcome<Decided>> {
  const { listed } = read;
  if (isDone(listed)) return done(linking(listed.earlier?.later));
  const [flaw, resolved] = planning.resolver.resolve(read);
  if (flaw) return failed(flaw);
  if (now) return decideChange(listed, { now, ...resolved }, planning);
  const { content, later } = resolved;
  const [blind, isFound] = await findMade(listed, content, planning);
  if (blind) return failed(blind);
  return isFound ? done(linking(later)) : decideMaking(listed, content, planning);
}

async function decideMaking(
  listed: Listed,
  content: JsonObject,
  { register: { service } }: Planning,
): Promise<Outcome<Decided>> {
  const isFirst = listed.kin.documentId === undefined && firstOf(listed) === listed.line;
  const [failure] = await (isFirst ? beginningOf : localizationOf)(content, service);
  return failure ? failed(failure) : done({ kind: isFirst ? "create" : "localize" });
}

const linking = (names: readonly string[] = []): Decided =>
  names.length > 0 ? { kind: "link", names } : undefined;

const firstOf = ({ kin }: Listed): number => Math.min(...kin.lines.values());

interface Change extends Resolved {
  readonly now: Draft;
}

async function decideChange(
  listed: Listed,
  { now, ...resolved }: Change,
  { register: { service, target }, documents }: Planning,
): Promise<Outcome<Decided>> {
  const { content, later } = sayable(resolved, listed, { service, adds: false });
  const { kin, locale } = listed;
  const address = addressOf(target, { id: kin.documentId ?? "", locale });
  if (documents.edits.isOpen(address, false)) return failed({ code: "unsaved" });
  const [flaw, edit] = await editOf(now, without(content, later), service);
  if (flaw) return failed(flaw);
  const names = [...edit.names, ...later];
  listed.overwrites = digestsOf(now.content, names, service);
  return done(names.length > 0 ? { kind: "change", names } : undefined);
}

/** The plan's line for a record that something is to be done for. */
export const plannedOf = ({ line, title, locale, kin }: Listed, intent: Intent): Planned => ({
  line,
  title,
  ...(locale !== undefined && { locale }),
  ...(kin.documentId !== undefined && { documentId: kin.documentId }),
  intent,
});
