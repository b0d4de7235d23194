import type { AnyDocument } from "./content.ts";
import type { Filters } from "./filters.ts";
import type { KnownShape } from "./kinds.ts";
import type {
  CallOptions,
  DeleteParams,
  DocumentParams,
  ListParams,
  PublishParams,
  WriteParams,
} from "./params.ts";
import type { Payload } from "./payload.ts";
import type { FieldList, Populate } from "./populate.ts";

/** The params of a call that can go without any. */
export interface With<Params> extends CallOptions {
  readonly params?: Params;
}

/** What `findMany`, `pages`, `findFirst` and `count` take (specification, section 4.2). */
export interface ListInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CallOptions {
  readonly params?: ListParams<KnownShape<T>, Fields, Populating>;
}

/** Which document a call means. */
export interface DocumentInput extends CallOptions {
  /** The service's own name for a document: the same for its versions and localizations. */
  readonly documentId: string;
}

/** What `find` of a collection takes (specification, section 4.2). */
export interface FindInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: DocumentParams<KnownShape<T>, Fields, Populating>;
}

/** What is written, and how the answer is shaped. */
interface WriteInput<T, Fields, Populating> extends CallOptions {
  /** The body; `data` holds the attributes. */
  readonly payload: Payload<T>;
  readonly params?: WriteParams<KnownShape<T>, Fields, Populating>;
}

/** What `create` takes (specification, section 4.2). */
export interface CreateInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends WriteInput<T, Fields, Populating> {
  /**
   * With `params.locale`: finds the document of the default locale that the localization belongs
   * to, drafts included; without a match, or without filters, one is made. Without a locale they
   * are not looked at.
   */
  readonly filters?: Filters<KnownShape<T>>;
  /**
   * With `params.locale`: a new document that has this localization alone, and none of the default
   * locale (real service; the specification does not show it).
   */
  readonly standalone?: boolean;
}

/** What `update` takes (specification, section 4.2). */
export interface UpdateInput<T = AnyDocument, Fields = FieldList<T>, Populating = Populate<T>>
  extends DocumentInput, WriteInput<T, Fields, Populating> {}

/** What `upsert` takes (specification, section 4.2). */
export interface UpsertInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends WriteInput<T, Fields, Populating> {
  /**
   * Must identify the document: the first match is updated. The specification allows none and warns
   * of it; here an empty filter is a RequestError.
   */
  readonly filters: Filters<KnownShape<T>>;
}

/** What `publish` takes: no payload, since the draft stays as it is (specification, section 3). */
export interface PublishInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: PublishParams<KnownShape<T>, Fields, Populating>;
}

/** What `delete` takes (specification, section 4.2). */
export interface DeleteInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: DeleteParams<KnownShape<T>, Fields, Populating>;
}
