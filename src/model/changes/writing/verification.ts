import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, isInverse, isStructured, isUnread } from "../../schemas/catalog.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, ownIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import {
  attributesOf,
  identityOf,
  isListOfItems,
  itemOf,
  listIn,
} from "../../documents/content/differing.ts";
import { isEmptyValue } from "./wire.ts";

/** A place where the service holds something else after a write than it should. */
export interface Deviation {
  /** Such as `seo.metaImage` or `sections[1].text`. */
  readonly path: string;
  readonly expected: Json;
  readonly actual: Json;
  /** Content that should be there is gone; else the service holds another value, such as a generated slug. */
  readonly isLost: boolean;
}

/** A write of which the service holds something else than it should. */
export interface DeviatingWrite {
  readonly deviations: readonly Deviation[];
  /** The document as it should be after the write, and as it is. */
  readonly expected: JsonObject;
  readonly actual: JsonObject;
}

/** How a document compares with what it should be after a write. */
export interface Verification {
  readonly deviations: readonly Deviation[];
  /**
   * Whether the answer holds the same parts of the document that were read before. A route may populate the answer
   * of a write differently from that of a read: such an answer proves nothing, and must not become a base.
   */
  readonly isComparable: boolean;
}

/**
 * Compares the whole document with what it should be, as far as it can be seen. `isNew`: the write made the
 * document, so that the service fills in what was left out.
 */
export function verify(
  expected: JsonObject,
  actual: JsonObject,
  { type, catalog, isNew = false }: TypeInCatalog & { readonly isNew?: boolean },
): Verification {
  const found = { catalog, deviations: [] as Deviation[], oneSided: [] as string[] };
  compareAll(type.attributes, expected, actual, { ...found, path: "", isNew });
  return { deviations: found.deviations, isComparable: found.oneSided.length === 0 };
}

/** The paths at which something is gone. */
export const lostIn = (deviations: readonly Deviation[]): string[] =>
  deviations.flatMap(({ isLost, path }) => (isLost ? path : []));

/** A failure where something is gone after a write that no person looks at: one of many, or an undo. */
export function requireNothingLost<T extends { readonly deviations: readonly Deviation[] }>(
  written: T,
): Outcome<T, ChangeFailure> {
  const paths = lostIn(written.deviations);
  return paths.length > 0 ? failed({ code: "not-kept", paths }) : done(written);
}

interface ComparePosition {
  readonly catalog: Catalog;
  readonly path: string;
  /** Inside a component that the write made: the service fills in the keys that were left out. */
  readonly isNew: boolean;
  readonly deviations: Deviation[];
  /** Paths that only one of both has. */
  readonly oneSided: string[];
}

function compareAll(
  attributes: Attributes | undefined,
  expected: JsonObject,
  actual: JsonObject,
  position: ComparePosition,
): void {
  for (const [name, attribute] of attributes ?? []) {
    if (isInverse(attribute) || isUnread(attribute)) continue;
    const path = position.path === "" ? name : `${position.path}.${name}`;
    const [one, other] = [ownIn(expected, name), ownIn(actual, name)];
    if (one !== undefined && other !== undefined) {
      compare(attribute, one, other, { ...position, path });
    } else if (isStructured(attribute) && isOneSided(one, other, position))
      position.oneSided.push(path);
  }
}

/** A key that only one has: what the service adds to a new component is no difference. */
const isOneSided = (
  expected: Json | undefined,
  actual: Json | undefined,
  { isNew }: ComparePosition,
): boolean => !isNew && expected !== actual;

function compare(
  attribute: AttributeSchema,
  expected: Json,
  actual: Json,
  position: ComparePosition,
): void {
  if (isEmptyValue(expected) && isEmptyValue(actual)) return;
  if (isListOfItems(attribute)) {
    const [wanted, held] = [listIn(expected), listIn(actual)];
    if (wanted && held) {
      compareLists(itemOf(attribute), wanted, held, position);
      return;
    }
  }
  if (isComponent(attribute) && isObject(expected) && isObject(actual)) {
    compareComponents(attribute, expected, actual, position);
  } else if (!isSame(attribute, expected, actual)) {
    addDeviation(expected, actual, isGone(attribute, actual), position);
  }
}

const isSame = (attribute: AttributeSchema, expected: Json, actual: Json): boolean =>
  isDeepStrictEqual(identityOf(attribute, expected), identityOf(attribute, actual)) ||
  isSameValue(attribute, expected, actual);

/** Another target takes the place of a relation or a file, and nothing that of a text. */
const isGone = (attribute: AttributeSchema, actual: Json): boolean =>
  isEmptyValue(actual) || actual === "" || isStructured(attribute);

function compareLists(
  item: AttributeSchema,
  expected: readonly Json[],
  actual: readonly Json[],
  position: ComparePosition,
): void {
  if (!isComponent(item)) {
    compareTargets(item, expected, actual, position);
    return;
  }
  if (expected.length !== actual.length) {
    addDeviation(expected, actual, actual.length < expected.length, position);
    return;
  }
  for (const [at, one] of expected.entries()) {
    compare(item, one, actual[at] ?? null, { ...position, path: `${position.path}[${at}]` });
  }
}

/** Of relations and files, whatever they are called: another order is no loss. */
function compareTargets(
  item: AttributeSchema,
  expected: readonly Json[],
  actual: readonly Json[],
  position: ComparePosition,
): void {
  const [wanted, held] = [expected, actual].map((list) =>
    list.map((target) => JSON.stringify(identityOf(item, target))),
  );
  if (isDeepStrictEqual(wanted, held)) return;
  const isLost = wanted?.some((target) => !held?.includes(target)) === true;
  addDeviation(expected, actual, isLost, position);
}

function compareComponents(
  attribute: AttributeSchema,
  expected: JsonObject,
  actual: JsonObject,
  position: ComparePosition,
): void {
  if ((expected["__component"] ?? null) !== (actual["__component"] ?? null)) {
    addDeviation(expected, actual, true, position);
    return;
  }
  const isNew = position.isNew || !("id" in expected);
  const attributes = attributesOf(attribute, actual, position.catalog);
  compareAll(attributes, expected, actual, { ...position, isNew });
}

function addDeviation(
  expected: Json,
  actual: Json,
  isLost: boolean,
  { path, deviations }: ComparePosition,
): void {
  deviations.push({ path, expected, actual, isLost: isLost && !isEmptyValue(expected) });
}

/** Whether two values are one, written in two ways: `10:30:00` and `10:30:00.000`. */
function isSameValue({ type }: AttributeSchema, one: Json, other: Json): boolean {
  if (isArray(one) || isObject(one) || isArray(other) || isObject(other)) return false;
  const [a, b] = [String(one), String(other)];
  switch (type) {
    case "biginteger":
      return a === b;
    case "integer":
    case "float":
    case "decimal":
      return a.trim() !== "" && Number(a) === Number(b);
    case "time":
      return withoutZeros(a) === withoutZeros(b);
    case "date":
      return a.slice(0, 10) === b.slice(0, 10);
    case "datetime":
    case "timestamp":
      return Date.parse(a) === Date.parse(b);
    default:
      return false;
  }
}

const withoutZeros = (time: string): string => time.replace(/\.0+$/, "");
