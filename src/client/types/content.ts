/**
 * Whether the keys of a type are unknown: it has an index signature or is `any`. Such a type is not
 * checked.
 */
export type IsLoose<T> = string extends keyof T ? true : false;

/** `T`, or `AnyDocument` if the keys of `T` are unknown: all such types accept the same params. */
export type KnownShape<T> = IsLoose<T> extends true ? AnyDocument : T;

/** The attribute's value, or the items of its list. */
type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/**
 * Whether an object is an entity with its own database row. A document (relation, media) has a
 * `documentId`, an entry of a dynamic zone a `__component`, a component a numeric `id`. Any other
 * object is JSON.
 */
type IsEntity<Item> =
  IsLoose<Item> extends true
    ? false
    : "documentId" extends keyof Item
      ? true
      : "__component" extends keyof Item
        ? true
        : "id" extends keyof Item
          ? Exclude<Item["id"], undefined> extends number
            ? true
            : false
          : false;

type EntityIn<Item> = Item extends object ? (IsEntity<Item> extends true ? Item : never) : never;

/** The entities of an attribute: one, many or none. `never` for a scalar attribute. */
export type EntityOf<Value> = EntityIn<ItemOf<Value>>;

/** The other values of an attribute with entities, such as a numeric id. */
export type PlainPartOf<Value> = Exclude<ItemOf<Value>, object | null | undefined>;

/**
 * A Date, which is sent in ISO 8601. The type lacks the methods of a Date, so that editors suggest
 * the operators of a filter and not these methods.
 */
export type DateValue = Pick<Date, typeof Symbol.toPrimitive>;

/** Whether these entities belong to a dynamic zone. */
export type IsZone<Entity> = [Entity] extends [never]
  ? false
  : [Entity] extends [{ readonly __component: string }]
    ? true
    : false;

/**
 * The attributes that must be populated to be returned: relations, media, components, dynamic
 * zones.
 */
export type PopulatableKey<T> = {
  [Key in Extract<keyof T, string>]-?: [EntityOf<T[Key]>] extends [never] ? never : Key;
}[Extract<keyof T, string>];

/** The attributes that are returned without populate: strings, numbers, dates, JSON, blocks. */
export type ScalarKey<T> = Exclude<Extract<keyof T, string>, PopulatableKey<T>>;

/**
 * The attributes that a dotted path can pass through: relations, media, components. A dynamic zone
 * has no single path.
 */
export type StepKey<T> = {
  [Key in PopulatableKey<T>]: IsZone<EntityOf<T[Key]>> extends true ? never : Key;
}[PopulatableKey<T>];

/** The system fields of every document, whether or not its interface declares them. */
export interface SystemFields {
  /** The database row of the version. It changes when the document is published. */
  readonly id: number;
  /** Shared by the versions and localizations of the document. */
  readonly documentId: string;
  /** In ISO 8601, such as `2026-05-01T09:30:00.000Z`. */
  readonly createdAt: string;
  /** In ISO 8601. */
  readonly updatedAt: string;
  /** In ISO 8601; null for a draft. */
  readonly publishedAt: string | null;
  /** A locale's code; null for a type without localizations. */
  readonly locale: string | null;
}

/** The system fields of an entity. A component has only the id. */
export type SystemFieldsOf<T> = "documentId" extends keyof T
  ? SystemFields
  : Pick<SystemFields, "id">;

/** The maximum number of names in a dotted path. Objects can nest further. */
export type PathLength = [1, 1, 1];

/** The length minus one. */
export type Shorter<Length extends readonly unknown[]> = Length extends readonly [
  unknown,
  ...infer Rest,
]
  ? Rest
  : [];

/** The identity of every document, whatever its type. */
export interface DocumentIdentity {
  /** Shared by the versions and localizations of the document. */
  readonly documentId: string;
}

/** A document of an unknown type. */
export type AnyDocument = DocumentIdentity & Readonly<Record<string, unknown>>;

/** A role of the users-permissions plugin. */
export interface CmsRole {
  readonly id: number;
  /** The display name, such as `Authenticated`. */
  readonly name: string;
  readonly description: string | null;
  /** The name for filters, such as `authenticated`. */
  readonly type: string;
}

/**
 * A user account.
 *
 * `role` is a CmsRole when populated. Otherwise it is absent, or the role's id, depending on the
 * service.
 */
export interface CmsUser {
  /** Identifies the user. The user routes don't accept a documentId. */
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** The sign-in method; `local` means by password. */
  readonly provider: string;
  /** Whether the email is confirmed. */
  readonly confirmed: boolean;
  /** A blocked user can't sign in, and calls with the user's token return an UnauthorizedError. */
  readonly blocked: boolean;
  readonly role?: number | CmsRole;
}
