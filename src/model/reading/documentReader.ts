import type { Result, ShapeParams } from "../../client/index.ts";
import { isSingle, singleId } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import { isAdminRead } from "../content/unreadAttributes.ts";
import { PendingValue } from "../foundation/async.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isArray, isObject, textIn } from "../foundation/json.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, failed, isMissing, refused } from "../foundation/outcome.ts";
import type { ContentType } from "../schemas/catalog.ts";
import { checkRows } from "./unlistedKeys.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { readAsAdmin } from "./adminReader.ts";
import type { ReadFailure } from "./readFailure.ts";
import { send } from "./readOptions.ts";
import type { ReadOptions } from "./readOptions.ts";
import { readParts, readWhole } from "./requestShape.ts";
import type { Shapes, VersionRequest } from "./requestShape.ts";
import { probe } from "./routeProbe.ts";
import { findVersions } from "./versions.ts";

/** One version of the localizations of a document. */
interface LocalizationRequest {
  readonly status: VersionRequest["status"];
  /** All locales if undefined; the default locale if null. */
  readonly locale?: string | null | undefined;
}

type Row = Outcome<JsonObject, ReadFailure>;
type Rows = Outcome<readonly JsonObject[], ReadFailure>;

/**
 * Reads one document with all of its content. The first read of a type also probes its route. If
 * the route decides by itself what it returns, the document is read as an administrator, if one is
 * signed in.
 */
export async function readVersion(
  service: TypedService,
  version: VersionRequest,
  options: ReadOptions = {},
): Promise<Row> {
  const { type, routes } = service;
  const isDecided = () => routes.decides("one", type.uid) === true;
  const before = isDecided() ? await readAsAdmin(service, version, options) : undefined;
  if (before) return done(before);
  const wasDecided = isDecided();
  const outcome = await readByRoute(service, version, options);
  if (outcome[0] || wasDecided || !isDecided()) return outcome;
  const whole = await readAsAdmin(service, version, options);
  return whole ? done(whole) : outcome;
}

/**
 * Reads the draft of an address. If it contradicts the schema, the schema is in doubt. The failure
 * tells what else there is of the document.
 */
export async function readDraft(
  service: TypedService,
  address: Address,
  options: ReadOptions = {},
): Promise<Row> {
  const documentId = isSingle(address) ? undefined : address.id;
  const version = { documentId, locale: address.locale, status: "draft" } as const;
  const outcome = await readVersion(service, version, options);
  const [failure, row] = outcome;
  if (row && !isAdminRead(row)) checkRows(service, [row]);
  if (!failure || !isMissing(failure)) return outcome;
  return failed(await whyMissing(service, address, failure, options));
}

async function whyMissing(
  service: TypedService,
  address: Address,
  missing: ReadFailure,
  options: ReadOptions,
): Promise<ReadFailure> {
  const { type, catalog } = service;
  const [drafts, published] = await Promise.all([
    readLocales(service, address, "draft", options),
    type.draftAndPublish ? readLocales(service, address, "published", options) : [],
  ]);
  const codes = [...drafts, ...published];
  if (type.localized && codes.length > 0 && codes.every((code) => code === "")) {
    return { code: "no-locale" };
  }
  const { locale = catalog.defaultLocale } = address;
  const hasDraft = drafts.length > 0 && published.every((code) => code !== locale);
  return hasDraft || published.length === 0
    ? missing
    : { code: "no-draft", published: published.filter(Boolean) };
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
const timesOf = ({ localized }: ContentType): readonly string[] => [
  ...["updatedAt", "publishedAt"],
  ...(localized ? ["locale"] : []),
];

/** Reads one document by the route of its type, with all of its content or in other shapes. */
export async function readByRoute(
  service: TypedService,
  version: VersionRequest,
  options: ReadOptions = {},
  shapes?: Shapes,
): Promise<Row> {
  const read = (shape: ShapeParams) => find(service, { ...version, ...shape }, options);
  const judge = probe(service, "one", read);
  const [error, row] = await (shapes ? readParts(shapes, read) : readWhole(service, read));
  if (row) await judge(row);
  if (error) return missingOr(error, version);
  return done(shapes ? row : await withLocalizations(service, row, options));
}

/**
 * Reads the localizations of a document with all of their content, as drafts or as published
 * versions. Empty if the document does not exist.
 */
export const readLocalizations = (
  service: TypedService,
  { id }: Pick<Address, "id">,
  which: LocalizationRequest,
  options: ReadOptions = {},
): Promise<Rows> => readVersions(service, [id], which, options);

/** Reads the localizations of documents with all of their content. */
export async function readVersions(
  service: TypedService,
  ids: readonly string[],
  which: LocalizationRequest,
  options: ReadOptions = {},
): Promise<Rows> {
  const { status, locale = "*" } = which;
  if (ids.includes(singleId)) {
    const locales = await localesOfSingle(service, which, options);
    return existingRows(
      locales.map((code) => readVersion(service, { locale: code, status }, options)),
    );
  }
  const query = { ids, status, locale: locale ?? undefined };
  const list = (shape: ShapeParams) =>
    send(options, (call) => findVersions(service, { ...query, ...shape }, call));
  const judge = probe(service, "list", list);
  const [error, rows] = await readWhole<readonly JsonObject[], unknown>(service, list, "list");
  await judge(rows?.[0]);
  if (error) return refused(error);
  return isListPartial(service) ? readEach(service, rows, status, options) : done(rows);
}

/** Whether reading each document by itself returns more than a list. */
function isListPartial({ type, routes, manage }: TypedService): boolean {
  const isManaged = manage !== undefined && routes.decides("one", type.uid) === true;
  return isManaged || routes.decides("list", type.uid) === true;
}

/** Reads documents one by one, because the list route omits parts that other routes may return. */
const readEach = async (
  service: TypedService,
  rows: readonly JsonObject[],
  status: VersionRequest["status"],
  options: ReadOptions,
): Promise<Rows> =>
  existingRows(
    rows.map((row) => {
      const locale = service.type.localized ? textIn(row, "locale") : "";
      const documentId = textIn(row, "documentId");
      return readVersion(service, { documentId, locale, status }, options);
    }),
  );

/** The locales of a single type. If the token can't list them, the default one names the others. */
export async function localesOfSingle(
  service: TypedService,
  { locale }: LocalizationRequest,
  options: ReadOptions,
): Promise<readonly (string | undefined)[]> {
  const { type, catalog } = service;
  if (!type.localized || locale === null) return [undefined];
  if (locale !== undefined) return [locale];
  if (catalog.locales.length > 0) return catalog.locales.map(({ code }) => code);
  const populate = { localizations: { fields: ["locale"] } };
  const query = { status: "draft", fields: ["locale"], populate } as const;
  const [, row] = await find(service, query, options);
  const others = row?.["localizations"] ?? null;
  return [undefined, ...(isArray(others) ? others.filter(isObject).map(localeIn) : [])];
}

const localeIn = (row: JsonObject): string => textIn(row, "locale");

/**
 * The rows of the versions that exist, or the failure if one can't be read. A single type has no
 * list route, so each of its locales is a read of its own.
 */
export async function existingRows(reads: readonly Promise<Row>[]): Promise<Rows> {
  const outcomes = await Promise.all(reads);
  const failure = outcomes.find(([failure]) => failure && !isMissing(failure))?.[0];
  const rows = outcomes.map(([, row]) => row).filter((row) => row !== null);
  return failure ? failed(failure) : done(rows);
}

/** Reads parts of the localizations of a document, such as some fields. */
export async function readLocalizationParts(
  service: TypedService,
  { id }: Pick<Address, "id">,
  { status, locale, ...shape }: LocalizationRequest & ShapeParams,
  options: ReadOptions = {},
): Promise<Rows> {
  if (id === singleId) {
    const locales = await localesOfSingle(service, { status, locale }, options);
    const versions = locales.map((code) => ({ locale: code, status, ...shape }));
    return existingRows(versions.map((version) => readPart(service, version, options)));
  }
  const query = { ...shape, ids: [id], status, locale: locale ?? "*" };
  const [error, rows] = await send(options, (call) => findVersions(service, query, call));
  return error ? refused(error) : done(rows);
}

/** Reads a part of one version, such as some fields. */
export async function readPart(
  service: Pick<TypedService, "cms" | "type">,
  version: VersionRequest & ShapeParams,
  options: ReadOptions = {},
): Promise<Row> {
  const [error, row] = await find(service, version, options);
  return error ? missingOr(error, version) : done(row);
}

/** The published version of every localization, with its last change and its publication time. */
export type PublishedRows = readonly JsonObject[];

/** Requests the published versions. Callers can wait for the result. */
export function requestPublished(
  service: TypedService,
  address: Address,
  options: ReadOptions = {},
): PendingValue<PublishedRows, ReadFailure> {
  if (!service.type.draftAndPublish) return PendingValue.of([]);
  const which = { status: "published", fields: timesOf(service.type) } as const;
  return new PendingValue<PublishedRows, ReadFailure>(
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

/** Sends one request for one version. */
const find = (
  { cms, type }: Pick<TypedService, "cms" | "type">,
  { documentId, locale, ...shape }: VersionRequest & ShapeParams,
  options: ReadOptions,
): Promise<Result<JsonObject, unknown>> =>
  send(options, (call) => {
    const params = { ...shape, ...(locale && { locale }) };
    return documentId === undefined
      ? cms.single<JsonObject>(type.name).find({ params, ...call })
      : cms.collection<JsonObject>(type.name).find({ documentId, params, ...call });
  });

/** A single type without content was not deleted. It has no content yet. */
const missingOr = (error: CmsError, { documentId }: VersionRequest) =>
  error.name !== "NotFoundError"
    ? refused(error)
    : failed({ code: documentId === undefined ? "nothing-yet" : "gone" } as const);
