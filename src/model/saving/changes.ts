import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../client/index.ts";
import type { Catalog, TypeInCatalog } from "../schemas/catalog.ts";
import { isInverse, isStructured } from "../schemas/catalog.ts";
import type { Json, JsonObject } from "../json.ts";
import { valueIn } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import type { Problem } from "../problem.ts";
import { factsOfToday } from "../documents/shownFacts.ts";
import { isEmpty, toWire } from "./wire.ts";

/** What a save would send, and what a person should hear before it goes. */
export interface Changes {
  /** The attributes that differ, in the form in which the service takes them. */
  readonly data: JsonObject;
  /** Paths of keys taken out of the text: they are cleared. */
  readonly cleared: readonly string[];
  /** Attributes with edits that belong to what they link to: a title, a file's text. They stay here. */
  readonly ignored: readonly string[];
  /** Whether `$` or `$schema` was edited: the service owns them, and they stay as they are. */
  readonly touchedFacts: boolean;
}

/** The difference between what was opened and what the text says now. */
export function changesBetween(
  base: JsonObject,
  now: JsonObject,
  { type, catalog }: TypeInCatalog,
): Outcome<Changes> {
  const { $: facts, $schema: schema, ...before } = base;
  const { $: factsNow, $schema: schemaNow, ...after } = now;
  const changes = { data: new Map<string, Json>(), ignored: [] as string[] };
  const found = { problems: [] as Problem[], cleared: [] as string[] };

  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // No value and an absent key are one thing to the service.
    const [old, value] = [valueIn(before, name), valueIn(after, name)];
    if (isDeepStrictEqual(old, value)) continue;
    const attribute = type.attributes.get(name);
    found.problems.push(...untouchable(name, attribute, catalog));
    if (!Object.hasOwn(after, name) && !isEmpty(old)) found.cleared.push(name);
    const wire = toWire(attribute, value, { ...found, catalog, path: name, base: old });
    const same = toWire(attribute, old, { catalog, path: name, problems: [], cleared: [] });
    if (!isDeepStrictEqual(wire, same)) changes.data.set(name, wire);
    else if (!isEmpty(value)) changes.ignored.push(name);
  }
  const { problems, cleared } = found;
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  const touchedFacts = !isDeepStrictEqual(
    [factsOfToday(facts), schema],
    [factsOfToday(factsNow), schemaNow],
  );
  return done({ ...changes, data: Object.fromEntries(changes.data), cleared, touchedFacts });
}

function untouchable(
  name: string,
  attribute: AttributeSchema | undefined,
  catalog: Catalog,
): Problem[] {
  if (!attribute && serviceOwned.has(name)) return [{ path: name, why: "service-owned" }];
  if (!isSeenWhole(attribute, catalog)) return [{ path: name, why: "not-seen-whole" }];
  return attribute && isInverse(attribute) ? [{ path: name, why: "inverse-side" }] : [];
}

/** Whether an attribute may be sent: of one that was inferred, nobody knows what else belongs to it. */
export const isSeenWhole = (
  attribute: AttributeSchema | undefined,
  { source }: Pick<Catalog, "source">,
): boolean =>
  source !== "inferred" ||
  (attribute !== undefined && attribute.type !== "unknown" && !isStructured(attribute));

/** What the service sets, where a type has no attribute of that name. */
export const serviceOwned = new Set([
  "id",
  "documentId",
  "createdAt",
  "updatedAt",
  "publishedAt",
  "createdBy",
  "updatedBy",
  "locale",
  "localizations",
]);
