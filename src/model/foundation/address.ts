import { randomBytes } from "node:crypto";

/** Identifies a document or a user. Two equal addresses name the same one. */
export interface Address {
  readonly connection: string;
  /** The name that the type's URL uses: `articles`, `homepage`, `users`. */
  readonly type: string;
  /** Absent where the type is not localized. */
  readonly locale?: string;
  /** documentId, a user's numeric id in digits, or `-` for the one document of a single type. */
  readonly id: string;
}

/** The type name of user accounts, which the service reserves. */
export const usersType = "users";

/** The type name of media files. No type can have it: names in URLs contain no underscore. */
export const mediaType = "media_files";

export const userUid = "plugin::users-permissions.user";
export const roleUid = "plugin::users-permissions.role";

export const singleId = "-";

/** An id for a document that is not saved yet. Ids of the service contain no hyphen. */
export const newDocumentId = (): string => `new-${randomBytes(6).toString("hex")}`;

/** No document of a service has this id. */
export const unusedId = "0".repeat(24);

/** Whether the document was never saved. The service does not know it. */
export const isNew = ({ id }: Address): boolean => id.startsWith("new-");

/** The id prefix of an unsaved localization. An id of `newDocumentId` has no second hyphen. */
const inDocument = "new-in-";

/** The address of an unsaved localization. It names the document that the first save adds it to. */
export const newLocalization = (address: Address): Address => ({
  ...address,
  id: inDocument + address.id,
});

/** The address that an unsaved localization gets; undefined for any other address. */
export const localizationTarget = (address: Address): Address | undefined =>
  address.id.startsWith(inDocument)
    ? { ...address, id: address.id.slice(inDocument.length) }
    : undefined;

export const isUser = ({ type }: Address): boolean => type === usersType;

export const isMediaFile = ({ type }: Pick<Address, "type">): boolean => type === mediaType;

export const isSingle = ({ id }: Address): boolean => id === singleId;

export const keyOf = ({ connection, type, locale, id }: Address): string =>
  [connection, type, locale ?? "-", id].map(encoded).join("/");

/** Encodes a text for a URI. A lone surrogate, which no URI can contain, is replaced. */
export const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, "\uFFFD"));

export const isSame = (a: Address, b: Address): boolean => keyOf(a) === keyOf(b);

/** Whether both are the same document, in any locale. */
export const isSameDocument = (a: Address, b: Address): boolean =>
  isSame({ ...a, locale: "*" }, { ...b, locale: "*" });

export type CollectionAddress = Pick<Address, "connection" | "type">;

export const localeParameter = ({ locale }: Address): { locale?: string } =>
  locale ? { locale } : {};

/** A document as requests name it. The document of a single type has no documentId there. */
export const documentTarget = (address: Address) => ({
  documentId: isSingle(address) ? undefined : address.id,
  ...localeParameter(address),
});
