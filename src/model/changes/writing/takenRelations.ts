import type { AttributeSchema } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { isSingle } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, hasName, isServiceFailure } from "../../foundation/outcome.ts";
import { findByValues } from "../../reading/lookup.ts";
import type { ChangeFailure } from "../changeFailure.ts";

/** A relation whose target only one document can have, and that target. */
interface ExclusiveRelation {
  readonly name: string;
  readonly documentId: string;
}

/**
 * Returns the attributes of a content whose target now belongs to another document, and can belong
 * to only one. The service would remove the relation from that document without an error.
 */
export async function takenRelations(
  service: TypedService,
  address: Address,
  { content, now = {} }: { readonly content: JsonObject; readonly now?: JsonObject },
): Promise<Outcome<readonly string[], ChangeFailure>> {
  const earlier = new Set(exclusiveRelationsIn(now, service).map(exclusiveKey));
  const wanted = exclusiveRelationsIn(content, service).filter(
    (one) => !earlier.has(exclusiveKey(one)),
  );
  const taken: string[] = [];
  for (const one of isSingle(address) ? [] : wanted) {
    const [failure, isTaken] = await hasOwner(service, address, one);
    if (failure) return failed(failure);
    if (isTaken) taken.push(one.name);
  }
  return done(taken);
}

const exclusiveKey = ({ name, documentId }: ExclusiveRelation): string => `${name} ${documentId}`;

/**
 * Returns whether two documents can't have the same target. The document saved last takes it from
 * the other.
 */
export const isExclusive = ({ relation, inversedBy }: AttributeSchema): boolean =>
  relation === "oneToOne" && inversedBy !== undefined;

/** In components, the service allows several documents to have the same target. */
const exclusiveRelationsIn = (content: JsonObject, { type }: TypedService): ExclusiveRelation[] =>
  [...type.attributes].flatMap(([name, attribute]) => {
    const value = content[name];
    return isExclusive(attribute) && isObject(value)
      ? [{ name, documentId: textIn(value, "documentId") }]
      : [];
  });

async function hasOwner(
  service: TypedService,
  { id, locale }: Address,
  { name, documentId }: ExclusiveRelation,
): Promise<Outcome<boolean, ChangeFailure>> {
  const { type } = service;
  const query = { type, path: [name, "documentId"], values: [documentId] } as const;
  const [failure, owners] = await findByValues(service, { ...query, locale: locale ?? null });
  if (!failure) return done(owners.some((owner) => owner["documentId"] !== id));
  // A client that may not filter by the relation may not see it either.
  const isHidden =
    isServiceFailure(failure) && hasName(failure.error, "ForbiddenError", "ValidationError");
  return isHidden ? done(false) : failed(failure);
}
