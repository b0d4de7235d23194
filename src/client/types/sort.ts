import type {
  EntityOf,
  IsLoose,
  PathLength,
  ScalarKey,
  Shorter,
  StepKey,
  SystemFields,
  SystemFieldsOf,
} from "./kinds.ts";

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
