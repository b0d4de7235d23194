import type { AnyDocument } from "./content.ts";

declare global {
  /** Content types by the name of their route; see `CmsContentTypes` of the client. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- empty until somebody augments it
  interface CmsContentTypes {}
}

/**
 * The registry of content types: augment it, and `cms.collection("articles")` knows its documents
 * (specification, section 1). Keys are what the URL uses: pluralName, for a single type singularName.
 * From anywhere, in a file that imports or exports something:
 *
 *     declare global {
 *       interface CmsContentTypes {
 *         articles: Article;
 *       }
 *     }
 *
 * or by the specifier that the client is imported with:
 *
 *     declare module "../src/client/index.ts" {
 *       interface CmsContentTypes {
 *         articles: Article;
 *       }
 *     }
 *
 * Both end in this one registry. It takes interfaces only, and one entry for each key.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- members of its own come by augmentation
export interface CmsContentTypes extends globalThis.CmsContentTypes {}

type RegisteredUid = Extract<keyof CmsContentTypes, string>;

/** Any name while the registry is empty, else the registered ones. */
export type InferableUid = [RegisteredUid] extends [never] ? string : RegisteredUid;

/** What the registry says of a type; a document of any shape while it is empty. */
export type DocumentOf<Uid> = Uid extends keyof CmsContentTypes
  ? CmsContentTypes[Uid]
  : AnyDocument;

/** Asks for one more argument, which nobody can give, when the type argument is missing. */
export type RequireTypeArgument<T> = [T] extends [never] ? [uidNotInRegistry: never] : [];
