import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import type { RelationSeen } from "./plan.ts";
import type { Source } from "./record.ts";
import type { Register } from "./register.ts";
import { Resolver } from "./resolving.ts";
import type { Named } from "./resolving.ts";

/** How many records are looked at, and how many values of each relation. */
const most = 200;

/** What the first records of a file name the targets of their relations by, and whether these are there. */
export async function seeRelations(
  source: Source,
  register: Register,
  signal?: AbortSignal,
): Promise<Outcome<readonly RelationSeen[]>> {
  const resolver = new Resolver(register);
  const named = new Map<string, Named>();
  for await (const sourced of source.records(signal)) {
    register.add(sourced);
    const listed = register.at(sourced.line);
    if ("failure" in sourced || !listed) continue;
    if (register.all.length > most) continue;
    for (const one of resolver.namesIn({ listed, record: sourced.record })) {
      named.set(JSON.stringify(one.wanted) + one.path, one);
    }
  }
  const [failure] = await resolver.learnNamed([...named.values()], signal);
  if (failure) return failed(failure);
  const seen = new Map<string, RelationSeen & { readonly keys: Map<string, Count> }>();
  for (const one of named.values()) {
    const { path, wanted } = one;
    const relation = seen.get(path) ?? { path, target: wanted.target, keys: new Map() };
    seen.set(path, relation);
    const { found, missing } = relation.keys.get(wanted.by) ?? { found: 0, missing: 0 };
    const isThere = resolver.isThere(one);
    relation.keys.set(wanted.by, {
      found: found + Number(isThere),
      missing: missing + Number(!isThere),
    });
  }
  return done([...seen.values()]);
}

interface Count {
  readonly found: number;
  readonly missing: number;
}
