import type { Address } from "../foundation/address.ts";
import { pick, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { lacksSlug, slugFieldsOf, slugIn } from "../schemas/slugs.ts";
import { findByValues } from "../reading/lookup.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";

const slugsPerRequest = 10;

/** The slug, or the first with Strapi's suffix, that no other draft in the locale has. */
export async function freeSlug(
  service: TypedService,
  { id, locale }: Pick<Address, "id" | "locale">,
  { name, slug }: { readonly name: string; readonly slug: string },
  options: ReadOptions = {},
): ReadResult<string> {
  const { type } = service;
  if (type.kind === "single") return done(slug);
  for (let offset = 0; ; offset += slugsPerRequest) {
    const suffixes = Array.from({ length: slugsPerRequest }, (_, at) => offset + at);
    const values = suffixes.map((number) => (number === 0 ? slug : `${slug}-${number}`));
    const query = { type, path: [name], values, locale: locale ?? null } as const;
    const [failure, rows] = await findByValues(service, query, options);
    if (failure) return failed(failure);
    const otherRows = rows.filter((row) => row["documentId"] !== id);
    const takenSlugs = new Set(otherRows.map((row) => textIn(row, name)));
    const free = values.find((value) => !takenSlugs.has(value));
    if (free !== undefined) return done(free);
  }
}

/** Adds free slugs where they are absent. A slug that can't be checked stays absent. */
export async function withFreeSlugs(
  service: TypedService,
  address: Address,
  content: JsonObject,
): Promise<JsonObject> {
  const missingFields = slugFieldsOf(service.type).filter((field) => lacksSlug(content, field));
  const slugs = await Promise.all(
    missingFields.map(async (field) => {
      const wantedSlug = { name: field.name, slug: slugIn(content, field) };
      const [, slug] = await freeSlug(service, address, wantedSlug);
      return slug === null ? [] : [[field.name, slug] as const];
    }),
  );
  const completedContent = { ...content, ...Object.fromEntries(slugs.flat()) };
  return pick(completedContent, [...service.type.attributes.keys()]);
}
