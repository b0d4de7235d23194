import { keyOf } from "../../foundation/address.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Place } from "../listing/content.ts";
import type { Narrowing } from "../listing/narrowing.ts";
import type { Failure } from "../../foundation/outcome.ts";
import type { Hit } from "./hits.ts";
import type { Part, Progress } from "./search.ts";

/** What was found of one type. */
export interface Group {
  readonly place: Place;
  /** Undefined for users. */
  readonly type: ContentType | undefined;
  /** Those first whose title it is in. */
  readonly hits: readonly Hit[];
  /** What the list of the type is narrowed to for more of the same; absent where this is all. */
  readonly more?: Narrowing;
}

/** What was found so far. */
export interface Found {
  /** By type, as the types come in the catalog; users last. None without a hit. */
  readonly groups: readonly Group[];
  /** Fields with text that the service can't search: `articles.sections`. */
  readonly unseen: readonly string[];
  /** Zones that were not read to the end, since enough was found. */
  readonly cut: readonly string[];
  /** Of all zones together; absent while none are read. */
  readonly progress?: Progress;
  /** The types that could not be searched, or not whole, and why. */
  readonly failures: readonly Unsearched[];
}

interface Unsearched {
  readonly type: Group["type"];
  readonly failure: Failure;
}

/** A group with what else was found. What was found before stays as it was, but for its state. */
export function joined(group: Group, { hits, more }: Part): Group {
  const all = new Map(group.hits.map((hit) => [keyOf(hit.address), hit]));
  for (const hit of hits) {
    const key = keyOf(hit.address);
    all.set(key, { ...hit, ...all.get(key), ...(hit.state && { state: hit.state }) });
  }
  const [first, last] = [true, false].map((isTitled) =>
    [...all.values()].filter(({ where }) => (where === undefined) === isTitled),
  );
  return { ...(more && { more }), ...group, hits: [...(first ?? []), ...(last ?? [])] };
}
