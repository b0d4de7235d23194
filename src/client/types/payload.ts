import type { EntityOf, IsLoose, IsZone, PlainPartOf, SystemFields } from "./kinds.ts";

/** What the service gives, and refuses or ignores in a body. */
type GivenByService = keyof SystemFields | "createdBy" | "updatedBy" | "localizations";

/** A document by its documentId. A row's number would do for some types; publishing renews it. */
export type DocumentReference = string | { readonly documentId: string };

/** A document to relate to, and where it goes in an ordered list. */
export interface Connection {
  readonly documentId: string;
  /** A localization, or a version, other than that of the document that is written. */
  readonly locale?: string;
  readonly status?: "draft" | "published";
  /** Before or after another one, by documentId, or at an end. */
  readonly position?:
    | { readonly before: string }
    | { readonly after: string }
    | { readonly start: true }
    | { readonly end: true };
}

/** Changes a relation: either all of it (`set`), or what is named (`connect`, `disconnect`). */
export type RelationChange =
  | {
      readonly connect?: readonly (string | Connection)[];
      readonly disconnect?: readonly DocumentReference[];
      readonly set?: never;
    }
  | {
      readonly set: readonly DocumentReference[];
      readonly connect?: never;
      readonly disconnect?: never;
    };

/**
 * A component with some of its fields; with the `id` of the draft's own one it is merged into that.
 */
type ComponentData<Component> = Component extends unknown
  ? { readonly id?: number } & AttributeData<Component>
  : never;

/** An entry of a zone; `__component` says which component it is. */
type EntryData<Entry> = Entry extends { readonly __component: string }
  ? Pick<Entry, "__component"> & ComponentData<Entry>
  : never;

type EntityData<Entity> =
  IsZone<Entity> extends true
    ? EntryData<Entity>
    : "documentId" extends keyof Entity
      ? DocumentReference
      : ComponentData<Entity>;

/** What may stand for an attribute of entities: a list where it is one. */
type RelatedData<Value, Entity> =
  | (Exclude<Value, null> extends readonly unknown[]
      ? readonly EntityData<Entity>[]
      : EntityData<Entity>)
  | ("documentId" extends keyof Entity ? RelationChange : never)
  | PlainPartOf<Value>;

type ValueData<Value> = [EntityOf<Value>] extends [never]
  ? Value
  : RelatedData<Value, EntityOf<Value>>;

type AttributeData<T> = {
  readonly [Key in keyof T as Key extends GivenByService | "__component" ? never : Key]?: ValueData<
    Exclude<T[Key], undefined>
  > | null;
};

/**
 * The attributes of a document to write, all of them optional; null clears one. Relations and media
 * are named by documentId, or changed by `connect`, `disconnect` and `set`; a list of components or
 * of a zone's entries replaces the one that was there.
 */
export type DocumentData<T = Readonly<Record<string, unknown>>> =
  IsLoose<T> extends true ? Partial<Omit<T, "documentId">> : AttributeData<T>;

/** The body of a document write (specification, section 4.2). */
export interface Payload<T = Readonly<Record<string, unknown>>> {
  /** Has to be there, be it empty: a body without it is a ValidationError. */
  readonly data: DocumentData<T>;
}

/** A role by its number or documentId, as text too, or as the service asks for relations. */
type RoleData =
  | number
  | string
  | {
      readonly connect: readonly (
        string | { readonly id: number } | { readonly documentId: string }
      )[];
    };

/**
 * A user's own fields, sent as they are, not wrapped in `data` (specification, section 4.1). The
 * service asks for `username`, `email`, `password` and `role` when it creates one; unknown keys it
 * drops in silence.
 */
export type UserData<T> =
  IsLoose<T> extends true ? Readonly<Record<string, unknown>> : AccountData<T>;

type AccountData<T> = Omit<AttributeData<T>, "role"> & {
  /** Is never sent back. */
  readonly password?: string;
  readonly role?: RoleData;
};
