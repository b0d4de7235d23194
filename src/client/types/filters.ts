import type {
  DateValue,
  EntityOf,
  IsLoose,
  IsZone,
  PlainPartOf,
  SystemFields,
  SystemFieldsOf,
} from "./content.ts";

/** Test whether there is a value. Every attribute accepts these operators. */
export interface NullOperators {
  readonly $null?: boolean;
  readonly $notNull?: boolean;
}

/** A list as `$eq` matches any of its values. */
interface EqualityOperators<Value> extends NullOperators {
  readonly $eq?: Value | readonly Value[] | null;
  readonly $ne?: Value | null;
}

/** The operators of a boolean attribute. */
export interface BooleanOperators extends EqualityOperators<boolean> {
  readonly $not?: BooleanCondition;
}

interface OrderOperators<Value> extends EqualityOperators<Value> {
  readonly $in?: readonly Value[];
  readonly $notIn?: readonly Value[];
  readonly $lt?: Value;
  readonly $lte?: Value;
  readonly $gt?: Value;
  readonly $gte?: Value;
  /** A range from the first value to the second, inclusive. */
  readonly $between?: readonly [from: Value, to: Value];
}

/** The operators of a number. */
export interface NumberOperators<Value = number> extends OrderOperators<Value> {
  readonly $not?: NumberCondition<Value>;
}

/**
 * The operators of strings, dates, times and enumerations, all of which are strings in TypeScript.
 */
export interface StringOperators<Value = string> extends OrderOperators<Value> {
  /** Case-insensitive, like all operators that end in `i`. */
  readonly $eqi?: string;
  readonly $nei?: string;
  readonly $contains?: string;
  readonly $notContains?: string;
  readonly $containsi?: string;
  readonly $notContainsi?: string;
  readonly $startsWith?: string;
  readonly $startsWithi?: string;
  readonly $endsWith?: string;
  readonly $endsWithi?: string;
  readonly $not?: StringCondition<Value>;
}

type BooleanCondition = boolean | null | BooleanOperators;
type NumberCondition<Value> = Value | null | NumberOperators<Value>;
type StringCondition<Value> = Value | null | StringOperators<Value>;

/**
 * A date is sent as a string, and a Date in ISO 8601. An enumeration accepts only its own values.
 */
type StringValue<Value> = string extends Value ? string | DateValue : Value;

type ScalarCondition<Value> = [Value] extends [boolean]
  ? BooleanCondition
  : [Value] extends [number | bigint]
    ? NumberCondition<Value>
    : [Value] extends [string]
      ? StringCondition<StringValue<Value>>
      : [Value] extends [string | number | bigint | boolean | Date]
        ? StringCondition<Value extends Date ? DateValue : Value>
        : NullOperators;

/** The operators of an attribute. An attribute of type `unknown` accepts anything. */
type Condition<Value> = unknown extends Value
  ? unknown
  : [EntityOf<Value>] extends [never]
    ? ScalarCondition<Exclude<Value, null | undefined>>
    : RelatedFilters<EntityOf<Value>> | PlainPartOf<Value> | null;

/** The service filters by fields of a relation or a component, but not of a dynamic zone. */
type Conditions<T> = {
  readonly [Key in keyof T as IsZone<EntityOf<T[Key]>> extends true ? never : Key]?: Condition<
    T[Key]
  >;
};

interface Either<Filter> {
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
}

interface Combination<Filter> extends Either<Filter> {
  readonly $not?: Filter;
}

/** Filters on the type's own fields and the system fields. */
type FieldFilters<T, System> = Conditions<T> & Omit<Conditions<System>, keyof T>;

/** `{ <attribute>: <condition> }` of a document with a known type. */
type DocumentFilters<T> = FieldFilters<T, SystemFields> & Combination<DocumentFilters<T>>;

/** The same for a related entity. A component has fewer system fields than a document. */
type EntityFilters<Entity> = FieldFilters<Entity, SystemFieldsOf<Entity>> &
  Combination<EntityFilters<Entity>>;

/**
 * The filters of a relation, a component or media.
 *
 * The service fails on a `$not` alone directly below one. Put it in `$and` or `$or` there, around
 * the relation, or at the attribute.
 */
export type RelatedFilters<Entity> = FieldFilters<Entity, SystemFieldsOf<Entity>> &
  Either<EntityFilters<Entity>> &
  NullOperators;

/**
 * `{ <field>: { <operator>: <value> } }`, combined with `$and`, `$or` and `$not`. A value without
 * an operator means `$eq`.
 *
 * Each field accepts the operators of its type. Relations and components accept filters on their
 * own fields. JSON and blocks accept only `$null` and `$notNull`. The system fields `id`,
 * `documentId`, `createdAt`, `updatedAt`, `publishedAt` and `locale` are always available.
 */
export type Filters<T = Readonly<Record<string, unknown>>> =
  IsLoose<T> extends true ? Readonly<Record<string, unknown>> : DocumentFilters<T>;
