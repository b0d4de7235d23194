import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, serviceOwned } from "../../schemas/catalog.ts";
import {
  attributesOf,
  contentKey,
  differs,
  identityOf,
  isListOfItems,
  itemOf,
  listIn,
} from "./differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, ownIn, pick } from "../../foundation/json.ts";
import { mergeItems } from "./mergeItems.ts";
import type { ListMergeRules, Side, ThreeWay } from "./mergeItems.ts";

export type { Side };

/** What came of two sides' changes. Paths are as `sections[1].text`, with places of mine. */
export interface Merge {
  readonly merged: JsonObject;
  /** What they alone changed: it is in `merged`. */
  readonly taken: readonly string[];
  /** What both changed, each in another way. */
  readonly conflicts: readonly string[];
}

/** Where a value stands, and what is noted on the way through it. */
interface MergePosition {
  readonly catalog: Catalog;
  readonly prefer: Side;
  readonly path: string;
  /** Names that the service sets there: theirs are taken without a word. */
  readonly owned: ReadonlySet<string>;
  readonly taken: Set<string>;
  readonly conflicts: Set<string>;
}

type MergeValue = Json | undefined;

/**
 * Joins what two sides made of one document: attribute by attribute, also inside components, and lists
 * entry by entry. Where both changed the same, `prefer` says whose value stands. `$schema` and `$` are
 * mine.
 */
export function merge(
  { base, mine, theirs }: ThreeWay<JsonObject>,
  { type, catalog }: TypeInCatalog,
  prefer: Side = "mine",
): Merge {
  const notes = { taken: new Set<string>(), conflicts: new Set<string>() };
  const position = { catalog, prefer, path: "", owned: serviceOwned, ...notes };
  const contents = {
    base: withoutFacts(base),
    mine: withoutFacts(mine),
    theirs: withoutFacts(theirs),
  };
  const merged = mergeKeys(type.attributes, contents, position);
  return {
    merged: { ...merged, ...pick(mine, ["$schema", "$"]) },
    taken: [...notes.taken],
    conflicts: [...notes.conflicts],
  };
}

/** The paths at which two contents of a document differ, with places of `now`. */
export const changedPaths = (base: JsonObject, now: JsonObject, shape: TypeInCatalog): string[] => [
  ...merge({ base: now, mine: now, theirs: base }, shape).taken,
];

const withoutFacts = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !/^\$(schema)?$/.test(name)));

function mergeKeys(
  attributes: Attributes | undefined,
  { base, mine, theirs }: ThreeWay<JsonObject>,
  position: MergePosition,
): JsonObject {
  const merged = new Map<string, Json>();
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const attribute = attributes?.get(name);
    const three = {
      base: ownIn(base, name),
      mine: ownIn(mine, name),
      theirs: ownIn(theirs, name),
    };
    const path = position.path === "" ? name : `${position.path}.${name}`;
    const value =
      !attribute && position.owned.has(name)
        ? ownUnlessSame(three)
        : mergeValue(attribute, three, { ...position, path });
    if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

const ownUnlessSame = ({ base, mine, theirs }: ThreeWay<MergeValue>): MergeValue =>
  isDeepStrictEqual(base, mine) ? theirs : mine;

function mergeValue(
  attribute: AttributeSchema | undefined,
  three: ThreeWay<MergeValue>,
  position: MergePosition,
): MergeValue {
  if (isDeepStrictEqual(three.base, three.theirs)) return three.mine;
  const lists = attribute && listsIn(attribute, three);
  if (lists) return mergeItems(lists, rulesOf(itemOf(attribute), position));
  const components = attribute && componentsIn(attribute, three);
  if (!components) return choose(attribute, three, position);
  const attributes = attributesOf(attribute, components.mine, position.catalog);
  return mergeKeys(attributes, components, { ...position, owned: rowIdKey });
}

const rowIdKey = new Set(["id"]);

/** Undefined where there are no three lists; a key that is not there is no empty list. */
function listsIn(
  attribute: AttributeSchema,
  { base, mine, theirs }: ThreeWay<MergeValue>,
): ThreeWay<readonly Json[]> | undefined {
  if (!isListOfItems(attribute) || mine === undefined || theirs === undefined) return undefined;
  const [old, own, other] = [listIn(base ?? null), listIn(mine), listIn(theirs)];
  return old && own && other && { base: old, mine: own, theirs: other };
}

/** Undefined where there is not one and the same component on all sides. */
function componentsIn(
  attribute: AttributeSchema,
  { base, mine, theirs }: ThreeWay<MergeValue>,
): ThreeWay<JsonObject> | undefined {
  if (!isComponent(attribute)) return undefined;
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return undefined;
  // Without the id that it had, it is a new one.
  const isOne = (side: JsonObject) =>
    side["__component"] === base["__component"] && ("id" in side || !("id" in base));
  return isOne(mine) && isOne(theirs) ? { base, mine, theirs } : undefined;
}

/** Takes one side's value whole. */
function choose(
  attribute: AttributeSchema | undefined,
  three: ThreeWay<MergeValue>,
  position: MergePosition,
): MergeValue {
  const { base, mine, theirs } = three;
  const isOther = (a: MergeValue, b: MergeValue) => differs(attribute, a, b, position.catalog);
  if (!isOther(base, theirs)) return ownUnlessSame(three);
  if (!isOther(mine, theirs)) return theirs ?? mine;
  if (!isOther(base, mine)) {
    position.taken.add(position.path);
    return theirs;
  }
  position.conflicts.add(position.path);
  return three[position.prefer];
}

/** Of the entries of one list. That an entry came, went or moved is noted as a change of the list. */
function rulesOf(item: AttributeSchema, position: MergePosition): ListMergeRules {
  return {
    identityOf: (value) =>
      isComponent(item) ? componentIdentity(value) : referenceIdentity(item, value),
    contentOf: (value) => contentKey(item, value, position.catalog),
    mergeItem: (three, at) => {
      const path = at === undefined ? position.path : `${position.path}[${at}]`;
      return mergeValue(item, three, { ...position, path });
    },
    reordered: (by) => {
      (by === "them" ? position.taken : position.conflicts).add(position.path);
      return by === "them" ? "theirs" : position.prefer;
    },
  };
}

/** Two kinds of component count their ids each for itself. */
const componentIdentity = (value: Json): string | undefined =>
  isObject(value) && (value["id"] ?? null) !== null
    ? JSON.stringify([value["__component"] ?? null, value["id"]])
    : undefined;

const referenceIdentity = (item: AttributeSchema, value: Json): string =>
  JSON.stringify(identityOf(item, value));
