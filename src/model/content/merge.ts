import type { AttributeSchema } from "../../client/index.ts";
import { isObject, ownIn, pick, pathBelow } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { groupedBy } from "../foundation/chunks.ts";
import {
  isComponent,
  serviceOwned,
  attributesOf,
  isListOfItems,
  isFullyKnown,
  itemOf,
  listIn,
} from "../schemas/catalog.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import { withoutFacts } from "./documentText.ts";
import { isIdentical, isSameValue, valueKey } from "./equality.ts";

/** The result of a merge. Paths have the form `sections[1].text`, with the indexes of `mine`. */
export interface Merge {
  readonly merged: JsonObject;
  /** The paths that only `theirs` changed; `merged` contains the changes. */
  readonly remotePaths: readonly string[];
  /** The paths that both sides changed in different ways; `merged` has one side's value there. */
  readonly conflicts: readonly string[];
}

/** The attributes of the contents. */
interface MergedShape {
  readonly type: Pick<ContentType, "attributes">;
  readonly catalog: Catalog;
}

/** The position of a value, and the changes recorded on the way to it. */
interface MergePosition {
  readonly catalog: Catalog;
  readonly prefer: MergeSide;
  readonly path: string;
  /** Names that the service sets there. Changes of `theirs` to them are taken unrecorded. */
  readonly owned: ReadonlySet<string>;
  readonly remotePaths: Set<string>;
  readonly conflicts: Set<string>;
}

type MergeValue = Json | undefined;

/**
 * Merges two sides' changes of one document: attribute by attribute, also inside components, and
 * lists entry by entry. Where both sides changed the same value, `prefer` decides. `$schema` and
 * `$` come from `mine`.
 */
export function merge(
  contents: ThreeWay<JsonObject>,
  { type, catalog }: MergedShape,
  prefer: MergeSide = "mine",
): Merge {
  const notes = { remotePaths: new Set<string>(), conflicts: new Set<string>() };
  const position = { catalog, prefer, path: "", owned: serviceOwned, ...notes };
  const merged = mergeKeys(type.attributes, ofEach(contents, withoutFacts), position);
  return {
    merged: { ...merged, ...pick(contents.mine, ["$schema", "$"]) },
    remotePaths: [...notes.remotePaths],
    conflicts: [...notes.conflicts],
  };
}

/** The paths at which two contents of a document differ, with the indexes of `currentContent`. */
export const changedPaths = (
  base: JsonObject,
  currentContent: JsonObject,
  shape: TypeInCatalog,
): readonly string[] =>
  merge({ base: currentContent, mine: currentContent, theirs: base }, shape).remotePaths;

function mergeKeys(
  attributes: Attributes | undefined,
  contents: ThreeWay<JsonObject>,
  position: MergePosition,
): JsonObject {
  const merged = new Map<string, Json>();
  const { mine, theirs } = contents;
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const attribute = attributes?.get(name);
    const three = ofEach(contents, (side) => ownIn(side, name));
    const path = pathBelow(position.path, name);
    // The service has lost it with its schema, and nobody has changed it.
    const isFormer =
      attributes !== undefined &&
      !attribute &&
      three.theirs === undefined &&
      isFullyKnown(attribute, position.catalog);
    const value =
      isFormer || (!attribute && position.owned.has(name))
        ? ownUnlessSame(three)
        : mergeValue(attribute, three, { ...position, path });
    if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

const ownUnlessSame = ({ base, mine, theirs }: ThreeWay<MergeValue>): MergeValue =>
  isIdentical(base, mine) ? theirs : mine;

function mergeValue(
  attribute: AttributeSchema | undefined,
  three: ThreeWay<MergeValue>,
  position: MergePosition,
): MergeValue {
  const { base, mine, theirs } = three;
  if (isIdentical(base, theirs)) return mine;
  const lists = attribute && listsIn(attribute, three);
  if (lists) return mergeItems(lists, { item: itemOf(attribute), position });
  const components = attribute && componentsIn(attribute, three);
  if (components) {
    const attributes = attributesOf(attribute, components.mine, position.catalog);
    return mergeKeys(attributes, components, { ...position, owned: rowIdKey });
  }
  // Takes the whole value of one side.
  const isSame = (a: MergeValue, b: MergeValue) => isSameValue(attribute, a, b, position.catalog);
  if (isSame(base, theirs)) return ownUnlessSame(three);
  if (isSame(mine, theirs)) return theirs ?? mine;
  if (isSame(base, mine)) {
    position.remotePaths.add(position.path);
    return theirs;
  }
  position.conflicts.add(position.path);
  return three[position.prefer];
}

const rowIdKey = new Set(["id"]);

/** Undefined unless all three values are lists. An absent key is not an empty list. */
function listsIn(attribute: AttributeSchema, { base, mine, theirs }: ThreeWay<MergeValue>) {
  if (!isListOfItems(attribute) || mine === undefined || theirs === undefined) return undefined;
  const [baseList, myList, theirList] = [listIn(base ?? null), listIn(mine), listIn(theirs)];
  return baseList && myList && theirList && { base: baseList, mine: myList, theirs: theirList };
}

/** Undefined unless all sides have the same component. */
function componentsIn(attribute: AttributeSchema, { base, mine, theirs }: ThreeWay<MergeValue>) {
  if (!isComponent(attribute)) return undefined;
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return undefined;
  // Without its earlier id, it is a new component.
  const isOne = (side: JsonObject) =>
    side["__component"] === base["__component"] && ("id" in side || !("id" in base));
  return isOne(mine) && isOne(theirs) ? { base, mine, theirs } : undefined;
}

/** A list, whose entries are merged. An added, removed or moved entry is a change of the list. */
interface MergedList {
  readonly item: AttributeSchema;
  readonly position: MergePosition;
}

/** The identity of an entry, independent of its index; undefined if it has none. */
function entryIdentity(value: Json, { item, position }: MergedList): string | undefined {
  if (!isComponent(item)) return valueKey(item, value, position.catalog);
  if (!isObject(value) || (value["id"] ?? null) === null) return undefined;
  // Each type of component has its own sequence of ids.
  return JSON.stringify([value["__component"] ?? null, value["id"]]);
}

interface ThreeWay<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

const ofEach = <Side, Part>(
  { base, mine, theirs }: ThreeWay<Side>,
  partOf: (side: Side) => Part,
): ThreeWay<Part> => ({ base: partOf(base), mine: partOf(mine), theirs: partOf(theirs) });

/** The side whose value wins where both changed the same value. */
export type MergeSide = "mine" | "theirs";

interface MergeEntry {
  /** Equal on all sides for the same entry. */
  readonly key: string;
  readonly value: Json;
  readonly at: number;
}

type MergeEntries = ReadonlyMap<string, MergeEntry>;

function mergeItems(lists: ThreeWay<readonly Json[]>, list: MergedList): Json[] {
  const { item, position } = list;
  const items = matchEntries(lists, list);
  const { mine, theirs } = items;
  const merged = new Map<string, Json>();
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const three = ofEach(items, (side) => side.get(key)?.value);
    const myEntry = mine.get(key);
    const path = myEntry && theirs.has(key) ? `${position.path}[${myEntry.at}]` : position.path;
    const value = mergeValue(item, three, { ...position, path });
    if (value !== undefined) merged.set(key, value);
  }
  const mergedKeys = inOrder(items, position).filter((key) => merged.has(key));
  return mergedKeys.map((key) => merged.get(key) ?? null);
}

/** Gives the same entry the same key on all sides. */
function matchEntries(lists: ThreeWay<readonly Json[]>, list: MergedList): ThreeWay<MergeEntries> {
  const base = entriesOf(lists.base, "base", list);
  const contentOf = ({ value }: MergeEntry) => valueKey(list.item, value, list.position.catalog);
  const placeOf = ({ at }: MergeEntry) => String(at);
  // An entry that was sent without an id is matched by its index.
  const placeIfUnnamed = ({ at, value }: MergeEntry) =>
    entryIdentity(value, list) === undefined ? String(at) : "";
  const entriesFrom = (side: MergeSide) => {
    // The service gives shared components new ids when the user saves another localization.
    const entries = withMatchedKeys(entriesOf(lists[side], side, list), base, contentOf);
    return withMatchedKeys(entries, base, placeOf, placeIfUnnamed);
  };
  const mine = entriesFrom("mine");
  const theirs = withMatchedKeys(entriesFrom("theirs"), new Map([...mine, ...base]), contentOf);
  return { base, mine, theirs };
}

function entriesOf(values: readonly Json[], side: string, list: MergedList): MergeEntries {
  const entries = new Map<string, MergeEntry>();
  for (const [at, value] of values.entries()) {
    const name = entryIdentity(value, list);
    // Of two entries with the same identity, the second is a copy and a new entry.
    const key = name === undefined || entries.has(name) ? `${side} ${at}` : name;
    entries.set(key, { key, value, at });
  }
  return entries;
}

/**
 * Gives each entry without a counterpart the key of the first unmatched entry that offers the mark
 * that it seeks. An entry that offers an empty mark can't be a counterpart.
 */
function withMatchedKeys(
  entries: MergeEntries,
  others: MergeEntries,
  soughtMark: (entry: MergeEntry) => string,
  offeredMark = soughtMark,
): MergeEntries {
  const unmatched = [...others.values()].filter(({ key }) => !entries.has(key));
  const groups = groupedBy(unmatched, offeredMark);
  // Each entry can be taken once.
  const free = new Map([...groups].map(([mark, group]) => [mark, group.values()]));
  const matchedEntries = [...entries.values()].map((entry) => {
    if (others.has(entry.key)) return entry;
    const match = free.get(soughtMark(entry))?.next().value;
    return match ? { ...entry, key: match.key } : entry;
  });
  return new Map(matchedEntries.map((entry) => [entry.key, entry]));
}

/** The keys of both: one side's in order, and each key of the other side after its predecessor. */
function inOrder(items: ThreeWay<MergeEntries>, position: MergePosition): string[] {
  const side = sideOfOrder(items, position);
  const [first, second] = side === "mine" ? [items.mine, items.theirs] : [items.theirs, items.mine];
  const keysBehind = new Map<string | undefined, string[]>();
  let shared: string | undefined;
  for (const key of second.keys()) {
    const keys = keysBehind.get(shared);
    if (first.has(key)) shared = key;
    else if (keys) keys.push(key);
    else keysBehind.set(shared, [key]);
  }
  const order: string[] = [];
  shared = undefined;
  for (const key of first.keys()) {
    // After a shared entry, entries of the first side come before entries of the second.
    if (second.has(key)) {
      for (const insertedKey of keysBehind.get(shared) ?? []) order.push(insertedKey);
      shared = key;
    }
    order.push(key);
  }
  return [...order, ...(keysBehind.get(shared) ?? [])];
}

/** The side whose order wins where `theirs` reordered the list, or both sides did. */
function sideOfOrder(
  items: ThreeWay<MergeEntries>,
  { path, prefer, remotePaths, conflicts }: MergePosition,
): MergeSide {
  const sides = [items.base, items.mine, items.theirs];
  const isShared = (key: string) => sides.every((side) => side.has(key));
  const { base, mine, theirs } = ofEach(items, (side) => [...side.keys()].filter(isShared));
  if (isIdentical(base, theirs) || isIdentical(mine, theirs)) return "mine";
  const isOnlyTheirs = isIdentical(base, mine);
  (isOnlyTheirs ? remotePaths : conflicts).add(path);
  return isOnlyTheirs ? "theirs" : prefer;
}
