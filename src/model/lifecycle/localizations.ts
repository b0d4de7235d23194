import type { CallOptions, Result } from "../../client/index.ts";
import { isSingle } from "../address.ts";
import type { Address } from "../address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../json.ts";
import { readWhole } from "../documents/shape.ts";

interface Which {
  readonly status: "draft" | "published";
  /** All of them, unless it names one. */
  readonly locale?: string | undefined;
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
        ...(type.localized && { locale }),
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
  const all = type.localized ? catalog.locales.map(({ code }) => code) : [];
  const named = type.localized && locale !== undefined ? [locale] : all;
  const places = named.length > 0 ? named.map((code) => ({ locale: code })) : [{}];
  const found = await Promise.all(
    places.map((place) =>
      readWhole(service, (shape) =>
        cms
          .single<JsonObject>(type.name)
          .find({ params: { ...shape, status, ...place }, ...options }),
      ),
    ),
  );
  const error = found.find(([problem]) => problem && problem.name !== "NotFoundError")?.[0];
  const rows = found.map(([, row]) => row).filter((row) => row !== null);
  return error ? [error, null, null] : [null, rows, null];
}
