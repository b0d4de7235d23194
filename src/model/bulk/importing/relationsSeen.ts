import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { RelationKeyCounts } from "./plan.ts";
import type { RecordSource } from "./record.ts";
import type { RecordIndex } from "./register.ts";
import { Resolver } from "./resolving.ts";
import type { NamedTarget } from "./resolving.ts";

/** How many records are looked at. */
const maxSampledRecords = 200;

/** What the first records of a file name the targets of their relations by, and whether these are there. */
export async function countRelationKeys(
  source: RecordSource,
  index: RecordIndex,
  signal?: AbortSignal,
): Promise<Outcome<readonly RelationKeyCounts[]>> {
  const resolver = new Resolver(index);
  const named = new Map<string, NamedTarget>();
  let count = 0;
  for await (const item of source.records(signal)) {
    index.add(item);
    const entry = index.at(item.line);
    count += 1;
    if (count > maxSampledRecords || "failure" in item || !entry) continue;
    for (const one of resolver.targetsNamedIn({ entry, record: item.record })) {
      named.set(JSON.stringify(one), one);
    }
  }
  const [failure] = await resolver.learnTargets([...named.values()], signal);
  return failure ? failed(failure) : done(countKeys([...named.values()], resolver));
}

function countKeys(
  named: readonly NamedTarget[],
  resolver: Resolver,
): readonly RelationKeyCounts[] {
  const byPath = new Map<string, MutableKeyCounts>();
  for (const one of named) {
    const { path, lookup } = one;
    const relation = byPath.get(path) ?? {
      path,
      target: lookup.target,
      keys: new Map<string, FoundAndMissing>(),
    };
    byPath.set(path, relation);
    const { found, missing } = relation.keys.get(lookup.by) ?? { found: 0, missing: 0 };
    const isThere = Number(resolver.isThere(one));
    relation.keys.set(lookup.by, { found: found + isThere, missing: missing + 1 - isThere });
  }
  return [...byPath.values()];
}

interface MutableKeyCounts extends RelationKeyCounts {
  readonly keys: Map<string, FoundAndMissing>;
}

interface FoundAndMissing {
  readonly found: number;
  readonly missing: number;
}
