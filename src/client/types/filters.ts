import type {
  EntityOf,
  IsLoose,
  IsZone,
  PlainPartOf,
  SystemFields,
  SystemFieldsOf,
} from "./kinds.ts";

/** Whether there is a value at all: what every kind of attribute can be asked. */
export interface NullOperators {
  readonly $null?: boolean;
  readonly $notNull?: boolean;
}

/** A list as `$eq` means any of its values. */
interface EqualityOperators<Value> extends NullOperators {
  readonly $eq?: Value | readonly Value[] | null;
  readonly $ne?: Value | null;
}

/** What a boolean attribute can be asked. */
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
  /** From the first to the second, both included. */
  readonly $between?: readonly [from: Value, to: Value];
}

/** What a number can be asked. */
export interface NumberOperators<Value = number> extends OrderOperators<Value> {
  readonly $not?: NumberCondition<Value>;
}

/** Of texts, dates, times and enumerations: all of them are strings to the type system. */
export interface TextOperators<Value = string> extends OrderOperators<Value> {
  /** Whatever the case of its letters, as all operators that end in `i`. */
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
  readonly $not?: TextCondition<Value>;
}

type BooleanCondition = boolean | null | BooleanOperators;
type NumberCondition<Value> = Value | null | NumberOperators<Value>;
type TextCondition<Value> = Value | null | TextOperators<Value>;

/**
 * A date is a text on the wire; a Date leaves as ISO 8601. An enumeration takes its own values
 * only.
 */
type TextValue<Value> = string extends Value ? string | Date : Value;

type ScalarCondition<Value> = [Value] extends [boolean]
  ? BooleanCondition
  : [Value] extends [number | bigint]
    ? NumberCondition<Value>
    : [Value] extends [string]
      ? TextCondition<TextValue<Value>>
      : [Value] extends [string | number | bigint | boolean | Date]
        ? TextCondition<Value>
        : NullOperators;

/** What an attribute can be asked. Nothing is known of an `unknown` one, so anything goes. */
type Condition<Value> = unknown extends Value
  ? unknown
  : [EntityOf<Value>] extends [never]
    ? ScalarCondition<Exclude<Value, null | undefined>>
    : RelatedFilters<EntityOf<Value>> | PlainPartOf<Value> | null;

/** The service can filter by what is in a relation or a component, not by what is in a zone. */
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

/** Of a type's own fields and the service's. */
type FieldFilters<T, System> = Conditions<T> & Omit<Conditions<System>, keyof T>;

/** `{ <attribute>: <condition> }` of a document whose shape is known. */
type DocumentFilters<T> = FieldFilters<T, SystemFields> & Combination<DocumentFilters<T>>;

/** The same inside an entity, where the service keeps fewer fields for components. */
type EntityFilters<Entity> = FieldFilters<Entity, SystemFieldsOf<Entity>> &
  Combination<EntityFilters<Entity>>;

/**
 * What a relation, a component or media can be asked. Right below one, `$not` alone makes the
 * service fail; it stands in `$and` or `$or` there, around the relation, or at the attribute.
 */
export type RelatedFilters<Entity> = FieldFilters<Entity, SystemFieldsOf<Entity>> &
  Either<EntityFilters<Entity>> &
  NullOperators;

/**
 * `{ <field>: { <operator>: <value> } }`, with `$and`, `$or` and `$not` to combine them
 * (specification, section 4.2). A bare value means `$eq`. Each field takes the operators of its
 * kind; relations and components take filters of their own fields; JSON and blocks only `$null` and
 * `$notNull`. `id`, `documentId`, `createdAt`, `updatedAt`, `publishedAt` and `locale` are always
 * there.
 */
export type Filters<T = Readonly<Record<string, unknown>>> =
  IsLoose<T> extends true ? Readonly<Record<string, unknown>> : DocumentFilters<T>;
