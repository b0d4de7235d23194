import type {
  EntityOf,
  IsLoose,
  PlainPartOf,
  PopulatableKey,
  ScalarKey,
  SystemFields,
} from "./content.ts";
import type { FieldList, Populate, PopulateObject } from "./populate.ts";

declare const absent: unique symbol;

/** The type of `fields` and `populate` in a call that omits them. */
export interface NotGiven extends ReadonlyArray<never> {
  readonly [absent]: never;
}

/** The type of `fields` in a call. */
export type CallFields<T> = FieldList<T> | NotGiven;

/** The type of `populate` in a call. */
export type CallPopulate<T> = Populate<T> | NotGiven;

type Given<Asked, Default> = [Extract<Asked, NotGiven>] extends [never] ? Asked : Default;

type AllFields = readonly ["*"];
type Nothing = readonly [];

/** One object instead of an intersection, so that editors show its keys. */
type Flat<T> = T extends infer Whole ? { [Key in keyof Whole]: Whole[Key] } : never;

type IsUnion<T, Each = T> = Each extends unknown ? ([T] extends [Each] ? false : true) : never;

/** Whether a list's type lists its exact items. Otherwise each item may be missing. */
type IsExact<List extends readonly unknown[]> = number extends List["length"]
  ? false
  : true extends { [At in keyof List]: IsUnion<List[At]> }[number]
    ? false
    : true;

/**
 * The document that a call returns for these `fields` and this `populate`.
 *
 * It has `id`, `documentId`, the scalar attributes (or those in `fields`), and the populated
 * attributes, to any depth. Keys that the types of `fields` and `populate` leave open are optional.
 * A type with unknown keys is returned unchanged.
 */
export type Shaped<T, Fields = NotGiven, Populating = NotGiven, Loose = T> = T extends unknown
  ? IsLoose<T> extends true
    ? Loose
    : ShapedBy<T, Given<Fields, AllFields>, Given<Populating, Nothing>>
  : never;

type ShapedBy<T, Fields, Populating> = Fields extends readonly string[]
  ? PopulateObject<T> extends Populating
    ? Joined<T, Fields, Perhaps<T>>
    : Populating extends unknown
      ? Joined<T, Fields, PopulatedBy<T, Populating>>
      : never
  : never;

type Joined<T, Fields extends readonly string[], Populated> =
  IsAll<Fields> extends true
    ? [PopulatableKey<T>] extends [never]
      ? T
      : Flat<
          Pick<T, ScalarKey<T>> & Populated & PlainParts<T, Exclude<PlainKey<T>, keyof Populated>>
        >
    : Flat<Picked<T, Fields> & Populated>;

type IsAll<Fields extends readonly string[]> =
  IsExact<Fields> extends true
    ? Fields extends readonly []
      ? true
      : "*" extends Fields[number]
        ? true
        : false
    : false;

/** The fields that every answer has, whatever the call requests. */
type Identity = "id" | "documentId" | "__component";

type Picked<T, Fields extends readonly string[]> =
  IsExact<Fields> extends true
    ? Pick<T, ScalarKey<T> & (Identity | Fields[number])> &
        Pick<SystemFields, Exclude<keyof SystemFields & Fields[number], keyof T>>
    : Pick<T, ScalarKey<T> & Identity> &
        Partial<
          Pick<
            T,
            Exclude<
              "*" extends Fields[number] ? ScalarKey<T> : ScalarKey<T> & Fields[number],
              Identity
            >
          >
        >;

/** The attributes that have a value even if they are not populated. */
type PlainKey<T> = {
  [Key in PopulatableKey<T>]: [PlainPartOf<T[Key]>] extends [never] ? never : Key;
}[PopulatableKey<T>];

/** The value of an entity that is not populated, if the interface declares one. */
type PlainParts<T, Key extends keyof T> = [Key] extends [never]
  ? unknown
  : { [Name in Key]?: PlainPartOf<T[Name]> };

type PopulatedBy<T, Populating> = Populating extends "*"
  ? ByPath<T, PopulatableKey<T>>
  : Populating extends string
    ? ByPath<T, Populating>
    : Populating extends readonly string[]
      ? IsExact<Populating> extends true
        ? ByPath<T, Populating[number]>
        : Partial<ByPath<T, Populating[number]>>
      : ByTree<T, Populating>;

/** All attributes that can be populated, each optional. */
type Perhaps<T> = {
  [Key in PopulatableKey<T>]?:
    | Filled<T[Key], readonly "*"[], Populate<EntityOf<T[Key]>>>
    | { count: number };
};

/** A mutable list if the interface's list is mutable. */
type ListLike<List, Item> = List extends unknown[] ? Item[] : readonly Item[];

type Head<Path> = Path extends `${infer First}.${string}` ? First : Path;
type Tail<Path, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;

/** An attribute is populated if a path ends at it or passes through it. */
type ByPath<T, Path> = ByPathAt<T, keyof T & Head<Path>, Path>;

type ByPathAt<T, Keys extends keyof T, Path> = {
  [Key in Keys]: FilledByPath<T[Key], Tail<Path, Key & string>>;
};

type FilledByPath<Value, Path> = Value extends readonly (infer Item)[]
  ? ListLike<Value, FilledByPath<Item, Path>>
  : Value extends object
    ? Value extends EntityOf<Value>
      ? Joined<Value, AllFields, ByPath<Value, Path>>
      : never
    : Extract<Value, null | undefined>;

type OptionalKey<T> = {
  [Key in keyof T]-?: undefined extends T[Key] ? Key : never;
}[keyof T];

type ByTree<T, Tree> = [OptionalKey<Tree>] extends [never]
  ? ByTreeAt<T, keyof T & keyof Tree, Tree>
  : ByTreeAt<T, keyof T & Exclude<keyof Tree, OptionalKey<Tree>>, Tree> &
      Partial<ByTreeAt<T, keyof T & OptionalKey<Tree>, Tree>>;

type ByTreeAt<T, Keys extends keyof T, Tree> = {
  [Key in Keys]:
    | ByValue<T[Key], Tree[Key & keyof Tree]>
    | FilteredOut<T[Key], Tree[Key & keyof Tree]>;
};

/** Null: the value of a single entity that does not match the filters. */
type FilteredOut<Value, Asked> = Asked extends { readonly filters: unknown; readonly count?: never }
  ? Exclude<Value, null | undefined> extends readonly unknown[]
    ? never
    : null
  : never;

type ByValue<Value, Asked> = Asked extends true
  ? Filled<Value, AllFields, Nothing>
  : Asked extends { readonly count: true }
    ? { count: number }
    : Asked extends { readonly on: infer Fragments }
      ? FilledZone<Value, Fragments>
      : Asked extends object
        ? Filled<Value, Part<Asked, "fields", AllFields>, Part<Asked, "populate", Nothing>>
        : never;

/** One option of the populate, or its default when absent. */
type Part<Asked, Key extends string, Default> = Key extends keyof Asked
  ? Exclude<Asked[Key], undefined> | (undefined extends Asked[Key] ? Default : never)
  : Default;

/** An attribute's value with its entities shaped: one entity or a list, null where allowed. */
type Filled<Value, Fields, Populating> = Value extends readonly (infer Item)[]
  ? ListLike<Value, Filled<Item, Fields, Populating>>
  : Value extends object
    ? Shaped<Value, Fields, Populating>
    : Extract<Value, null | undefined>;

type FilledZone<Value, Fragments> = Value extends readonly (infer Entry)[]
  ? ListLike<Value, FilledZone<Entry, Fragments>>
  : Value extends { readonly __component: infer Component }
    ? Component extends keyof Fragments
      ? ByValue<Value, Fragments[Component]>
      : never
    : Extract<Value, null | undefined>;
