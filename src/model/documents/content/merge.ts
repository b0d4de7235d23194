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
import type { Rules, Side, Three } from "./mergeItems.ts";

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
interface Place {
  readonly catalog: Catalog;
  readonly prefer: Side;
  readonly path: string;
  /** Names that the service sets there: theirs are taken without a word. */
  readonly owned: ReadonlySet<string>;
  readonly taken: Set<string>;
  readonly conflicts: Set<string>;
}

type Value = Json | undefined;

/**
 * Joins what two sides made of one document: attribute by attribute, also inside components, and lists
 * entry by entry. Where both changed the same, `prefer` says whose value stands. `$schema` and `$` are
 * mine.
 */
export function merge(
  { base, mine, theirs }: Three<JsonObject>,
  { type, catalog }: TypeInCatalog,
  prefer: Side = "mine",
): Merge {
  const notes = { taken: new Set<string>(), conflicts: new Set<string>() };
  const place = { catalog, prefer, path: "", owned: serviceOwned, ...notes };
  const bare = { base: withoutFacts(base), mine: withoutFacts(mine), theirs: withoutFacts(theirs) };
  const merged = mergeKeys(type.attributes, bare, place);
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
  { base, mine, theirs }: Three<JsonObject>,
  place: Place,
): JsonObject {
  const merged = new Map<string, Json>();
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const attribute = attributes?.get(name);
    const three = {
      base: ownIn(base, name),
      mine: ownIn(mine, name),
      theirs: ownIn(theirs, name),
    };
    const path = place.path === "" ? name : `${place.path}.${name}`;
    const value =
      !attribute && place.owned.has(name)
        ? ownUnlessSame(three)
        : mergeValue(attribute, three, { ...place, path });
    if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

const ownUnlessSame = ({ base, mine, theirs }: Three<Value>): Value =>
  isDeepStrictEqual(base, mine) ? theirs : mine;

function mergeValue(
  attribute: AttributeSchema | undefined,
  three: Three<Value>,
  place: Place,
): Value {
  if (isDeepStrictEqual(three.base, three.theirs)) return three.mine;
  const lists = attribute && listsIn(attribute, three);
  if (lists) return mergeItems(lists, rulesOf(itemOf(attribute), place));
  const components = attribute && componentsIn(attribute, three);
  if (!components) return choose(attribute, three, place);
  const attributes = attributesOf(attribute, components.mine, place.catalog);
  return mergeKeys(attributes, components, { ...place, owned: rowNumber });
}

const rowNumber = new Set(["id"]);

/** Undefined where there are no three lists; a key that is not there is no empty list. */
function listsIn(
  attribute: AttributeSchema,
  { base, mine, theirs }: Three<Value>,
): Three<readonly Json[]> | undefined {
  if (!isListOfItems(attribute) || mine === undefined || theirs === undefined) return undefined;
  const [old, own, other] = [listIn(base ?? null), listIn(mine), listIn(theirs)];
  return old && own && other && { base: old, mine: own, theirs: other };
}

/** Undefined where there is not one and the same component on all sides. */
function componentsIn(
  attribute: AttributeSchema,
  { base, mine, theirs }: Three<Value>,
): Three<JsonObject> | undefined {
  if (!isComponent(attribute)) return undefined;
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return undefined;
  // Without the id that it had, it is a new one.
  const isOne = (side: JsonObject) =>
    side["__component"] === base["__component"] && ("id" in side || !("id" in base));
  return isOne(mine) && isOne(theirs) ? { base, mine, theirs } : undefined;
}

/** Takes one side's value whole. */
function choose(attribute: AttributeSchema | undefined, three: Three<Value>, place: Place): Value {
  const { base, mine, theirs } = three;
  const isOther = (a: Value, b: Value) => differs(attribute, a, b, place.catalog);
  if (!isOther(base, theirs)) return ownUnlessSame(three);
  if (!isOther(mine, theirs)) return theirs ?? mine;
  if (!isOther(base, mine)) {
    place.taken.add(place.path);
    return theirs;
  }
  place.conflicts.add(place.path);
  return three[place.prefer];
}

/** Of the entries of one list. That an entry came, went or moved is noted as a change of the list. */
function rulesOf(item: AttributeSchema, place: Place): Rules {
  return {
    nameOf: (value) => (isComponent(item) ? componentName(value) : referenceName(item, value)),
    contentOf: (value) => contentKey(item, value, place.catalog),
    mergeItem: (three, at) => {
      const path = at === undefined ? place.path : `${place.path}[${at}]`;
      return mergeValue(item, three, { ...place, path });
    },
    reordered: (by) => {
      (by === "them" ? place.taken : place.conflicts).add(place.path);
      return by === "them" ? "theirs" : place.prefer;
    },
  };
}

/** Two kinds of component count their ids each for itself. */
const componentName = (value: Json): string | undefined =>
  isObject(value) && (value["id"] ?? null) !== null
    ? JSON.stringify([value["__component"] ?? null, value["id"]])
    : undefined;

const referenceName = (item: AttributeSchema, value: Json): string =>
  JSON.stringify(identityOf(item, value));
