import type { RelatedFilters } from "./filters.ts";
import type {
  EntityOf,
  IsLoose,
  IsZone,
  PathLength,
  PopulatableKey,
  ScalarKey,
  Shorter,
  StepKey,
  SystemFields,
  SystemFieldsOf,
} from "./content.ts";

/** A scalar attribute, a system field, or `*` for all of them. */
export type FieldName<T, System = SystemFieldsOf<T>> =
  | "*"
  | (IsLoose<T> extends true ? string : ScalarKey<T> | Extract<keyof System, string>);

/** The fields of a document or a user to return. The system fields are always allowed. */
export type FieldList<T> = readonly FieldName<T, SystemFields>[];

type PopulatePath<T, Length extends readonly unknown[] = PathLength> =
  | PopulatableKey<T>
  | (Shorter<Length> extends readonly []
      ? never
      : {
          [Key in StepKey<T>]: `${Key}.${PopulatePath<EntityOf<T[Key]>, Shorter<Length>>}`;
        }[StepKey<T>]);

/** The content of a populated entity, and which entities to return in which order. */
export interface EntityPopulate<Entity> {
  /** All scalar attributes when absent. */
  readonly fields?: readonly FieldName<Entity>[];
  /** Nothing else when absent. */
  readonly populate?: Populate<Entity>;
  /** A single entity that doesn't match is null. */
  readonly filters?: RelatedFilters<Entity>;
  readonly sort?: SortKey<Entity> | readonly SortKey<Entity>[];
  readonly count?: never;
}

/** The number of entities, as `{ count: <number> }`, instead of the entities. */
export interface CountPopulate<Entity> {
  readonly count: true;
  readonly filters?: RelatedFilters<Entity>;
  readonly fields?: never;
  readonly populate?: never;
  readonly sort?: never;
}

/**
 * The entries of a dynamic zone by component, omitting components that are not named; or one level
 * of all.
 */
export type ZonePopulate<Entry> =
  | { readonly on: ZoneFragments<Entry>; readonly populate?: never }
  | { readonly populate: "*"; readonly on?: never };

export type ZoneFragments<Entry> = {
  readonly [Component in ComponentIn<Entry>]?:
    | true
    | EntityPopulate<Extract<Entry, { readonly __component: Component }>>;
};

export type ComponentIn<Entry> = Entry extends {
  readonly __component: infer Component extends string;
}
  ? Component
  : never;

/** The values that populate an attribute. True returns its scalar attributes. */
export type PopulateValue<Entity> =
  | true
  | (IsZone<Entity> extends true
      ? ZonePopulate<Entity>
      : EntityPopulate<Entity> | CountPopulate<Entity>);

/** A type with nothing to populate accepts no key. `{}` would accept any value. */
type PopulateNothing = Readonly<Record<string, never>>;

/**
 * Options by attribute. The index signature keeps the compiler from comparing an object without any
 * known key with every form of a populate, so that it suggests a similar key.
 */
export type PopulateObject<T> = [PopulatableKey<T>] extends [never]
  ? PopulateNothing
  : {
      readonly [Key in PopulatableKey<T> | symbol]?: Key extends keyof T
        ? PopulateValue<EntityOf<T[Key]>>
        : never;
    };

/**
 * The attributes to return beside the scalar attributes: a name, a list of names, `*` for one level
 * of everything, or an object with nested options for each.
 *
 * A name can be a path of up to three names, such as `category.parent.cover`. Objects can nest to
 * any depth.
 */
export type Populate<T = Readonly<Record<string, unknown>>> =
  IsLoose<T> extends true
    ? string | readonly string[] | Readonly<Record<string, unknown>>
    : "*" | PopulatePath<T> | readonly PopulatePath<T>[] | PopulateObject<T>;

/** The scalar attributes, and dotted paths to those of relations, media and components. */
type AttributePath<T, Length extends readonly unknown[] = PathLength> =
  | ScalarKey<T>
  | Extract<keyof SystemFieldsOf<T>, string>
  | (Shorter<Length> extends readonly []
      ? never
      : {
          [Key in StepKey<T>]: `${Key}.${AttributePath<EntityOf<T[Key]>, Shorter<Length>>}`;
        }[StepKey<T>]);

/**
 * A field to sort by: a scalar attribute, or a path to one of a relation or a component, such as
 * `category.name`.
 */
export type SortPath<T> =
  IsLoose<T> extends true ? string : Extract<keyof SystemFields, string> | AttributePath<T>;

/**
 * `<field>`, `<field>:asc` or `<field>:desc`. A field of a relation or a component is a path of at
 * most three names, such as `category.name:asc`.
 */
export type SortKey<T> = SortPath<T> | `${SortPath<T>}:asc` | `${SortPath<T>}:desc`;
