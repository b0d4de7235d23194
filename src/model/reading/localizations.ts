import type { CallOptions, Result, ShapeParams } from "../../client/index.ts";
import { isSingle } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isArray, isObject, textIn } from "../foundation/json.ts";
import { findVersions } from "./versions.ts";
import { probe } from "./routeProbe.ts";
import { readOne } from "./documentReader.ts";
import { readWhole } from "./requestShape.ts";

interface LocalizationQuery {
  readonly status: "draft" | "published";
  /** All locales if undefined; the default locale if null. */
  readonly locale?: string | null | undefined;
}

/**
 * Reads the localizations of a document with all of their content, as drafts or as published
 * versions. Empty if the document does not exist.
 */
export async function readLocalizations(
  service: TypedService,
  address: Address,
  which: LocalizationQuery,
  options: CallOptions = {},
): Promise<Result<readonly JsonObject[], unknown>> {
  if (isSingle(address)) return readSingles(service, which, options);
  const { status, locale = "*" } = which;
  const query = { ids: [address.id], status, locale: locale ?? undefined };
  const list = (shape: ShapeParams) => findVersions(service, { ...query, ...shape }, options);
  const judge = probe(service, "list", list);
  const result = await readWhole<readonly JsonObject[], unknown>(service, list, "list");
  await judge(result[1]?.[0]);
  if (result[0]) return result;
  return isListPartial(service) ? readEach(service, result[1], status, options) : result;
}

/** Whether reading each document by itself returns more than a list. */
function isListPartial({ type, routes, manage }: TypedService): boolean {
  const isManaged = manage !== undefined && routes.decides("one", type.uid) === true;
  return isManaged || routes.decides("list", type.uid) === true;
}

/**
 * Reads localizations one by one, because the list route omits parts that other routes may return.
 */
async function readEach(
  service: TypedService,
  rows: readonly JsonObject[],
  status: LocalizationQuery["status"],
  options: CallOptions,
): Promise<Result<readonly JsonObject[], unknown>> {
  const { type } = service;
  const found = await Promise.all(
    rows.map((row) => {
      const documentId = textIn(row, "documentId");
      const locale = textIn(row, "locale");
      const place = type.localized && locale !== "" ? { locale } : {};
      return readOne(service, { documentId, ...place, status, ...options });
    }),
  );
  return toRows(found);
}

/** A single type has no list route, so each locale takes one request. */
async function readSingles(
  service: TypedService,
  { status, locale }: LocalizationQuery,
  options: CallOptions,
): Promise<Result<readonly JsonObject[], unknown>> {
  const { type, catalog } = service;
  const read = (place: { readonly locale?: string }) =>
    readOne(service, { ...place, status, ...options });
  const readIn = (codes: readonly string[]) =>
    Promise.all(codes.map((code) => read({ locale: code })));
  const codes = type.localized ? codesOf(locale, catalog) : [];
  const found = codes.length > 0 ? await readIn(codes) : [await read({})];
  // If the token can't list the locales, the first localization names the others.
  const isUnlisted = codes.length === 0 && locale === undefined;
  if (isUnlisted) found.push(...(await readIn(othersIn(found[0]?.[1] ?? {}))));
  return toRows(found);
}

/** The localizations that exist, or the error if one can't be read. */
function toRows(
  found: readonly Result<JsonObject, unknown>[],
): Result<readonly JsonObject[], unknown> {
  const error = found.find(([problem]) => problem && problem.name !== "NotFoundError")?.[0];
  const rows = found.map(([, row]) => row).filter((row) => row !== null);
  return error ? [error, null, null] : [null, rows, null];
}

const codesOf = (locale: LocalizationQuery["locale"], { locales }: Catalog): readonly string[] =>
  locale === undefined ? locales.map(({ code }) => code) : [locale ?? []].flat();

const othersIn = ({ localizations }: JsonObject): string[] =>
  isArray(localizations) ? localizations.filter(isObject).map((one) => textIn(one, "locale")) : [];
