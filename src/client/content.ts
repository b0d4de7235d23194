/**
 * The registry of content types: augment it, and `cms.collection("articles")` knows its documents.
 *
 *     declare module "cms-content-browser" { interface CmsContentTypes { articles: Article } }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- empty until somebody augments it
export interface CmsContentTypes {}

type RegisteredUid = Extract<keyof CmsContentTypes, string>;

/** Any name while the registry is empty, else the registered ones. */
export type InferableUid = [RegisteredUid] extends [never] ? string : RegisteredUid;

export type DocumentOf<K> = K extends keyof CmsContentTypes ? CmsContentTypes[K] : AnyDocument;

/** Asks for one more argument, which nobody can give, when the type argument is missing. */
export type RequireTypeArgument<T> = [T] extends [never] ? [uidNotInRegistry: never] : [];

/** What every document has, whatever its type. */
export interface DocumentIdentity {
  readonly documentId: string;
}

export type AnyDocument = DocumentIdentity & Readonly<Record<string, unknown>>;

/** A role of the users-permissions plugin (specification, section 2). */
export interface CmsRole {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
}

/** A user account. `role` comes only when populated, as an object; some services give its id. */
export interface CmsUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly provider: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  readonly role?: number | CmsRole;
}
