import type { CallOptions, Result } from "../../client/index.ts";
import { isSingle } from "../address.ts";
import type { Address } from "../address.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../json.ts";
import { isArray, isObject, textIn } from "../json.ts";
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
  const { cms, type } = service;
  if (isSingle(address)) return readSingles(service, which, options);
  const { status, locale = "*" } = which;
  return readWhole<readonly JsonObject[], unknown>(service, (shape) =>
    cms.collection<JsonObject>(type.name).findMany({
      params: {
        ...shape,
        filters: { documentId: { $eq: address.id } },
        status,
        ...(type.localized && locale !== null && { locale }),
        pagination: { pageSize: 100, withCount: false },
      },
      ...options,
    }),
  );
}

/** A single type has no list route: one question for each locale. */
async function readSingles(
  service: TypedService,
  { status, locale }: Which,
  options: CallOptions,
): Promise<Result<readonly JsonObject[], unknown>> {
  const { cms, type, catalog } = service;
  const read = (place: { readonly locale?: string }) =>
    readWhole(service, (shape) =>
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
