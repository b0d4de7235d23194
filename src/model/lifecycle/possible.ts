import type { Address } from "../address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { isSeenWhole } from "../saving/changes.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import { referencesIn } from "../references/references.ts";
import type { Reference } from "../references/references.ts";
import { takenIn } from "../saving/taken.ts";
import { isEmpty } from "../saving/wire.ts";

/** What can be made of a content, and what of it can't, by name. */
interface Possible {
  readonly content: JsonObject;
  readonly left: readonly string[];
}

/** What of a content its type still has, and no other document has taken since. */
export async function possibleIn(
  service: TypedService,
  address: Address,
  whole: JsonObject,
): Promise<Outcome<Possible>> {
  const { attributes } = service.type;
  const [failure, taken] = await takenIn(service, address, { content: whole });
  if (failure) return failed(failure);
  const isPossible = (name: string) =>
    attributes.has(name) &&
    !taken.includes(name) &&
    isSeenWhole(attributes.get(name), service.catalog);
  const all = Object.entries(whole).filter(([name]) => !/^\$(schema)?$/.test(name));
  const references = referencesIn(whole, attributes, service.catalog);
  return done({
    content: Object.fromEntries(all.filter(([name]) => isPossible(name))),
    left: all
      .filter(([name, value]) => !isPossible(name) && !isEmpty(value))
      .map(([name]) =>
        nameOf(references.find(({ path }) => path === name) ?? { path: name, title: "" }),
      ),
  });
}

/** A reference as a person knows it: `category (Travel)`. */
export const nameOf = ({ path, title }: Pick<Reference, "path" | "title">): string =>
  title === "" ? path : `${path} (${title})`;
