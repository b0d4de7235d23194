import { keyOf } from "../../foundation/address.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { CollectionAddress } from "../listing/content.ts";
import type { ListQuery } from "../listing/listQuery.ts";
import type { SearchHit } from "./hits.ts";
import type { TypeSearchPart, SearchProgress } from "./search.ts";
import type { QueryFailure } from "../queryFailure.ts";

/** What was found of one type. */
export interface TypeResults {
  readonly place: CollectionAddress;
  /** Undefined for users. */
  readonly type: ContentType | undefined;
  /** Those first whose title it is in. */
  readonly hits: readonly SearchHit[];
  /** What the list of the type is limited to for more of the same; absent where this is all. */
  readonly more?: ListQuery;
}

/** What was found so far. */
export interface SearchResults {
  /** By type, as the types come in the catalog; users last. None without a hit. */
  readonly groups: readonly TypeResults[];
  /** Fields with text that the service can't search: `articles.sections`. */
  readonly unseen: readonly string[];
  /** Zones that were not read to the end, since enough was found. */
  readonly cut: readonly string[];
  /** Of all zones together; absent while none are read. */
  readonly progress?: SearchProgress;
  /** The types that could not be searched, or not whole, and why. */
  readonly failures: readonly Unsearched[];
}

interface Unsearched {
  readonly type: TypeResults["type"];
  readonly failure: QueryFailure;
}

/** A group with what else was found. What was found before stays as it was, but for its state. */
export function mergeResults(group: TypeResults, { hits, more }: TypeSearchPart): TypeResults {
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
