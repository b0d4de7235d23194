/** Where a document or user stands: what makes two of them the same one. */
export interface Address {
  /** The connection's id. */
  readonly connection: string;
  /** The name that the type's URL uses: `articles`, `homepage`, `users`. */
  readonly type: string;
  /** Absent where the type is not localized. */
  readonly locale?: string;
  /** documentId, a user's numeric id in digits, or `-` for the one document of a single type. */
  readonly id: string;
}

/** The type name of user accounts; the service keeps it for itself. */
export const usersType = "users";

/** The id of a single type's document. */
export const singleId = "-";

export const isUser = ({ type }: Address): boolean => type === usersType;

export const isSingle = ({ id }: Address): boolean => id === singleId;

/** One string for one identity, fit for a Map. */
export const keyOf = ({ connection, type, locale, id }: Address): string =>
  [connection, type, locale ?? "-", id].map(encodeURIComponent).join("/");

export const isSame = (a: Address, b: Address): boolean => keyOf(a) === keyOf(b);
