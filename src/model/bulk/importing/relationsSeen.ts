import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { RelationSeen } from "./plan.ts";
import type { Source } from "./record.ts";
import type { Register } from "./register.ts";
import { Resolver } from "./resolving.ts";
import type { Named } from "./resolving.ts";

/** How many records are looked at. */
const most = 200;

/** What the first records of a file name the targets of their relations by, and whether these are there. */
export async function seeRelations(
  source: Source,
  register: Register,
  signal?: AbortSignal,
): Promise<Outcome<readonly RelationSeen[]>> {
  const resolver = new Resolver(register);
  const named = new Map<string, Named>();
  let count = 0;
  for await (const sourced of source.records(signal)) {
    register.add(sourced);
    const listed = register.at(sourced.line);
    count += 1;
    if (count > most || "failure" in sourced || !listed) continue;
    for (const one of resolver.namesIn({ listed, record: sourced.record })) {
      named.set(JSON.stringify(one), one);
    }
  }
  const [failure] = await resolver.learnNamed([...named.values()], signal);
  return failure ? failed(failure) : done(counted([...named.values()], resolver));
}

function counted(named: readonly Named[], resolver: Resolver): readonly RelationSeen[] {
  const seen = new Map<string, Seen>();
  for (const one of named) {
    const { path, wanted } = one;
    const relation = seen.get(path) ?? {
      path,
      target: wanted.target,
      keys: new Map<string, Count>(),
    };
    seen.set(path, relation);
    const { found, missing } = relation.keys.get(wanted.by) ?? { found: 0, missing: 0 };
    const isThere = Number(resolver.isThere(one));
    relation.keys.set(wanted.by, { found: found + isThere, missing: missing + 1 - isThere });
  }
  return [...seen.values()];
}

interface Seen extends RelationSeen {
  readonly keys: Map<string, Count>;
}

interface Count {
  readonly found: number;
  readonly missing: number;
}
