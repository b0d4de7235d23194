import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { merge } from "../../../src/model/content/merge.ts";
import type { Merge } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { leavesOf, named } from "./anyThree.ts";
import type { AnyThree } from "./anyThree.ts";

export const shape = { type: recipes, catalog: kitchen };

export const conflictsOf = (three: AnyThree): string[] =>
  merge(three, shape)
    .conflicts.map((path) => named(path, three.mine))
    .sort();

export const isAt = (path: string, conflict: string): boolean =>
  path === conflict || path.startsWith(`${conflict}.`);

/** Whether a path is in one of the conflicts. */
export function contestsOf(three: AnyThree): (path: string) => boolean {
  const conflicts = conflictsOf(three);
  const present = sidesOf(three).map((content) => new Set(leavesOf(content).keys()));
  // One side removed an entry that the other side changed, so the whole entry is in conflict.
  const isRemoved = (entry: string) => {
    const [base, mine, theirs] = present.map((paths) => paths.has(entry));
    return base === true && mine !== theirs;
  };
  return (path) => {
    if (conflicts.some((conflict) => isAt(path, conflict))) return true;
    const [entry = "", list = ""] = /^(\w+)\[.*?\](?=\.|$)/.exec(path) ?? [];
    // A list that the user removed from the text is in conflict as a whole.
    return conflicts.includes(list) && (isRemoved(entry) || !(list in three.mine));
  };
}

export const sidesOf = ({ base, mine, theirs }: AnyThree) => [base, mine, theirs] as const;

/** The expected value of each path without a conflict after a merge. */
export function expected(three: AnyThree): (path: string) => Json | undefined {
  const [base, mine, theirs] = sidesOf(three).map(leavesOf);
  return (path) => {
    const myValue = mine?.get(path);
    return isDeepStrictEqual(base?.get(path), myValue) ? theirs?.get(path) : myValue;
  };
}

export const placesOf = (...contents: JsonObject[]): Set<string> =>
  new Set(contents.flatMap((content) => [...leavesOf(content).keys()]));

export const both = (three: AnyThree): [Merge, Merge] => [
  merge(three, shape, "mine"),
  merge(three, shape, "theirs"),
];
