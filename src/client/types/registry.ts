import type { AnyDocument } from "./content.ts";
import type { Refused } from "./limits.ts";

declare global {
  /** The registry of content types: keys are names in URLs, values are document types. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- empty until a program augments it
  interface CmsContentTypes {}
  /** What the service's schema says about the registered types: keys are the same names. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- empty until a program augments it
  interface CmsContentTypeFacts {}
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

/**
 * Facts about the registered types, such as `{ kind: "collection", drafts: true, localized: false,
 * required: "title" }`. They turn more mistakes into compile errors. A type without facts accepts
 * every call. It is augmented like `CmsContentTypes`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- members of its own come by augmentation
export interface CmsContentTypeFacts extends globalThis.CmsContentTypeFacts {}

/**
 * What a schema says about a content type. An absent fact is unknown. `drafts` is the type's
 * `draftAndPublish`, and `localized` says whether it has localizations. `required` are the names of
 * the attributes that a document needs to be published; `never` for none.
 */
export type ContentTypeFacts = Readonly<
  Partial<
    Record<"kind", TypeKind> & Record<"drafts" | "localized", boolean> & Record<"required", string>
  >
>;

/** Whether a content type has many documents or one. */
export type TypeKind = "collection" | "single";

type RegisteredUid = Extract<keyof CmsContentTypes, string>;

type IsOther<Uid, Kind> =
  FactsOf<Uid> extends { readonly kind: Exclude<TypeKind, Kind> } ? true : false;

/** Any name while the registry is empty, otherwise the registered names of this kind. */
export type InferableUid<Kind extends TypeKind = TypeKind> = [RegisteredUid] extends [never]
  ? string
  : { [Uid in RegisteredUid]: IsOther<Uid, Kind> extends true ? never : Uid }[RegisteredUid];

/** The registered document type, or `AnyDocument` for a name that is not registered. */
export type DocumentOf<Uid> = Uid extends keyof CmsContentTypes
  ? CmsContentTypes[Uid]
  : AnyDocument;

/** The registered facts, or none. */
export type FactsOf<Uid> = Uid extends keyof CmsContentTypeFacts
  ? CmsContentTypeFacts[Uid]
  : ContentTypeFacts;

/** Requires an argument of type `never`, a compile error, when the type argument is missing. */
export type RequireTypeArgument<T> = [T] extends [never] ? [uidNotInRegistry: never] : [];

/**
 * Requires a type argument for the documents. Without one, `Uid` is inferred from the argument; with
 * one, it is `never`.
 */
export type UidWithTypeArgument<Uid extends string> = [Uid] extends [never]
  ? string
  : Refused<"A name that is not registered for this method needs a type argument"> & Uid;
