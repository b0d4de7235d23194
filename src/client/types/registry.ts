import type { AnyDocument } from "./content.ts";

declare global {
  /** The registry of content types: keys are names in URLs, values are document types. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- empty until a program augments it
  interface CmsContentTypes {}
}

/**
 * The registry of content types. Augment it to type the documents of `cms.collection("articles")`.
 * Keys are the names in the URL: the pluralName, or the singularName of a single type.
 *
 * Augment it in any file that has an import or export, globally:
 *
 *     declare global {
 *       interface CmsContentTypes {
 *         articles: Article;
 *       }
 *     }
 *
 * or through the package:
 *
 *     declare module "cms-content" {
 *       interface CmsContentTypes {
 *         articles: Article;
 *       }
 *     }
 *
 * Both forms extend the same registry. It accepts interfaces only, and one entry for each key.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- members of its own come by augmentation
export interface CmsContentTypes extends globalThis.CmsContentTypes {}

type RegisteredUid = Extract<keyof CmsContentTypes, string>;

/** Any name while the registry is empty, otherwise the registered names. */
export type InferableUid = [RegisteredUid] extends [never] ? string : RegisteredUid;

/** The registered document type, or `AnyDocument` for a name that is not registered. */
export type DocumentOf<Uid> = Uid extends keyof CmsContentTypes
  ? CmsContentTypes[Uid]
  : AnyDocument;

/** Requires an argument of type `never`, a compile error, when the type argument is missing. */
export type RequireTypeArgument<T> = [T] extends [never] ? [uidNotInRegistry: never] : [];
