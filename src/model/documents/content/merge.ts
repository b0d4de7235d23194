import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, ownIn, pick } from "../../foundation/json.ts";
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

/** One thing as it was, and as two sides have it now. */
export interface ThreeWay<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** Whose value stands where both changed the same thing. */
export type Side = "mine" | "theirs";

/** What tells the entries of a list apart, and how one of them is merged. */
export interface ListMergeRules {
  /** What an entry is known by, wherever it stands; undefined where it has nothing of the kind. */
  identityOf(item: Json): string | undefined;
  /** The same text for two entries that have the same content, and for no others. */
  contentOf(item: Json): string;
  /** Undefined is an entry that is not there. `at` is its place in mine, where all have it. */
  mergeItem(item: ThreeWay<Json | undefined>, at: number | undefined): Json | undefined;
  /** They put the list in another order, or both did: whose order is it to be? */
  reordered(by: "them" | "both"): Side;
}

interface MergeEntry {
  /** The same on all sides for what is one entry. */
  readonly key: string;
  readonly value: Json;
  readonly at: number;
}

type MergeEntries = ReadonlyMap<string, MergeEntry>;

/** Joins three versions of a list, entry by entry. */
function mergeItems(lists: ThreeWay<readonly Json[]>, rules: ListMergeRules): Json[] {
  const items = matchEntries(lists, rules);
  const { base, mine, theirs } = items;
  const merged = new Map<string, Json>();
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [old, own, other] = [base.get(key), mine.get(key), theirs.get(key)];
    const three = { base: old?.value, mine: own?.value, theirs: other?.value };
    const value = rules.mergeItem(three, other && own?.at);
    if (value !== undefined) merged.set(key, value);
  }
  const left = inOrder(items, rules).filter((key) => merged.has(key));
  return left.map((key) => merged.get(key) ?? null);
}

/** Gives entries of the sides that are one and the same the same key. */
function matchEntries(
  lists: ThreeWay<readonly Json[]>,
  rules: ListMergeRules,
): ThreeWay<MergeEntries> {
  const base = entriesOf(lists.base, "base", rules);
  const contentOf = ({ value }: MergeEntry) => rules.contentOf(value);
  const byContent = { wanted: contentOf, offered: contentOf };
  // An entry that was sent without an id is found again by its place.
  const byPlace: EntryMatcher = {
    wanted: ({ at }) => String(at),
    offered: ({ at, value }) => (rules.identityOf(value) === undefined ? String(at) : undefined),
  };
  const from = (side: Side) =>
    // The service gives shared components new ids when another localization is saved.
    withMatchedKeys(
      withMatchedKeys(entriesOf(lists[side], side, rules), base, byContent),
      base,
      byPlace,
    );
  const mine = from("mine");
  const theirs = withMatchedKeys(from("theirs"), new Map([...mine, ...base]), byContent);
  return { base, mine, theirs };
}

/** By what an entry finds its counterpart: what it looks for, and what another one has. */
interface EntryMatcher {
  wanted(entry: MergeEntry): string;
  /** Undefined for one that is nobody's counterpart. */
  offered(entry: MergeEntry): string | undefined;
}

function entriesOf(list: readonly Json[], side: string, rules: ListMergeRules): MergeEntries {
  const entries = new Map<string, MergeEntry>();
  for (const [at, value] of list.entries()) {
    const name = rules.identityOf(value);
    // Two of one name: the second is a copy, and a new entry.
    const key = name === undefined || entries.has(name) ? `${side} ${at}` : name;
    entries.set(key, { key, value, at });
  }
  return entries;
}

/** Gives each entry without a counterpart of the same key the key of the first unmatched entry it matches. */
function withMatchedKeys(
  entries: MergeEntries,
  others: MergeEntries,
  matcher: EntryMatcher,
): MergeEntries {
  const isAlone = ({ key }: MergeEntry, side: MergeEntries) => !side.has(key);
  const unmatched = [...others.values()].filter((other) => isAlone(other, entries));
  const free = groupedByMark(unmatched, (other) => matcher.offered(other));
  const all = [...entries.values()].map((entry) => {
    if (!isAlone(entry, others)) return entry;
    const match = free.get(matcher.wanted(entry))?.next().value;
    return match ? { ...entry, key: match.key } : entry;
  });
  return new Map(all.map((entry) => [entry.key, entry]));
}

/** Entries that have the same mark, in their order, each to be taken once. */
function groupedByMark(
  entries: readonly MergeEntry[],
  markOf: (entry: MergeEntry) => string | undefined,
): ReadonlyMap<string, Iterator<MergeEntry, undefined>> {
  const groups = new Map<string, MergeEntry[]>();
  for (const entry of entries) {
    const mark = markOf(entry);
    if (mark !== undefined) listAt(groups, mark).push(entry);
  }
  return new Map([...groups].map(([mark, group]) => [mark, group.values()]));
}

/** All keys of both sides: those of one side in its order, each of the other's behind what it stood behind. */
function inOrder(items: ThreeWay<MergeEntries>, rules: ListMergeRules): string[] {
  const side = sideOfOrder(items, rules);
  const [first, second] = side === "mine" ? [items.mine, items.theirs] : [items.theirs, items.mine];
  const behind = new Map<string | undefined, string[]>();
  let shared: string | undefined;
  for (const key of second.keys()) {
    if (first.has(key)) shared = key;
    else listAt(behind, shared).push(key);
  }
  const order: string[] = [];
  shared = undefined;
  for (const key of first.keys()) {
    // What the first side alone has behind a shared entry comes before what the second side alone has there.
    if (second.has(key)) {
      for (const own of listAt(behind, shared)) order.push(own);
      shared = key;
    }
    order.push(key);
  }
  return [...order, ...listAt(behind, shared)];
}

/** The list that a map has for a key; an empty one where it had none. */
function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function sideOfOrder({ base, mine, theirs }: ThreeWay<MergeEntries>, rules: ListMergeRules): Side {
  const shared = (side: MergeEntries) =>
    [...side.keys()].filter((key) => base.has(key) && mine.has(key) && theirs.has(key));
  const [was, own, other] = [shared(base), shared(mine), shared(theirs)];
  if (isDeepStrictEqual(was, other) || isDeepStrictEqual(own, other)) return "mine";
  return rules.reordered(isDeepStrictEqual(was, own) ? "them" : "both");
}
