import type { AnyDocument } from "./content.ts";

/** Whether nothing is known of a type's keys: an index signature, `any`. Such a type is taken as it is. */
export type IsLoose<T> = string extends keyof T ? true : false;

/** A type as params see it: all of which no keys are known take the same. */
export type KnownShape<T> = IsLoose<T> extends true ? AnyDocument : T;

/** An attribute's value, or what its list holds. */
type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/**
 * Whether an object stands for rows of their own: a document (relation, media) has a `documentId`,
 * an entry of a dynamic zone a `__component`, a component a numeric `id`. All else is JSON.
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

/** The entities that an attribute holds, one, many or none; never for a scalar attribute. */
export type EntityOf<Value> = EntityIn<ItemOf<Value>>;

/** What else an attribute of entities may hold, such as the number of an id. */
export type PlainPartOf<Value> = Exclude<ItemOf<Value>, object | null | undefined>;

/** Whether these entities are those of a dynamic zone. */
export type IsZone<Entity> = [Entity] extends [never]
  ? false
  : [Entity] extends [{ readonly __component: string }]
    ? true
    : false;

type KeyOf<T> = Extract<keyof T, string>;

/** The attributes that come only when they are populated: relations, media, components, zones. */
export type PopulatableKey<T> = {
  [Key in KeyOf<T>]-?: [EntityOf<T[Key]>] extends [never] ? never : Key;
}[KeyOf<T>];

/** The attributes that always come: texts, numbers, dates, JSON, blocks. */
export type ScalarKey<T> = Exclude<KeyOf<T>, PopulatableKey<T>>;

/** What lies behind a dot: relations, media, components; a zone has no single path. */
export type StepKey<T> = {
  [Key in PopulatableKey<T>]: IsZone<EntityOf<T[Key]>> extends true ? never : Key;
}[PopulatableKey<T>];

/** What the service keeps of every document, whether or not its interface says so. */
export interface SystemFields {
  readonly id: number;
  readonly documentId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  readonly locale: string | null;
}

/** The fields that the service keeps of each row: of a component it is the id alone. */
export type SystemFieldsOf<T> = "documentId" extends keyof T
  ? SystemFields
  : Pick<SystemFields, "id">;

/** How many names a dotted path may have; objects go on where it ends. */
export type PathLength = [1, 1, 1];

/** One name fewer. */
export type Shorter<Length extends readonly unknown[]> = Length extends readonly [
  unknown,
  ...infer Rest,
]
  ? Rest
  : [];
