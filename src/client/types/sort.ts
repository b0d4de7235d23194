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

/** The scalar attributes, and those of what a relation, media or component holds, behind dots. */
type AttributePath<T, Length extends readonly unknown[] = PathLength> =
  | ScalarKey<T>
  | Extract<keyof SystemFieldsOf<T>, string>
  | (Shorter<Length> extends readonly []
      ? never
      : {
          [Key in StepKey<T>]: `${Key}.${AttributePath<EntityOf<T[Key]>, Shorter<Length>>}`;
        }[StepKey<T>]);

type SortPath<T> =
  IsLoose<T> extends true ? string : Extract<keyof SystemFields, string> | AttributePath<T>;

/**
 * `<field>`, `<field>:asc` or `<field>:desc`; the field of a relation or a component by its path, as
 * in `category.name:asc`, of three names at most.
 */
export type SortKey<T> = SortPath<T> | `${SortPath<T>}:asc` | `${SortPath<T>}:desc`;
