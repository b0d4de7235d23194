import type { RelatedFilters } from "./filters.ts";
import type { DateValue, EntityOf, IsLoose, PopulatableKey } from "./content.ts";
import type { ComponentIn, EntityPopulate, PopulateObject, ZoneFragments } from "./populate.ts";
import type { Refused } from "./limits.ts";

// A type parameter accepts any object with the keys of its constraint, including extra keys. The
// type inferred for `populate` is therefore checked again. If it has a fault, the parameter has a
// type with the allowed keys, so that the compiler names the key of a literal, and a similar one. It
// accepts no value, so that a variable with another key is an error too.

/**
 * The type of `populate` in a call: `Given`, or a compile error if one of its keys, at any depth,
 * can't be populated.
 */
export type ExactPopulate<T, Given> = [PopulateFault<T, Given>] extends [never]
  ? Given
  : NoInfer<AllowedTree<T, Given>>;

/** `true` if a key, at any depth, can't be populated; else `never`. */
// TypeScript checks names and paths already. They are the constraint's strings and lists.
export type PopulateFault<T, Given> =
  IsLoose<T> extends true
    ? never
    : Given extends string | readonly unknown[]
      ? never
      : PopulateObject<T> extends Given
        ? never
        : {
            [Key in keyof Given]-?: Key extends PopulatableKey<T>
              ? ValueFault<EntityOf<T[Key]>, Given[Key]>
              : true;
          }[keyof Given];

type ValueFault<Entity, Given> = Given extends object
  ? keyof Given extends never
    ? true
    : { [Part in keyof Given]-?: PartFault<Entity, Part, Given[Part]> }[keyof Given]
  : never;

type PartFault<Entity, Part, Given> = Part extends "populate"
  ? Given extends readonly []
    ? true
    : PopulateFault<Entity, Given>
  : Part extends "on"
    ? ZoneFault<Entity, Given>
    : Part extends "filters"
      ? FilterFault<RelatedFilters<Entity>, Given>
      : Part extends keyof EntityPopulate<Entity>
        ? Given extends readonly []
          ? true
          : never
        : true;

type ZoneFault<Entry, Given> = {
  [Component in keyof Given]-?: Component extends ComponentIn<Entry>
    ? ValueFault<EntryOf<Entry, Component>, Given[Component]>
    : true;
}[keyof Given];

type EntryOf<Entry, Component> = Extract<Entry, { readonly __component: Component }>;

/** What a populate with a fault may be. */
type AllowedTree<T, Given> = Given extends string | readonly unknown[]
  ? Given
  : PopulateObject<T> extends Given
    ? Given
    : [Exclude<keyof Given, PopulatableKey<T>>] extends [never]
      ? { readonly [Key in keyof Given]: AllowedValue<EntityOf<T[Key & keyof T]>, Given[Key], Key> }
      : Only<PopulateObject<T>, Exclude<keyof Given, PopulatableKey<T>>>;

type AllowedValue<Entity, Given, Key> = Given extends object
  ? keyof Given extends never
    ? Empty<Key>
    : Given extends { readonly on: unknown }
      ? { readonly [Part in keyof Given]: AllowedZone<Entity, Given[Part]> }
      : [Exclude<keyof Given, keyof EntityPopulate<Entity>>] extends [never]
        ? { readonly [Part in keyof Given]: AllowedPart<Entity, Part, Given[Part]> }
        : Only<EntityPopulate<Entity>, Exclude<keyof Given, keyof EntityPopulate<Entity>>>
  : Given;

type AllowedZone<Entry, Given> = [Exclude<keyof Given, ComponentIn<Entry>>] extends [never]
  ? {
      readonly [Component in keyof Given]: AllowedValue<
        EntryOf<Entry, Component>,
        Given[Component],
        Component
      >;
    }
  : Only<ZoneFragments<Entry>, Exclude<keyof Given, ComponentIn<Entry>>>;

type AllowedPart<Entity, Part, Given> = Given extends readonly []
  ? Empty<Part>
  : Part extends "populate"
    ? AllowedTree<Entity, Given>
    : Part extends "filters"
      ? RelatedFilters<Entity>
      : Given;

type Empty<Key> = Refused<`${Key & string} is empty, and would not be sent`>;

/** One object instead of an intersection, which has no suggestions for keys. */
type Only<Allowed, Key> = Allowed & Refused<`There is no ${Key & string}`> extends infer Whole
  ? { [Name in keyof Whole]: Whole[Name] }
  : never;

/** `true` if `Given`, at any depth, has a key that is no key of `Allowed`; else `never`. */
type FilterFault<Allowed, Given> = Given extends readonly (infer Item)[]
  ? FilterFault<ItemIn<Allowed>, Item>
  : Given extends DateValue
    ? never
    : Given extends object
      ? {
          [Key in keyof Given]-?: Key extends KeyIn<Allowed>
            ? FilterFault<ValueIn<Allowed, Key>, Given[Key]>
            : true;
        }[keyof Given]
      : never;

type ItemIn<Allowed> = Allowed extends readonly (infer Item)[] ? Item : never;
type KeyIn<Allowed> = unknown extends Allowed
  ? PropertyKey
  : Allowed extends object
    ? Allowed extends readonly unknown[] | DateValue
      ? never
      : keyof Allowed
    : never;
type ValueIn<Allowed, Key> = unknown extends Allowed
  ? unknown
  : Allowed extends object
    ? Key extends keyof Allowed
      ? Allowed[Key]
      : never
    : never;
