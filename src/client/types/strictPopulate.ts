import type { RelatedFilters } from "./filters.ts";
import type { EntityOf, IsLoose, PopulatableKey } from "./content.ts";
import type { EntityPopulate, Populate } from "./populate.ts";

// A type parameter accepts any object with the keys of its constraint, including extra keys. The
// type inferred for `populate` is therefore checked again: an extra key must have an impossible
// value.

declare const impossible: unique symbol;

/** No value has this type: the key is not allowed here. */
interface NoSuchKey<Key> {
  readonly [impossible]: Key;
}

/** No value has this type: an empty list or object is lost on the way to the service. */
interface NotSent<Key> {
  readonly [impossible]: Key;
}

/**
 * The type of `populate` in a call: `Given`, or a compile error if one of its keys, at any depth,
 * can't be populated.
 */
export type ExactPopulate<T, Given> = Given & NoInfer<PopulateCheck<T, Given>>;

/**
 * `unknown`, or an object type in which each key of `Given` that can't be populated has an
 * impossible value.
 */
// Names and paths pass unchecked: TypeScript checks their union already, and intersecting it would
// be slow.
export type PopulateCheck<T, Given> =
  IsLoose<T> extends true
    ? unknown
    : Populate<T> extends Given
      ? unknown
      : Given extends string | readonly unknown[]
        ? unknown
        : {
            [Key in keyof Given]: Key extends PopulatableKey<T>
              ? StrictValue<EntityOf<T[Key]>, Given[Key], Key>
              : NoSuchKey<Key>;
          };

type StrictValue<Entity, Given, Key> = Given extends object
  ? keyof Given extends never
    ? NotSent<Key>
    : { [Part in keyof Given]: StrictPart<Entity, Part, Given[Part]> }
  : Given;

type StrictPart<Entity, Part, Given> = Part extends "on"
  ? StrictZone<Entity, Given>
  : Part extends "populate"
    ? Given extends readonly []
      ? NotSent<Part>
      : PopulateCheck<Entity, Given>
    : Part extends "filters"
      ? Exact<RelatedFilters<Entity>, Given>
      : Part extends keyof EntityPopulate<Entity>
        ? Given extends readonly []
          ? NotSent<Part>
          : Given
        : NoSuchKey<Part>;

type StrictZone<Entry, Given> = {
  [Component in keyof Given]: EntryOf<Entry, Component> extends infer One
    ? [One] extends [never]
      ? NoSuchKey<Component>
      : StrictValue<One, Given[Component], Component>
    : never;
};

type EntryOf<Entry, Component> = Entry extends { readonly __component: infer Own }
  ? Component extends Own
    ? Entry
    : never
  : never;

/** `Given` if each of its keys, at every depth, is a key of `Allowed`. */
type Exact<Allowed, Given> = Given extends readonly (infer Item)[]
  ? readonly Exact<ItemIn<Allowed>, Item>[]
  : Given extends Date
    ? Given
    : Given extends object
      ? {
          [Key in keyof Given]: Key extends KeyIn<Allowed>
            ? Exact<ValueIn<Allowed, Key>, Given[Key]>
            : NoSuchKey<Key>;
        }
      : Given;

type ItemIn<Allowed> = Allowed extends readonly (infer Item)[] ? Item : never;
type KeyIn<Allowed> = unknown extends Allowed
  ? PropertyKey
  : Allowed extends object
    ? Allowed extends readonly unknown[] | Date
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
