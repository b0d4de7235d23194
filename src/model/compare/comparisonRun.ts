import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import type { BatchTarget } from "../batch/batchTarget.ts";
import { apiUrlOf } from "../connect/connection.ts";
import { usersType } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { done, failed, isDenied, isServiceFailure, mapOutcome } from "../foundation/outcome.ts";
import type { ContentLists } from "../browse/contentLists.ts";
import { hidesRows, type ListQuery } from "../content/listQuery.ts";
import { isSchemaDenied } from "../schemas/schemaSources.ts";
import { collect, lacksKey, type Collected, type Scope } from "./sourceDocuments.ts";
import { Comparison, RowMaker, type ComparedRow, type ComparedType } from "./comparison.ts";
import type { CopyTypesOptions, SideDependencies } from "./copyTypes.ts";
import { matchDocuments, takersOf, type Matchable } from "./documentMatching.ts";
import { openSides, type OpenSides } from "./openSides.ts";
import { DocumentPairs, readSides, type Side, type Sides } from "./documentPairs.ts";
import type { LeftOutPart } from "./sharedShape.ts";
import type { SideDocument, Version } from "./sideReader.ts";
import type { SourceRows } from "./sourceRows.ts";
import { lacksContent } from "./unreadParts.ts";
import { ownIn } from "../foundation/json.ts";

export interface CompareRequest {
  /** The ids of the connections. */
  readonly from: string;
  readonly to: string;
  /**
   * Documents of the source. Without locales, all locales that both services have are compared. A
   * filter chooses documents in the locale in which its collection is shown. A connection stands for
   * all documents of all content types, whatever filters their collections have.
   */
  readonly target:
    | BatchTarget
    | {
        readonly kind: "connection";
        readonly connection: string;
        readonly locales?: undefined;
      };
  /** The version of the source. The target is always its draft, which a copy would change. */
  readonly version?: Version;
}

export type CompareProgress = Sides<number> & {
  readonly type: string;
};

export interface CompareOptions extends Pick<CopyTypesOptions, "uploadAgain"> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CompareProgress) => void) | undefined;
  /** Absent if nothing is known of earlier copies. */
  readonly pairs?: DocumentPairs | undefined;
  /** Whether to find documents that are the same, and that only the source has published. */
  readonly publishes?: boolean | undefined;
  /** The documents of the source that are not read again; for selected documents only. */
  readonly rows?: SourceRows | undefined;
}

export interface CompareDependencies extends SideDependencies {
  readonly lists: ContentLists;
}

interface ComparedPart {
  /** The name of the type in the source. */
  readonly type: string;
  /** Absent for all documents. */
  readonly ids?: readonly string[];
  readonly listQuery: ListQuery;
}

/**
 * Compares documents of two services in portable form. Only reads. At most two requests are open on
 * each side. A type that a service denies is left out. If it is cancelled, it fails with `declined`,
 * and nothing is returned.
 */
export async function compare(
  request: CompareRequest,
  options: CompareOptions,
  dependencies: CompareDependencies,
): BulkResult<Comparison> {
  const { from, to, target } = request;
  const { catalogs, lists } = dependencies;
  const [unreached, source] = await catalogs.service(from);
  if (unreached) return failed(unreached);
  const names = [...source.catalog.types.keys()];
  const parts =
    target.kind === "connection"
      ? names.map((type): ComparedPart => ({ type, listQuery: {} }))
      : partsOf(target, lists);
  const pairs = options.pairs ?? (await DocumentPairs.load({ from, to }));
  const run: CompareRun = { request, dependencies, options: { ...options, pairs } };
  const compared: ComparedType[] = [];
  const leftOut: LeftOutPart[] = [];
  for (const part of parts) {
    if (part.type === usersType) {
      leftOut.push({ code: "users", owner: usersType, name: "" });
      continue;
    }
    // If an answer contradicts the schema of a side, reads the schema and everything else again.
    const [failure, type] = await catalogs.readWithFreshCatalog(from, () =>
      catalogs.readWithFreshCatalog(to, () => compareType(part, run)),
    );
    if (options.signal?.aborted) return failed({ code: "declined" });
    if (!failure) {
      compared.push(type);
      continue;
    }
    const denied = deniedPart(failure, part.type, run);
    if (!denied) return failed(failure);
    leftOut.push(denied);
  }
  return done(new Comparison({ from, to }, [...compared, { rows: [], leftOut }]));
}

function deniedPart(
  failure: BulkFailure,
  name: string,
  { request, dependencies: { connections, catalogs } }: CompareRun,
): LeftOutPart | undefined {
  if (!isServiceFailure(failure)) return undefined;
  const { error } = failure;
  if (!isDenied(error) || isSchemaDenied(error)) return undefined;
  const source = connections.get(request.from);
  const isSource = source !== undefined && error.url.startsWith(`${apiUrlOf(source)}/`);
  const type = catalogs.remembered(request.from)?.types.get(name)?.uid ?? name;
  const { method, url } = error;
  return { code: "denied", type, side: isSource ? "from" : "to", call: { method, url } };
}

interface CompareRun {
  readonly request: CompareRequest;
  readonly dependencies: CompareDependencies;
  readonly options: CompareOptions & { readonly pairs: DocumentPairs };
}

function partsOf(target: BatchTarget, lists: ContentLists): ComparedPart[] {
  if (target.kind === "matching") {
    const { collection, filter: more } = target;
    const collectionQuery = lists.listQuery(collection);
    const filters = [collectionQuery.filter ?? [], more ?? []].flat();
    const [first] = filters;
    const filter = filters.length > 1 ? { $and: filters } : first;
    return [{ type: collection.type, listQuery: { ...collectionQuery, filter } }];
  }
  const byType = groupedBy(target.items, ({ address }) => address.type);
  return [...byType].map(([type, items]) => {
    const ids = [...new Set(items.map(({ address }) => address.id))];
    return { type, listQuery: {}, ids };
  });
}

async function compareType(part: ComparedPart, run: CompareRun): BulkResult<ComparedType> {
  const { onProgress, publishes } = run.options;
  const { from, to, version = "draft", target } = run.request;
  const options = { ...run.options, from, to, version, locales: target.locales };
  const [failure, sides] = await openSides(part.type, options, run.dependencies);
  if (failure) return failed(failure);
  if (!sides.readers) return done({ rows: [], leftOut: sides.leftOut });
  const { uid } = sides.type;
  const read = { from: 0, to: 0 };
  const onRead = (side: Side, count: number): void => {
    read[side] += count;
    onProgress?.({ type: uid, ...read });
  };
  const [error, collected] = await collect(scopeOf(part, sides, run), sides, onRead);
  if (error) return failed(error);
  const code = version === "draft" ? "gone" : "not-published";
  const missing = collected.missingIds.map((id) => ({ code, type: uid, documentId: id }) as const);
  const matched = await rowsOf(collected, sides);
  const known = publishes ? await withUnpublished(matched, collected, sides) : done(matched);
  return mapOutcome(known, (rows) => ({ sides, rows, leftOut: [...sides.leftOut, ...missing] }));
}

function scopeOf(
  { type, ids, listQuery }: ComparedPart,
  { type: { isSingle } }: OpenSides,
  { request, dependencies: { catalogs, lists } }: CompareRun,
): Scope {
  if (isSingle) return { kind: "all" };
  if (ids) return { kind: "ids", ids };
  if (!hidesRows(listQuery)) return { kind: "all" };
  const collection = { connection: request.from, type };
  const catalog = catalogs.remembered(request.from);
  const contentType = catalog?.types.get(type);
  const locale = contentType && lists.locale(collection, contentType, catalog?.defaultLocale);
  return { kind: "query", listQuery, locale };
}

async function rowsOf(collected: Collected, sides: OpenSides): Promise<ComparedRow[]> {
  const { types, type, isKeyShared } = sides;
  const { uid, isSingle } = type;
  const maker = new RowMaker(sides);
  const matches = matchDocuments<Matchable, SideDocument>(
    [...collected.from, ...collected.others],
    collected.to,
    { isSingle, isKeyShared, counterpart: (id) => types.pairs.counterpart("from", uid, id) },
  );
  for (const [document, match] of matches) {
    if (match.kind === "matched") await settleWrites(sides, document, match.to);
  }
  const possible = takersOf(matches.values());
  const unmatched = collected.to.filter(
    (candidate) => !possible.has(candidate) && candidate.title !== "",
  );
  const byTitle = groupedBy(unmatched, ({ title }) => title);
  // What an interrupted copy sent may be there. Its results tell that.
  const isSent = ({ id }: SideDocument) => types.pairs.sentWrites(uid, id).length > 0;
  const rows = collected.from.flatMap((document) => {
    const match = matches.get(document);
    const alike =
      lacksKey(document, sides) && !isSent(document) ? byTitle.get(document.title) : undefined;
    return match ? maker.of(document, match, alike) : [];
  });
  const onlyThere = collected.to
    .filter((document) => !possible.has(document) && collected.isInScope(document.id))
    .map((document) => maker.onlyThere(document));
  return [...rows, ...onlyThere];
}

/** Finds the localizations that are the same, and that only the source has published as they are. */
async function withUnpublished(
  rows: readonly ComparedRow[],
  collected: Collected,
  { type, locales, readers }: OpenSides,
): BulkResult<readonly ComparedRow[]> {
  const types = [type.from.type, type.to.type];
  if (!types.every(({ draftAndPublish }) => draftAndPublish)) return done(rows);
  const matched = rows.filter(({ kind }) => kind === "same" || kind === "different");
  const ids = new Set(matched.flatMap(({ fromId, toId }) => [fromId, toId]));
  const published = await readSides((side) =>
    readers[side].published(collected[side].filter(({ id }) => ids.has(id))),
  );
  return mapOutcome(published, ({ from, to }) =>
    rows.map((row) => {
      const { fromId = "", toId = "", differences = [], unread = [] } = row;
      if (lacksContent(unread, type.from.type)) return row;
      const unpublished = (locales.length > 0 ? locales : [undefined]).filter(
        (locale, at) =>
          from.get(fromId)?.[at] === true &&
          to.get(toId)?.[at] === false &&
          differences.every((difference) => difference.locale !== locale),
      );
      return unpublished.length > 0 ? { ...row, unpublished } : row;
    }),
  );
}

/**
 * Remembers the writes of a copy that arrived although their answers were lost. The target then has
 * exactly what was sent, or a new document is still empty. Anything else counts as an edit.
 */
async function settleWrites(
  { types, type, readers, locales }: OpenSides,
  { id: from }: Pick<SideDocument, "id">,
  { id: to, versions }: SideDocument,
): Promise<void> {
  const { uid } = type;
  for (const { locale, expected, isNew } of types.pairs.sentWrites(uid, from)) {
    const version = versions[locale === "" ? 0 : locales.indexOf(locale)];
    const slots = readers.to.slots.flatMap(({ name, naming }, at) => {
      const baseName = types.baseNameOf(type, name);
      const sent = naming === "key" ? ownIn(expected, baseName) : undefined;
      return sent === undefined ? [] : { name, baseName, sent, now: version?.[at] ?? NaN };
    });
    const isSent = slots.every(({ sent, now }) => sent === now);
    const isEmpty = slots.every(({ name, now }) => readers.to.isEmpty(name, now));
    if (slots.length === 0 || !(isSent || (isNew && isEmpty))) continue;
    const base = Object.fromEntries(slots.map(({ baseName, now }) => [baseName, now]));
    await types.pairs.remember({ type: uid, from, to, base: { [locale]: base } });
  }
}
