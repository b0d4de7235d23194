import type { AttributeSchema, CallOptions } from "../../../client/index.ts";
import { isNew } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { ContentType } from "../catalog.ts";
import type { TypedService } from "../catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick, textIn, valueIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { SchemaFailure } from "../schemaFailure.ts";
import { slugify } from "./slugify.ts";

/** An attribute with a slug that is made from the text of another one. */
export interface SlugField {
  readonly name: string;
  readonly target: string;
  readonly options: AttributeSchema["options"];
}

export const slugFieldsOf = ({ attributes }: Pick<ContentType, "attributes">): SlugField[] =>
  [...attributes].flatMap(([name, { type, targetField, options }]) =>
    type === "uid" && targetField !== undefined ? [{ name, target: targetField, options }] : [],
  );

/** The slug that the content's text makes, whether or not it is taken; empty where there is no text. */
export const slugIn = (content: JsonObject, { target, options }: SlugField): string =>
  slugify(textIn(content, target), options);

/** Whether a content lacks its slug, and has the text that makes one. */
export const lacksSlug = (content: JsonObject, field: SlugField): boolean =>
  [null, ""].includes(valueIn(content, field.name) as string | null) &&
  slugIn(content, field) !== "";

/** How many slugs are looked for in one request; services may limit a page to this few. */
const atOnce = 10;

/**
 * A slug with the suffix that Strapi gives it where it is taken: the first one that no other draft in the locale
 * of the document has.
 */
export async function freeSlug(
  service: TypedService,
  address: Address,
  { name, slug }: { readonly name: string; readonly slug: string },
  options: CallOptions = {},
): Promise<Outcome<string, SchemaFailure>> {
  if (service.type.kind === "single") return done(slug);
  for (let from = 0; ; from += atOnce) {
    const candidates = Array.from({ length: atOnce }, (_, at) => suffixed(slug, from + at));
    const asked = { params: paramsOf(service, address, name, candidates), ...options };
    const [error, rows] = await service.cms
      .collection<JsonObject>(service.type.name)
      .findMany(asked);
    if (error) return refused(error);
    const taken = new Set(rows.map((row) => textIn(row, name)));
    const free = candidates.find((one) => !taken.has(one));
    if (free !== undefined) return done(free);
  }
}

const suffixed = (slug: string, number: number): string =>
  number === 0 ? slug : `${slug}-${number}`;

function paramsOf(
  { type }: TypedService,
  address: Address,
  name: string,
  candidates: readonly string[],
) {
  const { locale } = address;
  return {
    status: "draft",
    fields: [name],
    filters: {
      [name]: { $in: candidates },
      ...(!isNew(address) && { documentId: { $ne: address.id } }),
    },
    pagination: { start: 0, limit: atOnce, withCount: false },
    ...(type.localized && locale && { locale }),
  } as const;
}

/** A content with a free slug wherever it lacks one. A slug that the service can't be asked about stays absent. */
export async function withFreeSlugs(
  service: TypedService,
  address: Address,
  content: JsonObject,
): Promise<JsonObject> {
  const lacking = slugFieldsOf(service.type).filter((field) => lacksSlug(content, field));
  const slugs = await Promise.all(
    lacking.map(async (field) => {
      const wanted = { name: field.name, slug: slugIn(content, field) };
      const [, slug] = await freeSlug(service, address, wanted);
      return slug === null ? [] : [[field.name, slug] as const];
    }),
  );
  const whole = { ...content, ...Object.fromEntries(slugs.flat()) };
  return pick(whole, [...service.type.attributes.keys()]);
}
