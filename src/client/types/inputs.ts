import type { AnyDocument } from "./content.ts";
import type { Filters } from "./filters.ts";
import type { KnownShape } from "./kinds.ts";
import type {
  CallOptions,
  DeleteParams,
  DocumentParams,
  ListParams,
  LocalizationParams,
  PublishParams,
  WriteParams,
} from "./params.ts";
import type { Payload } from "./payload.ts";
import type { FieldList, Populate } from "./populate.ts";

/** The input of a call whose params are optional. */
export interface CallInput<Params> extends CallOptions {
  readonly params?: Params;
}

/** The input of `findMany`, `pages`, `findFirst` and `count`. */
export interface ListInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CallOptions {
  readonly params?: ListParams<KnownShape<T>, Fields, Populating>;
}

/** The input of a call on one document. */
export interface DocumentInput extends CallOptions {
  /** The service's id of the document, shared by its versions and localizations. */
  readonly documentId: string;
}

/** The input of a collection's `find`. */
export interface FindInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: DocumentParams<KnownShape<T>, Fields, Populating>;
}

/** The input of `create`. */
export interface CreateInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CallOptions {
  /** The body of the request; `data` contains the attributes. */
  readonly payload: Payload<T>;
  readonly params?: WriteParams<KnownShape<T>, Fields, Populating>;
}

/** The document to add a localization to; a new document when both keys are absent. */
export type DocumentToLocalize<T = AnyDocument> =
  | { readonly documentId: string; readonly filters?: never }
  | {
      /**
       * Finds the document in the default locale, including drafts; the first match. An empty
       * filter is a RequestError.
       */
      readonly filters: Filters<KnownShape<T>>;
      readonly documentId?: never;
    }
  | { readonly documentId?: never; readonly filters?: never };

/** The input of `createLocalization`. */
export type CreateLocalizationInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> = CallOptions &
  DocumentToLocalize<T> & {
    /** The body of the request; `data` contains the attributes. */
    readonly payload: Payload<T>;
    readonly params: LocalizationParams<KnownShape<T>, Fields, Populating>;
  };

/** The input of `update`. */
export interface UpdateInput<T = AnyDocument, Fields = FieldList<T>, Populating = Populate<T>>
  extends DocumentInput, CreateInput<T, Fields, Populating> {}

/** The input of `upsert`. */
export interface UpsertInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CreateInput<T, Fields, Populating> {
  /**
   * Must identify the document: `upsert` updates the first match. An empty filter is a
   * RequestError.
   */
  readonly filters: Filters<KnownShape<T>>;
}

/** The input of `publish`. It has no payload, since the draft is published unchanged. */
export interface PublishInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: PublishParams<KnownShape<T>, Fields, Populating>;
}

/** The input of `delete`. */
export interface DeleteInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: DeleteParams<KnownShape<T>, Fields, Populating>;
}
