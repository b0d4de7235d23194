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
} from "./kinds.ts";
import type { SortKey } from "./sort.ts";

/** A scalar attribute, a field that the service keeps, or `*` for all of them. */
export type FieldName<T, System = SystemFieldsOf<T>> =
  "*" | (IsLoose<T> extends true ? string : ScalarKey<T> | Extract<keyof System, string>);

/** The fields of a document or a user: those that the service keeps can always be named. */
export type FieldList<T> = readonly FieldName<T, SystemFields>[];

type PopulatePath<T, Length extends readonly unknown[] = PathLength> =
  | PopulatableKey<T>
  | (Shorter<Length> extends readonly []
      ? never
      : {
          [Key in StepKey<T>]: `${Key}.${PopulatePath<EntityOf<T[Key]>, Shorter<Length>>}`;
        }[StepKey<T>]);

/** What of a populated entity comes, and which of them, in which order. */
export interface EntityPopulate<Entity> {
  /** All scalar attributes when absent. */
  readonly fields?: readonly FieldName<Entity>[];
  /** Nothing further when absent. */
  readonly populate?: Populate<Entity>;
  /** A single one that doesn't match comes as null. */
  readonly filters?: RelatedFilters<Entity>;
  readonly sort?: SortKey<Entity> | readonly SortKey<Entity>[];
  readonly count?: never;
}

/** How many there are, as `{ count: <number> }`, in place of them. */
export interface CountPopulate<Entity> {
  readonly count: true;
  readonly filters?: RelatedFilters<Entity>;
  readonly fields?: never;
  readonly populate?: never;
  readonly sort?: never;
}

/** The entries of a zone by component; those that are not named don't come. Or one level of all. */
export type ZonePopulate<Entry> =
  | { readonly on: ZoneFragments<Entry>; readonly populate?: never }
  | { readonly populate: "*"; readonly on?: never };

type ZoneFragments<Entry> = {
  readonly [Component in ComponentIn<Entry>]?:
    true | EntityPopulate<Extract<Entry, { readonly __component: Component }>>;
};

type ComponentIn<Entry> = Entry extends { readonly __component: infer Component extends string }
  ? Component
  : never;

/** What an attribute can be populated with; true brings its scalar attributes. */
export type PopulateValue<Entity> =
  | true
  | (IsZone<Entity> extends true
      ? ZonePopulate<Entity>
      : EntityPopulate<Entity> | CountPopulate<Entity>);

/** Of a type with nothing to populate: no key at all, where `{}` would take any value. */
type PopulateNothing = Readonly<Record<string, never>>;

type PopulateTree<T> = [PopulatableKey<T>] extends [never]
  ? PopulateNothing
  : { readonly [Key in PopulatableKey<T>]?: PopulateValue<EntityOf<T[Key]>> };

/**
 * What comes beside the scalar attributes (specification, section 4.2): a name, a list of names,
 * `*` for one level of everything, or an object that goes on with each. A name may be a path of
 * three, as in `category.parent.cover`; objects go down as far as they like.
 */
export type Populate<T = Readonly<Record<string, unknown>>> =
  IsLoose<T> extends true
    ? string | readonly string[] | Readonly<Record<string, unknown>>
    : "*" | PopulatePath<T> | readonly PopulatePath<T>[] | PopulateTree<T>;
