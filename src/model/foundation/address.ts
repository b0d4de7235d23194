import { randomBytes } from "node:crypto";

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

/** The type name of media files: no type can be called that, for names in URLs have no underscore. */
export const mediaType = "media_files";

/** The uid of the type of accounts, and of what their `role` points to. */
export const userUid = "plugin::users-permissions.user";
export const roleUid = "plugin::users-permissions.role";

/** The id of a single type's document. */
export const singleId = "-";

/** An id for a document that nobody has made yet: the service's own have no hyphen. */
export const newDocumentId = (): string => `new-${randomBytes(6).toString("hex")}`;

/** Whether it is of a document that was never saved: the service knows nothing of it. */
export const isNew = ({ id }: Address): boolean => id.startsWith("new-");

/** What the id of a localization begins with that was never saved; an id of `newId` has no second hyphen. */
const inDocument = "new-in-";

/** The address of a localization while it is unsaved: it names the document that the first save adds it to. */
export const newLocalization = (address: Address): Address => ({
  ...address,
  id: inDocument + address.id,
});

/** Where an unsaved localization will be; undefined for any other address. */
export const localizationTarget = (address: Address): Address | undefined =>
  address.id.startsWith(inDocument)
    ? { ...address, id: address.id.slice(inDocument.length) }
    : undefined;

export const isUser = ({ type }: Address): boolean => type === usersType;

export const isMediaFile = ({ type }: Pick<Address, "type">): boolean => type === mediaType;

export const isSingle = ({ id }: Address): boolean => id === singleId;

/** One string for one identity, fit for a Map. */
export const keyOf = ({ connection, type, locale, id }: Address): string =>
  [connection, type, locale ?? "-", id].map(encoded).join("/");

/** A text as part of a URI. Half of a surrogate pair, which none can hold, becomes a mark. */
export const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, "\uFFFD"));

export const isSame = (a: Address, b: Address): boolean => keyOf(a) === keyOf(b);

/** Whether they are one document, in whatever locales. */
export const isSameDocument = (a: Address, b: Address): boolean =>
  isSame({ ...a, locale: "*" }, { ...b, locale: "*" });
