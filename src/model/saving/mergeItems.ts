import { isDeepStrictEqual } from "node:util";
import type { Json } from "../json.ts";

/** One thing as it was, and as two sides have it now. */
export interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** Whose value stands where both changed the same thing. */
export type Side = "mine" | "theirs";

/** What tells the entries of a list apart, and how one of them is merged. */
export interface Rules {
  /** What an entry is known by, wherever it stands; undefined where it has nothing of the kind. */
  nameOf(item: Json): string | undefined;
  /** Whether two entries have the same content. */
  isSame(one: Json, other: Json): boolean;
  /** Undefined is an entry that is not there. `at` is its place in mine, where all have it. */
  mergeItem(item: Three<Json | undefined>, at: number | undefined): Json | undefined;
  /** They put the list in another order, or both did: whose order is it to be? */
  reordered(by: "them" | "both"): Side;
}

interface Entry {
  /** The same on all sides for what is one entry. */
  readonly key: string;
  readonly value: Json;
  readonly at: number;
}

type Items = ReadonlyMap<string, Entry>;

/** Joins three versions of a list, entry by entry. */
export function mergeItems(lists: Three<readonly Json[]>, rules: Rules): Json[] {
  const items = matched(lists, rules);
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
function matched(lists: Three<readonly Json[]>, rules: Rules): Three<Items> {
  const base = entriesOf(lists.base, "base", rules);
  const isSame = (one: Entry, other: Entry) => rules.isSame(one.value, other.value);
  // An entry that was sent without an id is found again by its place.
  const isThere = (one: Entry, other: Entry) =>
    one.at === other.at && rules.nameOf(other.value) === undefined;
  const from = (side: Side) =>
    // The service gives shared components new ids when another localization is saved.
    renamed(renamed(entriesOf(lists[side], side, rules), base, isSame), base, isThere);
  const mine = from("mine");
  const theirs = renamed(from("theirs"), new Map([...mine, ...base]), isSame);
  return { base, mine, theirs };
}

function entriesOf(list: readonly Json[], side: string, rules: Rules): Items {
  const entries = new Map<string, Entry>();
  for (const [at, value] of list.entries()) {
    const name = rules.nameOf(value);
    // Two of one name: the second is a copy, and a new entry.
    const key = name === undefined || entries.has(name) ? `${side} ${at}` : name;
    entries.set(key, { key, value, at });
  }
  return entries;
}

/** Gives each entry without a counterpart of the same key the key of the first unmatched entry it matches. */
function renamed(
  entries: Items,
  others: Items,
  isMatch: (one: Entry, other: Entry) => boolean,
): Items {
  const free = [...others.values()].filter(({ key }) => !entries.has(key));
  const all = [...entries.values()].map((entry) => {
    const at = others.has(entry.key) ? -1 : free.findIndex((other) => isMatch(entry, other));
    const [match] = at === -1 ? [] : free.splice(at, 1);
    return match ? { ...entry, key: match.key } : entry;
  });
  return new Map(all.map((entry) => [entry.key, entry]));
}

/** All keys of both sides: those of one side in its order, each of the other's behind what it stood behind. */
function inOrder(items: Three<Items>, rules: Rules): string[] {
  const side = sideOfOrder(items, rules);
  const [first, second] = side === "mine" ? [items.mine, items.theirs] : [items.theirs, items.mine];
  const order = [...first.keys()];
  let place = 0;
  for (const key of second.keys()) {
    if (first.has(key)) {
      place = order.indexOf(key) + 1;
      continue;
    }
    while (place < order.length && !second.has(order[place] ?? "")) place += 1;
    order.splice(place, 0, key);
    place += 1;
  }
  return order;
}

function sideOfOrder({ base, mine, theirs }: Three<Items>, rules: Rules): Side {
  const shared = (side: Items) =>
    [...side.keys()].filter((key) => base.has(key) && mine.has(key) && theirs.has(key));
  const [was, own, other] = [shared(base), shared(mine), shared(theirs)];
  if (isDeepStrictEqual(was, other) || isDeepStrictEqual(own, other)) return "mine";
  return rules.reordered(isDeepStrictEqual(was, own) ? "them" : "both");
}
