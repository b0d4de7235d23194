import { keyOf } from "../../foundation/address.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { CollectionAddress } from "../../foundation/address.ts";
import type { ListQuery } from "../../content/listQuery.ts";
import type { SearchHit } from "./hits.ts";
import type { TypeSearchPart, SearchProgress } from "./search.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";

/** The results for one type. */
export interface TypeResults {
  readonly place: CollectionAddress;
  /** Undefined for users. */
  readonly type: ContentType | undefined;
  /** Hits with a match in the title come first. */
  readonly hits: readonly SearchHit[];
  /** The list query that shows more results of the type; absent if there are no more. */
  readonly more?: ListQuery;
}

/** The results so far. */
export interface SearchResults {
  /** In the catalog's order of types, users last. Types without hits are left out. */
  readonly groups: readonly TypeResults[];
  /** Fields with text that the service can't search, such as `articles.sections`. */
  readonly unseen: readonly string[];
  /** Zones that were not read to the end, because enough was found. */
  readonly cut: readonly string[];
  /** The progress in all zones together; absent while none are read. */
  readonly progress?: SearchProgress;
  /** The types that could not be searched, or only in part, and the reason. */
  readonly failures: readonly Unsearched[];
}

interface Unsearched {
  readonly type: TypeResults["type"];
  readonly failure: ReadFailure;
}

/** Merges new results into a group. Earlier hits stay unchanged, except for their state. */
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
