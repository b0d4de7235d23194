import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { refuseDoubled } from "./doubled.ts";
import { lookUp } from "./lookUp.ts";
import type { Match } from "./lookUp.ts";
import { refuse } from "./listed.ts";
import type { Kin, Listed } from "./listed.ts";
import type { Register } from "./register.ts";

/**
 * Finds the documents of records by their key, and those that earlier runs have made. A record with no match of
 * its own belongs to the document that another of its records is matched with.
 */
export async function match(register: Register, signal?: AbortSignal): Promise<Outcome<null>> {
  refuseDoubled(register.all);
  const [failure, matches] = await matchesOf(register, signal);
  if (failure) return failed(failure);
  const byValue = new Map<string, Match[]>();
  for (const one of matches) {
    const alike = byValue.get(one.value) ?? [];
    byValue.set(one.value, alike);
    alike.push(one);
  }
  for (const listed of register.all) settle(listed, byValue, register);
  const [unseen] = await recall(register, signal);
  register.pair();
  return unseen ? failed(unseen) : done(null);
}

/** A failure where a document with the key of a record has come since: it is not to be made again. */
export async function isStillMissing(
  { key, locale }: Listed,
  register: Register,
): Promise<Outcome<null>> {
  const { service, target, isKeyShared } = register;
  if (target.key === undefined || key === undefined) return done(null);
  const asked = { type: service.type, by: target.key, values: [key] };
  const [failure, found] = await lookUp(service, {
    ...asked,
    ...(!isKeyShared && { locale }),
  });
  if (failure) return failed(failure);
  return found.length > 0 ? failed({ code: "changed-meanwhile" }) : done(null);
}

async function matchesOf(
  { all, service, target }: Register,
  signal: AbortSignal | undefined,
): Promise<Outcome<readonly Match[]>> {
  if (target.key === undefined) return done([]);
  const values = all.flatMap(({ key, failure }) => (key === undefined || failure ? [] : [key]));
  return lookUp(service, { type: service.type, by: target.key, values }, signal);
}

function settle(
  listed: Listed,
  byValue: ReadonlyMap<string, readonly Match[]>,
  { target, isKeyShared }: Register,
): void {
  const { key, kin, locale = "", failure } = listed;
  if (failure || key === undefined) return;
  const mine = (byValue.get(key) ?? []).filter((one) => isKeyShared || one.locale === locale);
  if (mine.length === 0) return;
  // What another record of the same document was matched with counts, too.
  const ids = [kin.documentId ?? [], mine.map(({ documentId }) => documentId)].flat();
  if (new Set(ids).size === 1) [kin.documentId] = ids;
  else refuse(listed, { code: "ambiguous-key", name: String(target.key), value: key });
}

/**
 * What earlier runs have made is theirs, where it is still there: of the record itself, or of the document that
 * its source has under the same id.
 */
async function recall(register: Register, signal: AbortSignal | undefined): Promise<Outcome<null>> {
  const { type, ...service } = register.service;
  const made = register.all.flatMap((listed) => madeOf(listed, register) ?? []);
  const values = made.map(({ documentId }) => documentId);
  const [failure, found] = await lookUp(service, { type, by: "documentId", values }, signal);
  if (failure) return failed(failure);
  const there = new Set(found.flatMap((one) => [one.documentId, placeOf(one)]));
  for (const { kin, isOwn, ...one } of made) {
    const isThere = there.has(placeOf(one));
    if (isThere || (!isOwn && there.has(one.documentId))) kin.documentId = one.documentId;
    if (isThere) kin.made.add(one.locale);
  }
  return done(null);
}

interface Made extends Pick<Match, "documentId" | "locale"> {
  readonly kin: Kin;
  /** Whether it was made of the record as it is. */
  readonly isOwn: boolean;
}

function madeOf(listed: Listed, register: Register): Made | undefined {
  const { kin, locale = "", earlier, source = "" } = listed;
  const own = earlier?.documentId;
  const isFound = register.isFoundByKey(listed) || kin.documentId !== undefined;
  const documentId = own ?? (isFound ? undefined : register.past.sources.get(source));
  return documentId === undefined
    ? undefined
    : { kin, locale, documentId, isOwn: own !== undefined };
}

const placeOf = ({ documentId, locale }: Pick<Match, "documentId" | "locale">): string =>
  `${documentId} ${locale}`;
