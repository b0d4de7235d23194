import type { CallOptions, Result } from "../../client/index.ts";
import type { Address } from "../foundation/address.ts";
import { isSingle } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../foundation/json.ts";
import { findVersions } from "./versions.ts";
import { PendingValue } from "../foundation/async.ts";
import type { Outcome, ServiceFailure } from "../foundation/outcome.ts";
import { done, refused } from "../foundation/outcome.ts";

/** The published version of every localization, with its last change and its publication time. */
export type PublishedRows = readonly JsonObject[];

type Versions = Result<PublishedRows, unknown>;

/** Requests the published versions. Callers can wait for the result. */
export function requestPublished(
  service: TypedService,
  address: Address,
  options: CallOptions,
): PendingValue<PublishedRows> {
  if (!service.type.draftAndPublish) return PendingValue.of([]);
  const request = async (): Promise<Outcome<PublishedRows, ServiceFailure>> => {
    const [error, rows] = await readPublished(service, address, options);
    return error ? refused(error) : done(rows);
  };
  return new PendingValue(request());
}

async function readPublished(
  service: TypedService,
  address: Address,
  options: CallOptions,
): Promise<Versions> {
  const { type } = service;
  const fields = ["updatedAt", "publishedAt", ...(type.localized ? ["locale"] : [])];
  return isSingle(address)
    ? readPublishedSingles(service, fields, options)
    : findVersions(
        service,
        { ids: [address.id], status: "published", locale: "*", fields },
        options,
      );
}

/** A single type has no list route, so each locale takes one request. */
async function readPublishedSingles(
  { cms, type, catalog }: TypedService,
  fields: readonly string[],
  options: CallOptions,
): Promise<Versions> {
  const locales = type.localized ? catalog.locales.map(({ code }) => ({ locale: code })) : [];
  const answers = await Promise.all(
    (locales.length > 0 ? locales : [{}]).map((locale) =>
      cms
        .single<JsonObject>(type.name)
        .find({ params: { fields, status: "published", ...locale }, ...options }),
    ),
  );
  const error = answers.find(([problem]) => problem && problem.name !== "NotFoundError")?.[0];
  const rows = answers.map(([, row]) => row).filter((row) => row !== null);
  return error ? [error, null, null] : [null, rows, null];
}
