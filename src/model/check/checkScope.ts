import { isSameDocument, type Address, type CollectionAddress } from "../foundation/address.ts";
import type { Connection } from "../connect/connection.ts";
import { hidesRows, type ListQuery } from "../content/listQuery.ts";
import type { Service } from "../schemas/catalogs.ts";

export type CheckTarget =
  /** All types of a connection, or these, in all locales. */
  | {
      readonly kind: "connection";
      readonly connection: string;
      readonly types?: readonly string[];
    }
  /** The documents of a type that match the list query. Without a locale, in all locales. */
  | {
      readonly kind: "collection";
      readonly collection: CollectionAddress;
      readonly listQuery: ListQuery;
    }
  /** One localization of a document. Without a locale, all of them. */
  | { readonly kind: "document"; readonly address: Address };

export interface CheckedType extends CollectionAddress {
  /** All locales if absent. */
  readonly locale?: string | undefined;
  /** The only document to read; absent to read all that match. */
  readonly id?: string;
  readonly listQuery: ListQuery;
}

export interface CheckScope {
  readonly connection: Connection;
  readonly otherConnections: readonly Connection[];
  readonly service: Pick<Service, "catalog">;
  readonly target: CheckTarget;
}

export function checkedConnection(target: CheckTarget): string {
  switch (target.kind) {
    case "connection":
      return target.connection;
    case "collection":
      return target.collection.connection;
    case "document":
      return target.address.connection;
  }
}

export function checkedTypes(
  target: CheckTarget,
  { catalog }: Pick<Service, "catalog">,
): CheckedType[] {
  const connection = checkedConnection(target);
  switch (target.kind) {
    case "connection":
      return [...(target.types ?? catalog.types.keys())].map((type) => {
        return { connection, type, listQuery: {} };
      });
    case "collection": {
      const { collection, listQuery } = target;
      return [{ ...collection, listQuery, locale: listQuery.locale }];
    }
    case "document": {
      const { type, id, locale } = target.address;
      return [{ connection, type, id, listQuery: {}, locale }];
    }
  }
}

/** Whether a check reads only some documents of a type, so that others may have the same value. */
export const isPartOfType = ({ id, listQuery }: CheckedType): boolean =>
  id !== undefined || hidesRows(listQuery);

export const isInTarget = (target: CheckTarget, address: Address): boolean =>
  target.kind !== "document" || isSameDocument(target.address, address);
