import type { Address } from "../foundation/address.ts";
import { pick, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { lacksSlug, slugFieldsOf, slugIn } from "../schemas/slugs.ts";
import { findByValues } from "../reading/lookup.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";

const valuesPerRequest = 10;

/** The slug, or the first with Strapi's suffix, that no other draft in the locale has. */
export const freeSlug = (
  service: TypedService,
  address: Pick<Address, "id" | "locale">,
  { name, slug }: { readonly name: string; readonly slug: string },
  options: ReadOptions = {},
): ReadResult<string> =>
  service.type.kind === "single"
    ? Promise.resolve(done(slug))
    : freeValue(
        service,
        address,
        { name, valueAt: (at) => (at === 0 ? slug : `${slug}-${at}`) },
        options,
      );

/** The first value of a series that no other draft in the locale has. */
async function freeValue(
  service: TypedService,
  { id, locale }: Pick<Address, "id" | "locale">,
  { name, valueAt }: { readonly name: string; readonly valueAt: (at: number) => string },
  options: ReadOptions = {},
): ReadResult<string> {
  const { type } = service;
  for (let offset = 0; ; offset += valuesPerRequest) {
    const values = Array.from({ length: valuesPerRequest }, (_, at) => valueAt(offset + at));
    const query = { type, path: [name], values, locale: locale ?? null } as const;
    const [failure, rows] = await findByValues(service, query, options);
    if (failure) return failed(failure);
    const otherRows = rows.filter((row) => row["documentId"] !== id);
    const takenValues = new Set(otherRows.map((row) => textIn(row, name)));
    const free = values.find((value) => !takenValues.has(value));
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

/**
 * The content of a copy with a number in its title, such as `Tea (2)`, and in the other texts that
 * it must have and that must be unique. So it can be told from the original, and saved at once.
 */
export async function withNumberedTexts(
  service: TypedService,
  address: Address,
  copy: JsonObject,
  original: JsonObject,
): Promise<JsonObject> {
  const { attributes, titleField } = service.type;
  const fields = [...attributes].filter(
    ([name, { type, required, unique }]) =>
      type === "string" &&
      textIn(original, name) !== "" &&
      (name === titleField || (required === true && unique === true)),
  );
  const texts = await Promise.all(
    fields.map(async ([name, { maxLength = Infinity }]) => {
      // A longer number is a year or part of a name.
      const start = textIn(original, name).replace(/ \(\d{1,2}\)$/, "");
      const valueAt = (at: number): string => {
        const number = ` (${at + 2})`;
        // A cut must not leave half of a character.
        return start.slice(0, maxLength - number.length).replace(/[\uD800-\uDBFF]$/, "") + number;
      };
      const [, value] = await freeValue(service, address, { name, valueAt });
      return [name, value ?? valueAt(0)] as const;
    }),
  );
  return pick({ ...copy, ...Object.fromEntries(texts) }, [...attributes.keys()]);
}
