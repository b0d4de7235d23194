import type { CallOptions, Result, ShapeParams } from "../../client/index.ts";
import { isSingle } from "../address.ts";
import type { Address } from "../address.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../json.ts";
import { isArray, isObject, textIn } from "../json.ts";
import { probe } from "../documents/probe.ts";
import { readWhole } from "../documents/shape.ts";

interface Which {
  readonly status: "draft" | "published";
  /** All of them unless it names one; null: the default one, whatever that is. */
  readonly locale?: string | null | undefined;
}

/**
 * The localizations of a document with all that is in them, as drafts or as published; none where
 * there is no such document.
 */
export async function readLocalizations(
  service: TypedService,
  address: Address,
  which: Which,
  options: CallOptions = {},
): Promise<Result<readonly JsonObject[], unknown>> {
  if (isSingle(address)) return readSingles(service, which, options);
  const { cms, type, routes } = service;
  const { status, locale = "*" } = which;
  const list = (shape: ShapeParams) =>
    cms.collection<JsonObject>(type.name).findMany({
      params: {
        ...shape,
        filters: { documentId: { $eq: address.id } },
        status,
        ...(type.localized && locale !== null && { locale }),
        pagination: { pageSize: 100, withCount: false },
      },
      ...options,
    });
  const judge = probe(service, "list", list);
  const result = await readWhole<readonly JsonObject[], unknown>(service, list, "list");
  await judge(result[1]?.[0]);
  const isWhole = result[0] !== null || routes?.decides("list", type.uid) !== true;
  return isWhole ? result : readEach(service, result[1], status, options);
}

/** One by one: the route of a list was found to leave out parts, and the route of one document may not. */
async function readEach(
  service: TypedService,
  rows: readonly JsonObject[],
  status: Which["status"],
  options: CallOptions,
): Promise<Result<readonly JsonObject[], unknown>> {
  const { cms, type } = service;
  const found = await Promise.all(
    rows.map((row) => {
      const documentId = textIn(row, "documentId");
      const locale = textIn(row, "locale");
      const place = type.localized && locale !== "" ? { locale } : {};
      const read = (shape: ShapeParams) =>
        cms
          .collection<JsonObject>(type.name)
          .find({ documentId, params: { ...shape, status, ...place }, ...options });
      return readProbed(service, read);
    }),
  );
  return toRows(found);
}

/** One document, and beside it what its route makes of a question, where that is not known. */
async function readProbed(
  service: TypedService,
  read: (shape: ShapeParams) => Promise<Result<JsonObject, unknown>>,
): Promise<Result<JsonObject, unknown>> {
  const judge = probe(service, "one", read);
  const result = await readWhole(service, read);
  if (result[1]) await judge(result[1]);
  return result;
}

/** A single type has no list route: one question for each locale. */
async function readSingles(
  service: TypedService,
  { status, locale }: Which,
  options: CallOptions,
): Promise<Result<readonly JsonObject[], unknown>> {
  const { cms, type, catalog } = service;
  const read = (place: { readonly locale?: string }) =>
    readProbed(service, (shape) =>
      cms
        .single<JsonObject>(type.name)
        .find({ params: { ...shape, status, ...place }, ...options }),
    );
  const readIn = (codes: readonly string[]) =>
    Promise.all(codes.map((code) => read({ locale: code })));
  const codes = type.localized ? codesOf(locale, catalog) : [];
  const found = codes.length > 0 ? await readIn(codes) : [await read({})];
  // Who may not list the locales learns from one of them which others there are.
  const isUnlisted = codes.length === 0 && locale === undefined;
  if (isUnlisted) found.push(...(await readIn(othersIn(found[0]?.[1] ?? {}))));
  return toRows(found);
}

/** Those that there are, unless one could not be read. */
function toRows(
  found: readonly Result<JsonObject, unknown>[],
): Result<readonly JsonObject[], unknown> {
  const error = found.find(([problem]) => problem && problem.name !== "NotFoundError")?.[0];
  const rows = found.map(([, row]) => row).filter((row) => row !== null);
  return error ? [error, null, null] : [null, rows, null];
}

const codesOf = (locale: Which["locale"], { locales }: Catalog): readonly string[] =>
  locale === undefined ? locales.map(({ code }) => code) : [locale ?? []].flat();

const othersIn = ({ localizations }: JsonObject): string[] =>
  isArray(localizations) ? localizations.filter(isObject).map((one) => textIn(one, "locale")) : [];
