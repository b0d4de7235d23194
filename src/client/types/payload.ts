import type { DateValue, EntityOf, IsLoose, IsZone, PlainPartOf, SystemFields } from "./content.ts";

/** Fields that the service sets. It rejects or ignores them in a body. */
type GivenByService = keyof SystemFields | "createdBy" | "updatedBy" | "localizations";

/**
 * A document by its documentId. The numeric id works for some types only, and changes on
 * publishing.
 */
export type DocumentReference = string | { readonly documentId: string };

/** A document to relate to, and its position in an ordered list. */
export interface ConnectTarget {
  /** The document to relate to. */
  readonly documentId: string;
  /** The locale of the localization to relate to; that of the written document when absent. */
  readonly locale?: string;
  /** The version to relate to; that of the written document when absent. */
  readonly status?: "draft" | "published";
  /** Before or after another document, by documentId, or at the start or end. */
  readonly position?:
    | { readonly before: string }
    | { readonly after: string }
    | { readonly start: true }
    | { readonly end: true };
}

/**
 * Changes a relation: replaces all targets (`set`), or adds and removes some (`connect`,
 * `disconnect`). A target given as a string is a documentId.
 */
export type RelationChange =
  | {
      readonly connect?: readonly (string | ConnectTarget)[];
      readonly disconnect?: readonly DocumentReference[];
      readonly set?: never;
    }
  | {
      readonly set: readonly DocumentReference[];
      readonly connect?: never;
      readonly disconnect?: never;
    };

/**
 * A component with some of its fields. With the `id` of the draft's component, the service merges
 * the fields into it.
 */
type ComponentData<Component> = Component extends unknown
  ? { readonly id?: number } & AttributeData<Component>
  : never;

/** An entry of a dynamic zone; `__component` names its component. */
type EntryData<Entry> = Entry extends { readonly __component: string }
  ? Pick<Entry, "__component"> & ComponentData<Entry>
  : never;

type EntityData<Entity> =
  IsZone<Entity> extends true
    ? EntryData<Entity>
    : "documentId" extends keyof Entity
      ? DocumentReference
      : ComponentData<Entity>;

/** The values to write to an attribute with entities: a list if the attribute is a list. */
type RelatedData<Value, Entity> =
  | (Exclude<Value, null> extends readonly unknown[]
      ? readonly EntityData<Entity>[]
      : EntityData<Entity>)
  | ("documentId" extends keyof Entity ? RelationChange : never)
  | PlainPartOf<Value>;

/** A date, which is a string in TypeScript, can be a Date too. */
type ValueData<Value> = [EntityOf<Value>] extends [never]
  ? string extends Value
    ? Value | DateValue
    : Value
  : RelatedData<Value, EntityOf<Value>>;

type AttributeData<T> = {
  readonly [Key in keyof T as Key extends GivenByService | "__component" ? never : Key]?: ValueData<
    Exclude<T[Key], undefined>
  > | null;
};

/**
 * The attributes to write, all optional. Null clears an attribute.
 *
 * Relations and media are given by documentId, or changed with `connect`, `disconnect` and `set`. A
 * list of components or of dynamic zone entries replaces the previous list.
 */
export type DocumentData<T = Readonly<Record<string, unknown>>> =
  IsLoose<T> extends true ? Partial<Omit<T, "documentId">> : AttributeData<T>;

/** The body of a document write. */
export interface Payload<T = Readonly<Record<string, unknown>>> {
  /** Required, but can be empty. A body without it is a ValidationError. */
  readonly data: DocumentData<T>;
}

/**
 * A role by its numeric id or documentId, also as a string, or in the service's syntax for
 * relations.
 */
type RoleData =
  | number
  | string
  | {
      readonly connect: readonly (
        | string
        | { readonly id: number }
        | { readonly documentId: string }
      )[];
    };

/** The fields of a user, sent without a `data` wrapper. The service silently drops unknown keys. */
export type UserData<T> =
  IsLoose<T> extends true ? Readonly<Record<string, unknown>> : AccountData<T>;

type AccountData<T> = Omit<AttributeData<T>, "role"> & {
  /** Never returned by the service. */
  readonly password?: string;
  readonly role?: RoleData;
};

/** The fields of a new user. The service requires these four. */
export type NewUserData<T> = UserData<T> &
  (IsLoose<T> extends true
    ? unknown
    : {
        readonly username: string;
        readonly email: string;
        readonly password: string;
        readonly role: RoleData;
      });
