import type { AttributeSchema } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { isSingle } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { localeParameter } from "../../documents/snapshot/reader.ts";

/** A relation that only one document can have, and its target. */
interface ExclusiveRelation {
  readonly name: string;
  readonly documentId: string;
}

/**
 * The attributes of a content whose target another document points to by now, where only one can: the
 * service would take the relation away from that one without a word.
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

/** Whether no two documents can point to the same: the second to be saved takes it from the first. */
export const isExclusive = ({ relation, inversedBy }: AttributeSchema): boolean =>
  relation === "oneToOne" && inversedBy !== undefined;

/** In components the service allows several. */
const exclusiveRelationsIn = (content: JsonObject, { type }: TypedService): ExclusiveRelation[] =>
  [...type.attributes].flatMap(([name, attribute]) => {
    const value = content[name];
    return isExclusive(attribute) && isObject(value)
      ? [{ name, documentId: textIn(value, "documentId") }]
      : [];
  });

async function hasOwner(
  { cms, type }: TypedService,
  address: Address,
  { name, documentId }: ExclusiveRelation,
): Promise<Outcome<boolean, ChangeFailure>> {
  const [error, rows] = await cms.collection<JsonObject>(type.name).findMany({
    params: {
      status: "draft",
      fields: ["documentId"],
      filters: { [name]: { documentId: { $eq: documentId } } },
      ...localeParameter(address),
    },
  });
  // Who may not ask by it may not see it either.
  if (error) return /^(Forbidden|Validation)/.test(error.name) ? done(false) : refused(error);
  return done(rows.some((row) => row["documentId"] !== address.id));
}
