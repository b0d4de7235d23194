import type { ShapeParams } from "../../client/index.ts";
import { isSingle, singleId, unusedId, type Address } from "../foundation/address.ts";
import { isAdminRead } from "../content/unreadAttributes.ts";
import { PendingValue } from "../foundation/asyncSteps.ts";
import { objectsIn, textIn, isObject, type JsonObject } from "../foundation/json.ts";
import { done, failed, isMissing, isServiceFailure } from "../foundation/outcome.ts";
import { localeFieldOf, type ContentType, type Attributes } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { fieldShape, type Shapes } from "../content/requestShape.ts";
import { readAsAdmin } from "./adminReader.ts";
import type { ReadFailure, ReadOptions } from "./readOptions.ts";
import { readPart, findVersions, readParts, readWhole } from "./readRequests.ts";
import type { RowOutcome, RowsOutcome, VersionRequest } from "./readRequests.ts";
import { probe } from "./routeProbe.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { attributesLackedBy, extraKeyOf } from "../schemas/hiddenAttributes.ts";
import type { HiddenAttributes } from "../schemas/hiddenAttributes.ts";
import { groupedBy, sizedChunks } from "../foundation/chunks.ts";

type LocalizationRequest = Pick<VersionRequest, "status"> & {
  /** All locales if undefined; the default locale if null. */
  readonly locale?: string | null | undefined;
};

/**
 * Reads one document with all of its content. The first read of a type also probes its route. If
 * that decides by itself what it returns, a signed-in administrator reads the document.
 */
export async function readVersion(
  service: TypedService,
  version: VersionRequest,
  options: ReadOptions = {},
): Promise<RowOutcome> {
  const isDecided = () => service.routes.decides("one", service.type.uid) === true;
  const wasDecided = isDecided();
  const adminRow = wasDecided ? await readAsAdmin(service, version, options) : undefined;
  if (adminRow) return done(adminRow);
  const outcome = await readByRoute(service, version, options);
  if (outcome[0] || wasDecided || !isDecided()) return outcome;
  const completeRow = await readAsAdmin(service, version, options);
  return completeRow ? done(completeRow) : outcome;
}

/**
 * Doubts the schema if the draft contradicts it, or lacks attributes of its `earlier` content. A
 * failure tells what else the document has.
 */
export async function readDraft(
  service: TypedService,
  address: Address,
  options: ReadOptions = {},
  earlier?: JsonObject,
): Promise<RowOutcome> {
  const documentId = isSingle(address) ? undefined : address.id;
  const version = { documentId, locale: address.locale, status: "draft" } as const;
  const outcome = await readVersion(service, version, options);
  const [failure, row] = outcome;
  if (row && !isAdminRead(row)) checkRows(service, [row], earlier);
  if (!failure || !isMissing(failure)) return outcome;
  const { type, catalog } = service;
  const [drafts, published] = await Promise.all([
    readLocales(service, address, "draft", options),
    type.draftAndPublish ? readLocales(service, address, "published", options) : [],
  ]);
  const codes = [...drafts, ...published];
  if (type.localized && codes.length > 0 && codes.every((code) => code === "")) {
    return failed({ code: "no-locale" });
  }
  const { locale = catalog.defaultLocale } = address;
  const hasDraft = drafts.length > 0 && published.every((code) => code !== locale);
  return hasDraft || published.length === 0
    ? outcome
    : failed({ code: "no-draft", published: published.filter(Boolean) });
}

/** The locales of the versions of a document; empty if they can't be read. */
async function readLocales(
  service: TypedService,
  address: Address,
  status: VersionRequest["status"],
  options: ReadOptions,
): Promise<readonly string[]> {
  const locale = isSingle(address) ? (address.locale ?? null) : undefined;
  const which = { status, locale, fields: timesOf(service.type) };
  const [, rows] = await readLocalizationParts(service, address, which, options);
  return rows?.map(localeIn) ?? [];
}

/** The fields that tell versions apart. */
const timesOf = (type: ContentType) => ["updatedAt", "publishedAt", ...localeFieldOf(type)];

/** Reads one document by the route of its type, with all of its content or in other shapes. */
export async function readByRoute(
  service: TypedService,
  version: VersionRequest,
  options: ReadOptions = {},
  shapes?: Shapes,
): Promise<RowOutcome> {
  const read = (shape: ShapeParams) => readPart(service, { ...version, ...shape }, options);
  const judge = probe(service, "one", read);
  const outcome = shapes
    ? await readParts<JsonObject, ReadFailure>(shapes, read)
    : await readWhole<JsonObject, ReadFailure>(service, read);
  const [failure, row] = outcome;
  if (failure) return outcome;
  await judge(row);
  return shapes ? outcome : done(await withLocalizations(service, row, options));
}

/** Reads the localizations of a document with all of their content. Empty if it doesn't exist. */
export const readLocalizations = (
  service: TypedService,
  { id }: Pick<Address, "id">,
  which: LocalizationRequest,
  options: ReadOptions = {},
): Promise<RowsOutcome> => readVersions(service, [id], which, options);

export const documentsPerRequest = 25;

export async function readVersions(
  service: TypedService,
  ids: readonly string[],
  which: LocalizationRequest,
  options: ReadOptions = {},
): Promise<RowsOutcome> {
  const readOne = (version: VersionRequest) => readVersion(service, version, options);
  const { status, locale } = which;
  if (ids.includes(singleId))
    return readSingleType(service, { status, locales: localesOf(locale) }, readOne, options);
  const query = { ids, status, locale: locale === undefined ? "*" : (locale ?? undefined) };
  const list = (shape: ShapeParams) => findVersions(service, { ...query, ...shape }, options);
  const judge = probe(service, "list", list);
  const outcome = await readWhole<readonly JsonObject[], ReadFailure>(service, list, "list");
  const [failure, rows] = outcome;
  await judge(rows?.[0]);
  const { type, routes, manage } = service;
  const isManaged = manage !== undefined && routes.decides("one", type.uid) === true;
  // Reading each document by itself may return parts that the list route omits.
  const isPartial = isManaged || routes.decides("list", type.uid) === true;
  if (failure || !isPartial) return outcome;
  return existingRows(
    rows.map((row) => {
      const code = type.localized ? localeIn(row) : "";
      return readOne({ documentId: textIn(row, "documentId"), locale: code, status });
    }),
  );
}

export type LocalesRequest = Pick<VersionRequest, "status"> & {
  /** The codes of the locales; undefined for all, empty for the service's default locale. */
  readonly locales?: readonly string[] | undefined;
};

/**
 * A single type has no list route, so each of its locales is a read of its own. If the token can't
 * list the locales, the default one names the others.
 */
export async function readSingleType(
  service: TypedService,
  { status, locales }: LocalesRequest,
  readOne: (version: VersionRequest) => Promise<RowOutcome>,
  options: ReadOptions,
): Promise<RowsOutcome> {
  const { type, catalog } = service;
  let codes: readonly (string | undefined)[] = locales ?? catalog.locales.map(({ code }) => code);
  if (!type.localized || locales?.length === 0) codes = [undefined];
  else if (codes.length === 0) {
    const populate = { localizations: { fields: ["locale"] } };
    const query = { status: "draft", fields: ["locale"], populate } as const;
    const [, row] = await readPart(service, query, options);
    codes = [undefined, ...objectsIn(row?.["localizations"] ?? null).map(localeIn)];
  }
  return existingRows(codes.map((locale) => readOne({ locale, status })));
}

const localesOf = (locale?: string | null): readonly string[] | undefined =>
  locale === undefined ? undefined : locale === null ? [] : [locale];

const localeIn = (row: JsonObject): string => textIn(row, "locale");

/** The rows of the versions that exist, or the failure if one can't be read. */
async function existingRows(reads: readonly Promise<RowOutcome>[]): Promise<RowsOutcome> {
  const outcomes = await Promise.all(reads);
  const failure = outcomes.find(([failure]) => failure && !isMissing(failure))?.[0];
  const rows = outcomes.map(([, row]) => row).filter((row) => row !== null);
  return failure ? failed(failure) : done(rows);
}

export function readLocalizationParts(
  service: TypedService,
  { id }: Pick<Address, "id">,
  { status, locale, ...shape }: LocalizationRequest & ShapeParams,
  options: ReadOptions = {},
): Promise<RowsOutcome> {
  if (id === singleId) {
    const readOne = (version: VersionRequest) =>
      readPart(service, { ...version, ...shape }, options);
    return readSingleType(service, { status, locales: localesOf(locale) }, readOne, options);
  }
  return findVersions(service, { ...shape, ids: [id], status, locale: locale ?? "*" }, options);
}

/** Requests the last change and the publication time of the published version in every locale. */
export function requestPublished(
  service: TypedService,
  address: Address,
  options: ReadOptions = {},
): PendingValue<readonly JsonObject[], ReadFailure> {
  if (!service.type.draftAndPublish) return PendingValue.of([]);
  const which = { status: "published", fields: timesOf(service.type) } as const;
  return new PendingValue<readonly JsonObject[], ReadFailure>(
    readLocalizationParts(service, address, which, options),
  );
}

/**
 * Adds the versions of the other localizations. If a response omits them, they take another
 * request. A delete needs them to detect whether another localization was changed.
 */
export async function withLocalizations(
  service: TypedService,
  row: JsonObject,
  options: ReadOptions = {},
): Promise<JsonObject> {
  const { type, catalog } = service;
  const isHidden = type.localized && !Object.hasOwn(row, "localizations");
  if (!isHidden || catalog.source === "inferred") return row;
  const id = type.kind === "single" ? singleId : textIn(row, "documentId");
  const which = { status: "draft", fields: ["updatedAt", "locale"] } as const;
  const [failure, rows] = await readLocalizationParts(service, { id }, which, options);
  if (failure) return row;
  return { ...row, localizations: rows.filter(({ locale }) => locale !== row["locale"]) };
}

/**
 * Checks whether drafts have keys that the catalog lacks. If a reload of the schema does not add
 * them, the service is asked whether they are attributes. Attributes that only the `earlier` content
 * of the first draft has may be gone from the schema.
 */
export function checkRows(
  service: TypedService,
  rows: readonly JsonObject[],
  earlier: JsonObject = {},
): void {
  const attributes = attributesLackedBy(service.catalog, service.type, rows);
  const [row] = rows;
  if (!row) return;
  const isLost = (name: string) => service.type.attributes.has(name) && !Object.hasOwn(row, name);
  if (attributes.size === 0 && !Object.keys(earlier).some(isLost)) return;
  service.doubt({ attributes, confirm: () => confirmKeys(service, row, attributes) });
}

/** The most keys to ask about. More than these are taken for keys that the project's code adds. */
const maxKeys = 100;
const keyConcurrency = 4;

/** Asks for each key as a field, because a service rejects fields that it does not have. */
async function confirmKeys(service: TypedService, row: JsonObject, attributes: HiddenAttributes) {
  const hidden = new Map<string, Attributes>();
  const extra = new Set<string>();
  const keys = [...attributes].flatMap(([uid, named]) =>
    [...named].map(([name, attribute]) => ({ uid, name, attribute })),
  );
  const limit = new ConcurrencyLimit(keyConcurrency);
  await Promise.all(
    keys.map(async ({ uid, name, attribute }, at) => {
      const shape = at < maxKeys ? fieldShape(service, uid, name) : undefined;
      const isThere =
        shape !== undefined && (await limit.run(() => isAttribute(service, row, { name, shape })));
      if (isThere === undefined) return;
      if (!isThere) extra.add(extraKeyOf(uid, name));
      else hidden.set(uid, new Map([...(hidden.get(uid) ?? []), [name, attribute]]));
    }),
  );
  return { hidden, extra };
}

/** False if the answer does not tell; undefined if there is no answer, so that it is asked again. */
async function isAttribute(
  service: TypedService,
  row: JsonObject,
  { name, shape }: { readonly name: string; readonly shape: ShapeParams },
): Promise<boolean | undefined> {
  const isOfSingle = service.type.kind === "single";
  const documentId = isOfSingle ? undefined : textIn(row, "documentId") || unusedId;
  const version = { documentId, locale: textIn(row, "locale"), status: "draft" } as const;
  const [failure] = await readPart(service, { ...version, ...shape });
  // A service checks the fields before it looks for the document.
  if (!failure || !isServiceFailure(failure)) return true;
  const { error } = failure;
  if (error.retryable) return undefined;
  if (!isObject(error.details)) return false;
  // The service rejects a media file or relation as a field, but names its path.
  const { key, path = null } = error.details;
  return key === name && path !== null;
}

/** The version in one locale; null is the default locale. */
type LocaleVersion = Pick<VersionRequest, "status"> & { readonly locale: string | null };

interface WaitingRead {
  readonly service: TypedService;
  readonly id: string;
  readonly which: LocaleVersion;
  readonly resolve: (outcome: RowsOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads that wait for each other, so that one request reads many documents. */
export class JoinedReads {
  #waiting: WaitingRead[] = [];
  #waits = true;

  /** Reads a document with all of its content, when `start` is called. */
  read(service: TypedService, { id }: Address, which: LocaleVersion): Promise<RowsOutcome> {
    if (id === singleId) return readLocalizations(service, { id }, which);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ service, id, which, resolve, reject });
      if (!this.#waits) this.start();
    });
  }

  /** Starts the reads that wait. After the last start, none waits any more. */
  start(isLast = false): void {
    this.#waits &&= !isLast;
    const groups = groupedBy(this.#waiting, ({ service: { type }, which }) =>
      JSON.stringify([type.uid, which.status, which.locale]),
    );
    this.#waiting = [];
    for (const group of groups.values())
      for (const chunk of sizedChunks(group, documentsPerRequest))
        readTogether(chunk).catch((error: unknown) => {
          for (const { reject } of chunk) reject(error);
        });
  }
}

async function readTogether(reads: readonly WaitingRead[]): Promise<void> {
  const [first, ...more] = reads;
  if (!first) return;
  const ids = reads.map(({ id }) => id);
  const outcome = await readVersions(first.service, ids, first.which);
  // One document may be the reason why the others can't be read. After two, it is the service.
  let remainingTries = more.length === 0 ? 0 : 2;
  for (const { service, id, which, resolve } of reads) {
    if (!outcome[0] || remainingTries === 0) {
      resolve(rowsOf(outcome, id));
      continue;
    }
    const ownOutcome = await readLocalizations(service, { id }, which);
    if (ownOutcome[0]) remainingTries -= 1;
    resolve(ownOutcome);
  }
}

const rowsOf = (outcome: RowsOutcome, id: string): RowsOutcome =>
  outcome[0] ? outcome : done(outcome[1].filter((row) => textIn(row, "documentId") === id));
