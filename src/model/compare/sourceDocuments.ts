import type { BulkResult } from "../runs/bulkFailure.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import type { ListQuery } from "../content/listQuery.ts";
import type { Matchable } from "./documentMatching.ts";
import type { OpenSides } from "./openSides.ts";
import { readSides, type Side } from "./documentPairs.ts";
import type { SideDocument, SideReader } from "./sideReader.ts";

export type Scope =
  /** All of them, and all of the target. */
  | { readonly kind: "all" }
  | { readonly kind: "ids"; readonly ids: readonly string[] }
  | { readonly kind: "query"; readonly listQuery: ListQuery; readonly locale: string | undefined };

export interface Collected {
  readonly from: readonly SideDocument[];
  /** Their possible counterparts, and documents that only the target has. */
  readonly to: readonly SideDocument[];
  /**
   * Other documents of the source that may have a counterpart in `to`. They are matched as well, so
   * that no document has two counterparts.
   */
  readonly others: readonly Matchable[];
  /** Whether a document of the target without a counterpart is only there, by documentId. */
  readonly isInScope: (to: string) => boolean;
  /** The documentIds that were selected and no longer exist. */
  readonly missingIds: readonly string[];
}

type OnRead = (side: Side, count: number) => void;

/** Reads the documents that a comparison needs, on both sides at once. */
export async function collect(
  scope: Scope,
  sides: OpenSides,
  onRead: OnRead,
): BulkResult<Collected> {
  if (scope.kind !== "all") return collectPart(scope, sides, onRead);
  const { readers, drafts } = sides;
  let isUnreadable = false;
  const [failure, documents] = await readSides(async (side): BulkResult<SideDocument[]> => {
    const read: SideDocument[] = [];
    for await (const [pageFailure, page] of readers[side].all()) {
      isUnreadable ||= pageFailure !== null;
      if (pageFailure) return failed(pageFailure);
      // The other side could not be read, so nothing is compared.
      if (isUnreadable) break;
      read.push(...page);
      onRead(side, page.length);
    }
    return done(read);
  });
  if (failure) return failed(failure);
  const { from, to } = documents;
  const all = { from, to, isInScope: () => true, missingIds: [] };
  if (drafts === readers.from) return done({ ...all, others: [] });
  // A document that was never published exists in the source, so it is not only in the target.
  return mapOutcome(await othersOf(from, to, sides), (others) => ({ ...all, others }));
}

/** The documents of the source that are not compared and may have a counterpart in `to`. */
async function othersOf(
  from: readonly SideDocument[],
  to: readonly SideDocument[],
  sides: OpenSides,
): BulkResult<Matchable[]> {
  const sourceIds = new Set(from.map(({ id }) => id));
  const ids = to.flatMap(({ id }) => idsOf("to", id, sides));
  const keys = new Set(from.flatMap(keysIn));
  const documents = await lookUp(sides.drafts, {
    id: ids.filter((id) => !sourceIds.has(id)),
    key: to.flatMap(keysIn).filter((key) => !keys.has(key)),
  });
  return mapOutcome(documents, (all) => all.filter(({ id }) => !sourceIds.has(id)));
}

const keysIn = ({ keys }: Matchable): string[] => keys.flatMap((key) => key ?? []);

/** The documents with one of these documentIds, keys or titles, each of them once. */
async function lookUp(
  reader: SideReader,
  values: Partial<Record<"id" | "key" | "title", readonly string[]>>,
): BulkResult<readonly Matchable[]> {
  const fields = ["id", "key", "title"] as const;
  const answers = await Promise.all(
    fields.map((field) => reader.lookUp(field, values[field] ?? [])),
  );
  const documentsById = new Map<string, Matchable>();
  for (const [failure, some] of answers) {
    if (failure) return failed(failure);
    for (const document of some) documentsById.set(document.id, document);
  }
  return done([...documentsById.values()]);
}

async function collectPart(
  scope: Exclude<Scope, { kind: "all" }>,
  sides: OpenSides,
  onRead: OnRead,
): BulkResult<Collected> {
  const { readers } = sides;
  const readByIds = async (side: Side, ids: readonly string[]): BulkResult<SideDocument[]> => {
    const outcome = await readers[side].byIds(ids);
    if (outcome[1]) onRead(side, outcome[1].length);
    return outcome;
  };
  const [failure, scopeIds] =
    scope.kind === "ids"
      ? done({ from: scope.ids, to: [] })
      : await readSides((side) => readers[side].matching(scope.listQuery, scope.locale));
  if (failure) return failed(failure);
  const [error, from] = await readByIds("from", scopeIds.from);
  if (error) return failed(error);
  const [unknown, candidates] = await lookUp(readers.to, {
    id: from.flatMap(({ id }) => idsOf("from", id, sides)),
    key: from.flatMap(keysIn),
    // Nothing else tells that the target may have a document already.
    title: from.flatMap((document) => (lacksKey(document, sides) && document.title) || []),
  });
  if (unknown) return failed(unknown);
  const candidateIds = candidates.map(({ id }) => id);
  const [readFailure, to] = await readByIds("to", [...candidateIds, ...scopeIds.to]);
  if (readFailure) return failed(readFailure);
  const [unseen, others] = await othersOf(from, to, sides);
  if (unseen) return failed(unseen);
  const sourceIds = new Set(from.map(({ id }) => id));
  const inScope = new Set(scopeIds.to);
  return done({
    ...{ from, to, others },
    isInScope: (id) => inScope.has(id),
    missingIds: scope.kind === "ids" ? scope.ids.filter((id) => !sourceIds.has(id)) : [],
  });
}

/** Whether no attribute, which neither side leaves empty, identifies a document. */
export function lacksKey(
  document: Matchable,
  { types: { keys, empty }, type: { uid, isSingle } }: OpenSides,
): boolean {
  const key = keys.get(uid);
  const isCopied = key !== undefined && !empty.from.has(uid, key) && !empty.to.has(uid, key);
  return !isSingle && !(isCopied && keysIn(document).length > 0);
}

/** The documentIds by which the other side may know a document. */
const idsOf = (side: Side, id: string, { types, type }: OpenSides): string[] =>
  [id, types.pairs.counterpart(side, type.uid, id) ?? []].flat();
