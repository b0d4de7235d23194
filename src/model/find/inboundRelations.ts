import type { CallOptions } from "../../client/index.ts";
import { isMediaFile, isSingle, isUser, singleId, userUid } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import { readUser } from "../reading/userReader.ts";
import { isPolymorphic, localeFieldOf } from "../schemas/catalog.ts";
import type { ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import { nested, pathText, textIn, type JsonObject } from "../foundation/json.ts";
import { readLocalizations } from "../reading/documentReader.ts";
import { readPart } from "../reading/readRequests.ts";
import { sizedChunks, sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import { done, failed, hasName, isMissing, mapOutcome } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import { mediaFileType, mediaFileUid } from "../schemas/mediaFileType.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { draftOf, titleOf } from "../documents/snapshotReader.ts";
import { missingPaths } from "../content/unreadAttributes.ts";
import { readFirst } from "../reading/lookup.ts";
import { referencesIn } from "../content/references.ts";
import { attributePaths, namesOn, zoneOn, type AttributePath } from "../content/attributePaths.ts";
import { inJoins } from "../content/textPaths.ts";
import { fieldName } from "./textSearch.ts";
import type { VersionName } from "../content/publicationStatus.ts";

export interface InboundRelation {
  readonly type: string;
  /** The id in the address of the document. */
  readonly documentId: string;
  /** Empty if it has no title. */
  readonly title: string;
  /** The path of the relation, such as `seo.author`. */
  readonly path: string;
  /** A locale that has the relation; absent if the type isn't localized. */
  readonly locale?: string;
  /** The version that has the relation; absent unless each version is listed. */
  readonly version?: VersionName;
}

export interface InboundRelations {
  /** At most 100 for each relation, unless each version is listed. */
  readonly relations: readonly InboundRelation[];
  /**
   * The number of all documents, including those not listed in `relations`. If some are not listed,
   * a document may count once for each of its locales.
   */
  readonly total: number;
  /** Paths of possible relations that the service can't search, such as `articles.sections`. */
  readonly unsearchable: readonly string[];
}

const maxDocumentsPerRelation = 100;

export interface InboundOptions {
  readonly signal?: AbortSignal | undefined;
  /** The only locale to search. A relation of localized content stays in its own locale. */
  readonly only?: string | undefined;
}

/** Finds the documents with a relation to a document, as drafts or as published versions. */
export async function findInboundRelations(
  service: Service,
  address: Address,
  { only, listsVersions, ...options }: InboundOptions & VersionOptions = {},
): ReadResult<InboundRelations> {
  const { cms, catalog } = service;
  const { locale } = address;
  let targetType = isMediaFile(address) ? mediaFileType : catalog.types.get(address.type);
  if (isUser(address)) targetType = catalog.targets.get(userUid);
  if (!targetType) return done(noneAt([]));
  const target = { uid: targetType.uid, documentId: address.id };
  // The address of these has no documentId.
  if (isSingle(address) || isUser(address)) {
    const version = { locale, status: "draft", fields: ["documentId"] } as const;
    const [failure, row] = isUser(address)
      ? await readUser(service, address, options)
      : await readPart({ cms, type: targetType }, version, options);
    if (failure) return isMissing(failure) ? done(noneAt([])) : failed(failure);
    target.documentId = textIn(row, "documentId");
  }
  const outcomes = await Promise.all(
    [...catalog.types.values()].flatMap((type): ReadResult<InboundRelations>[] => {
      const query = { service, type, target, options, only, listsVersions, locale };
      const { searchable, unsearchable } = relationPathsTo(target.uid, { ...service, type });
      if (type.kind === "single")
        return searchable.length + unsearchable.length > 0 ? [inboundFromSingleType(query)] : [];
      const unseen = unsearchableFields(type, unsearchable);
      return [
        ...searchable.map((path) => inboundFromRelation(query, namesOn(path))),
        ...(unseen.length > 0 ? [Promise.resolve(done(noneAt(unseen)))] : []),
      ];
    }),
  );
  const error = outcomes.find(([refusal]) => refusal)?.[0];
  if (error) return failed(error);
  const results = outcomes.flatMap(([, inbound]) => inbound ?? []);
  return done({
    relations: results.flatMap(({ relations }) => relations),
    total: results.reduce((sum, { total }) => sum + total, 0),
    unsearchable: results.flatMap(({ unsearchable }) => unsearchable),
  });
}

/** The relations to several documents, apart from those of the documents themselves. */
export function joinInboundRelations(
  inboundRelations: readonly InboundRelations[],
  addresses: readonly Address[],
): InboundRelations {
  const ids = new Set(addresses.map(({ id }) => id));
  const all = inboundRelations.flatMap((inbound) => inbound.relations);
  const relations = all.filter(({ documentId }) => !ids.has(documentId));
  const total = inboundRelations.reduce((sum, inbound) => sum + inbound.total, 0);
  return {
    relations,
    total: total - (all.length - relations.length),
    unsearchable: [...new Set(inboundRelations.flatMap(({ unsearchable }) => unsearchable))],
  };
}

/**
 * Finds each version and localization with a relation to a document. `pointedIds`: the result of
 * `findPointedIds` for documents of its type, if that is known.
 */
export async function findInboundVersions(
  service: TypedService,
  address: Address,
  options: InboundOptions,
  pointedIds?: ReadonlySet<string>,
): ReadResult<readonly InboundRelation[]> {
  if (!isSingle(address)) {
    const [failure, ids] = pointedIds
      ? done(pointedIds)
      : await findPointedIds(service, [address.id], options);
    if (failure) return failed(failure);
    if (!ids.has(address.id)) return done([]);
  }
  const outcome = await findInboundRelations(service, address, { ...options, listsVersions: true });
  return mapOutcome(outcome, ({ relations }) => relations);
}

/**
 * Those of several documents of a collection to which something points, as far as the service can
 * search. One request tells that nothing points to many documents by many relations of a type. If
 * something does, parts of them are asked about, down to each document.
 */
export async function findPointedIds(
  service: TypedService,
  ids: readonly string[],
  { only, ...options }: InboundOptions,
): ReadResult<ReadonlySet<string>> {
  const pointedIds = new Set<string>();
  const failures: ReadFailure[] = [];
  const search = async (
    source: { readonly type: ContentType; readonly status: VersionName },
    paths: readonly (readonly string[])[],
    targetIds: readonly string[],
  ): Promise<void> => {
    const remainingIds = targetIds.filter((id) => !pointedIds.has(id));
    const [firstId, ...otherIds] = remainingIds;
    if (firstId === undefined || failures.length > 0) return;
    const { type, status } = source;
    const params = {
      status,
      filters: { $or: paths.map((path) => nested(path, { $in: remainingIds })) },
      fields: ["documentId"],
      ...(type.localized && { locale: only ?? "*" }),
    };
    const [failure, page] = await readFirst({ ...service, type }, { count: 1, params }, options);
    if (failure && !isUnsearchable(failure)) failures.push(failure);
    else if (failure && paths.length > 1)
      for (const path of paths) await search(source, [path], remainingIds);
    if (failure || page.rows.length === 0) return;
    if (otherIds.length === 0) pointedIds.add(firstId);
    const isDense = (page.total ?? 0) >= remainingIds.length / 2;
    const size = isDense ? 1 : Math.ceil(remainingIds.length / 2);
    for (const part of otherIds.length > 0 ? sizedChunks(remainingIds, size) : [])
      await search(source, paths, part);
  };
  const searchAll = async (type: ContentType, status: VersionName): Promise<void> => {
    const typed = { ...service, type };
    const { searchable, unsearchable } = relationPathsTo(service.type.uid, typed);
    if (type.kind === "single" && searchable.length + unsearchable.length > 0) {
      const which = { status, locale: only };
      const [failure, rows] = await readLocalizations(typed, { id: singleId }, which, options);
      if (failure && !isUnsearchable(failure)) failures.push(failure);
      for (const { documentId } of rows?.flatMap((row) => referencesIn(row, typed)) ?? [])
        pointedIds.add(documentId);
    }
    if (type.kind === "single") return;
    for (const paths of inJoins(searchable.map((path) => [...namesOn(path), "documentId"]))) {
      // In the URL, each id has each path next to it.
      const sizeOf = (id: string) =>
        paths.reduce((sum, path) => sum + sizeInUrl(id) + path.join("[]").length + 50, 0);
      for (const chunk of urlChunks(ids, sizeOf, maxIdsPerFilter))
        await search({ type, status }, paths, chunk);
    }
  };
  await Promise.all(
    [...service.catalog.types.values()].flatMap((type) =>
      statusesOf(type).map((status) => searchAll(type, status)),
    ),
  );
  const [failure] = failures;
  return failure ? failed(failure) : done(pointedIds);
}

/** The service takes more for all documents. */
const maxIdsPerFilter = 100;

const noneAt = (unseen: readonly string[]): InboundRelations => ({
  relations: [],
  total: 0,
  unsearchable: unseen,
});

interface VersionOptions {
  /** Whether to list each locale and version that has a relation, not each document once. */
  readonly listsVersions?: boolean | undefined;
}

interface InboundQuery extends Pick<InboundOptions, "only">, VersionOptions {
  readonly service: Service;
  readonly type: ContentType;
  readonly target: Readonly<Record<"uid" | "documentId", string>>;
  readonly options: CallOptions;
  /** The preferred locale if a document has the relation in several locales. */
  readonly locale: string | undefined;
}

/** Includes published versions, because a draft can have a different target. */
const statusesOf = ({ draftAndPublish }: ContentType): readonly VersionName[] =>
  draftAndPublish ? ["draft", "published"] : ["draft"];

async function inboundFromRelation(query: InboundQuery, path: readonly string[]) {
  const { type, service, target, options, only = "*", listsVersions } = query;
  const relationsByKey = new Map<string, InboundRelation>();
  const totals: number[] = [];
  const count = listsVersions ? Infinity : maxDocumentsPerRelation;
  for (const status of statusesOf(type)) {
    const params = {
      status,
      filters: nested(path, { documentId: { $eq: target.documentId } }),
      fields: [type.titleField ?? "documentId", ...localeFieldOf(type)],
      sort: ["documentId:asc", "id:asc"],
      ...(type.localized && { locale: only }),
    };
    const [failure, page] = await readFirst({ ...service, type }, { count, params }, options);
    if (failure)
      return isUnsearchable(failure) ? done(noneAt([fieldName(type, path)])) : failed(failure);
    const { rows, total = rows.length } = page;
    for (const row of rows) {
      const relation = inboundRelationIn(row, type, pathText(path));
      // A relation of a document to itself doesn't count, because a delete removes both.
      const isOwn = type.uid === target.uid && relation.documentId === target.documentId;
      if (!isOwn)
        keepPreferredLocale(relationsByKey, relation.documentId, { ...relation, status }, query);
    }
    totals.push(total);
  }
  // Each locale is a row of its own. If not all rows were read, the number of documents is unknown.
  const beyond = totals.filter((total) => total > maxDocumentsPerRelation);
  return done({
    relations: [...relationsByKey.values()].slice(0, count),
    total: Math.max(relationsByKey.size, ...beyond),
    unsearchable: [],
  });
}

/** Keeps one locale of each, the target's if it is among them, or each locale and version. */
function keepPreferredLocale(
  relationsByKey: Map<string, InboundRelation>,
  key: string,
  { status, ...pointer }: InboundRelation & { readonly status: VersionName },
  { locale, listsVersions }: Pick<InboundQuery, "locale"> & VersionOptions,
): void {
  if (listsVersions)
    relationsByKey.set(`${key} ${pointer.locale} ${status}`, { ...pointer, version: status });
  else if (!relationsByKey.has(key) || pointer.locale === locale) relationsByKey.set(key, pointer);
}

const inboundRelationIn = (row: JsonObject, type: ContentType, path: string): InboundRelation => ({
  type: type.name,
  documentId: type.kind === "single" ? singleId : textIn(row, "documentId"),
  title: titleOf(row, type),
  path,
  ...(type.localized && { locale: textIn(row, "locale") }),
});

/** A single type can't be searched, so it is read in full. */
async function inboundFromSingleType(query: InboundQuery): ReadResult<InboundRelations> {
  const { service, type, target, options, only: locale } = query;
  const relationsByKey = new Map<string, InboundRelation>();
  const unseen = new Set<string>();
  const typed = { ...service, type };
  const { searchable, unsearchable } = relationPathsTo(target.uid, typed);
  const paths = [...searchable.map(namesOn), ...unsearchable.map(searchedNames)];
  const isIn = (path: string, other: string) => path === other || path.startsWith(`${other}.`);
  for (const status of statusesOf(type)) {
    const which = { status, locale };
    const [failure, rows] = await readLocalizations(typed, { id: singleId }, which, options);
    if (failure) return isUnsearchable(failure) ? done(noneAt([type.name])) : failed(failure);
    for (const row of rows) {
      const { unread } = draftOf(withRouteKnowledge(typed), row);
      const missing = missingPaths(unread).map((path) => path.replaceAll(/\[\d+\]/g, ""));
      for (const path of paths) {
        const name = pathText(path);
        // The response may not contain these relations in full.
        if (missing.some((missingPath) => isIn(name, missingPath) || isIn(missingPath, name)))
          unseen.add(fieldName(type, path));
      }
    }
    const references = rows.flatMap((row) =>
      referencesIn(row, typed).map((reference) => ({ row, ...reference })),
    );
    for (const { row, documentId, path } of references) {
      const pointer = { ...inboundRelationIn(row, type, path), status };
      if (documentId === target.documentId)
        keepPreferredLocale(relationsByKey, path, pointer, query);
    }
  }
  return done({
    relations: [...relationsByKey.values()],
    total: relationsByKey.size,
    unsearchable: [...unseen],
  });
}

/**
 * The paths of relations from documents of one type to another type or a media file, on their
 * owning sides. The service can't search paths in dynamic zones and relations to any type.
 */
export function relationPathsTo(target: string, service: TypeInCatalog) {
  const paths = attributePaths(service).filter(({ attribute }) => {
    if (attribute.type === "media") return target === mediaFileUid;
    const { type, mappedBy } = attribute;
    const isOwnSide = type === "relation" && mappedBy === undefined;
    return isPolymorphic(attribute) || (isOwnSide && attribute.target === target);
  });
  const isSearchable = (path: AttributePath) => !zoneOn(path) && !isPolymorphic(path.attribute);
  return {
    searchable: paths.filter(isSearchable),
    unsearchable: paths.filter((path) => !isSearchable(path)),
  };
}

/** The fields to name for paths that the service can't search, each once. */
export const unsearchableFields = (
  type: ContentType,
  paths: readonly AttributePath[],
): readonly string[] => [...new Set(paths.map((path) => fieldName(type, searchedNames(path))))];

const searchedNames = (path: AttributePath): string[] => zoneOn(path) ?? namesOn(path);

/** The token lacks the permission, can't filter by the relation, or the route does not exist. */
export const isUnsearchable = (failure: ReadFailure): boolean =>
  failure.code === "service" &&
  hasName(failure.error, "ForbiddenError", "ValidationError", "NotFoundError");
