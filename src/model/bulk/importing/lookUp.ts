import { urlChunks, sizeInUrl } from "../../foundation/chunks.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import { isUsers } from "../../documents/references/targetSearch.ts";

/** How many values go into one question, at most. */
const maxValuesPerRequest = 100;

/** What documents are looked up by. */
export interface ValueQuery {
  readonly type: ContentType;
  /** `documentId`, or an attribute of the type. */
  readonly by: string;
  readonly values: readonly string[];
  /** All locales where it is absent. */
  readonly locale?: string | undefined;
}

/** A draft, or a user, that has one of the values. */
export interface Match {
  readonly value: string;
  readonly documentId: string;
  /** Empty where the type has none. */
  readonly locale: string;
}

/** Whatever has one of these values, as many values in one request as its URL has room for. */
export async function findByValues(
  service: Service,
  query: ValueQuery,
  signal?: AbortSignal,
): Promise<Outcome<readonly Match[]>> {
  const wanted = [...new Set(query.values)];
  const found: Match[] = [];
  // Each stands in the URL beside what it is looked up by.
  const sizeOf = (value: string): number => sizeInUrl(value) + query.by.length + 40;
  for (const values of urlChunks(wanted, sizeOf, maxValuesPerRequest)) {
    const [failure, matches] = await requestMatches(service, { ...query, values }, signal);
    if (failure) return [failure, null];
    found.push(...matches);
  }
  return done(found);
}

async function requestMatches(
  { cms }: Service,
  { type, by, values, locale = "*" }: ValueQuery,
  signal: AbortSignal | undefined,
): Promise<Outcome<readonly Match[]>> {
  const filters = { [by]: { $in: values } };
  const options = signal ? { signal } : {};
  const [error, rows] = isUsers(type)
    ? await cms.users().findMany({ params: { filters }, ...options })
    : await cms.collection<JsonObject>(type.name).findMany({
        all: true,
        params: {
          status: "draft",
          filters,
          fields: ["documentId", by, ...(type.localized ? ["locale"] : [])],
          ...(type.localized && { locale }),
        },
        ...options,
      });
  if (error) return refused(error);
  const matches = rows.map((row) => toMatch(asJson(row), by));
  // A database may take letters of either case for the same.
  return done(matches.filter(({ value }) => values.includes(value)));
}

const toMatch = (row: JsonObject, by: string): Match => ({
  value: keyTextOf(row[by]) ?? "",
  documentId: textIn(row, "documentId"),
  locale: textIn(row, "locale"),
});

/** What a value is looked up by; undefined for what nothing is found by. */
export const keyTextOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
};
