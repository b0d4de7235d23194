import type { CallOptions, Cms } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { usersType } from "../../foundation/address.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { LocatedRelation } from "./placedReferences.ts";
import { isListable, isUsers } from "./targetSearch.ts";

type RelationTarget = Pick<LocatedRelation, "target" | "documentId">;

/** Whether what a relation points to can be opened as a document or as a user. */
export function isOpenable({ target }: RelationTarget, { catalog }: Service): boolean {
  const type = catalog.targets.get(target);
  return type !== undefined && (isUsers(type) || isListable(type, catalog));
}

/**
 * Where the target of a relation stands: in the locale of the document that points to it. One request for
 * a user, who is known by a number; undefined where there is none, or nobody can be asked.
 */
export async function targetAddress(
  { cms, catalog }: Service,
  from: Address,
  { target, documentId }: RelationTarget,
  options: CallOptions = {},
): Promise<Address | undefined> {
  const type = catalog.targets.get(target);
  if (!type) return undefined;
  const { connection, locale = catalog.defaultLocale } = from;
  const inLocale = type.localized && locale ? { locale } : {};
  if (!isUsers(type)) return { connection, type: type.name, id: documentId, ...inLocale };
  const id = await userId(cms, documentId, options);
  return id === undefined ? undefined : { connection, type: usersType, id: String(id) };
}

async function userId(
  cms: Cms,
  documentId: string,
  options: CallOptions,
): Promise<number | undefined> {
  const params = { fields: ["username"], filters: { documentId: { $eq: documentId } } } as const;
  const [, users] = await cms.users().findMany({ params, ...options });
  return users?.[0]?.id;
}
