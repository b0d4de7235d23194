import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../foundation/json.ts";

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
export function mergeItems(lists: ThreeWay<readonly Json[]>, rules: ListMergeRules): Json[] {
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
