import type { AttributeSchema } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { isSingle } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { localeOf } from "../../documents/snapshot/reader.ts";

/** A relation that only one document can have, and its target. */
interface Exclusive {
  readonly name: string;
  readonly documentId: string;
}

/**
 * The attributes of a content whose target another document points to by now, where only one can: the
 * service would take the relation away from that one without a word.
 */
export async function takenIn(
  service: TypedService,
  address: Address,
  { content, now = {} }: { readonly content: JsonObject; readonly now?: JsonObject },
): Promise<Outcome<readonly string[]>> {
  const held = new Set(exclusiveIn(now, service).map(nameOf));
  const wanted = exclusiveIn(content, service).filter((one) => !held.has(nameOf(one)));
  const taken: string[] = [];
  for (const one of isSingle(address) ? [] : wanted) {
    const [failure, isTaken] = await hasOwner(service, address, one);
    if (failure) return failed(failure);
    if (isTaken) taken.push(one.name);
  }
  return done(taken);
}

const nameOf = ({ name, documentId }: Exclusive): string => `${name} ${documentId}`;

/** Whether no two documents can point to the same: the second to be saved takes it from the first. */
export const isExclusive = ({ relation, inversedBy }: AttributeSchema): boolean =>
  relation === "oneToOne" && inversedBy !== undefined;

/** In components the service allows several. */
const exclusiveIn = (content: JsonObject, { type }: TypedService): Exclusive[] =>
  [...type.attributes].flatMap(([name, attribute]) => {
    const value = content[name];
    return isExclusive(attribute) && isObject(value)
      ? [{ name, documentId: textIn(value, "documentId") }]
      : [];
  });

async function hasOwner(
  { cms, type }: TypedService,
  address: Address,
  { name, documentId }: Exclusive,
): Promise<Outcome<boolean>> {
  const [error, rows] = await cms.collection<JsonObject>(type.name).findMany({
    params: {
      status: "draft",
      fields: ["documentId"],
      filters: { [name]: { documentId: { $eq: documentId } } },
      ...localeOf(address),
    },
  });
  // Who may not ask by it may not see it either.
  if (error) return /^(Forbidden|Validation)/.test(error.name) ? done(false) : refused(error);
  return done(rows.some((row) => row["documentId"] !== address.id));
}
