import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../client/index.ts";
import type { Catalog, ContentType } from "./catalog.ts";
import { isInverse } from "./catalog.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Outcome, Problem } from "./outcome.ts";
import { done, failed } from "./outcome.ts";
import { isEmpty, toWire } from "./wire.ts";

/** What a save would send, and what a person should hear before it goes. */
export interface Changes {
  /** The attributes that differ, in the form in which the service takes them. */
  readonly data: JsonObject;
  /** Paths of keys taken out of the text: they are cleared. */
  readonly cleared: readonly string[];
  /** Whether `$` or `$schema` was edited: the service owns them, and they stay as they are. */
  readonly touchedFacts: boolean;
}

/** The difference between what was opened and what the text says now. */
export function changesBetween(
  base: JsonObject,
  now: JsonObject,
  { type, catalog }: { readonly type: ContentType; readonly catalog: Catalog },
): Outcome<Changes> {
  const { $: facts, $schema: schema, ...before } = base;
  const { $: factsNow, $schema: schemaNow, ...after } = now;
  const found = { problems: [], cleared: [] } as { problems: Problem[]; cleared: string[] };
  const data = new Map<string, Json>();

  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // No value and an absent key are one thing to the service.
    const [old, value] = [valueIn(before, name), valueIn(after, name)];
    if (isDeepStrictEqual(old, value)) continue;
    const attribute = type.attributes.get(name);
    found.problems.push(...untouchable(name, attribute));
    if (!Object.hasOwn(after, name) && !isEmpty(old)) found.cleared.push(name);
    const wire = toWire(attribute, value, { ...found, catalog, path: name, base: old });
    const same = toWire(attribute, old, { catalog, path: name, problems: [], cleared: [] });
    if (!isDeepStrictEqual(wire, same)) data.set(name, wire);
  }
  if (found.problems.length > 0) {
    return failed({ code: "not-sendable", problems: found.problems });
  }
  const touchedFacts = !isDeepStrictEqual([facts, schema], [factsNow, schemaNow]);
  return done({ data: Object.fromEntries(data), cleared: found.cleared, touchedFacts });
}

/** Own keys alone: every object has a `toString`, and `__proto__` is a key like any other. */
const valueIn = (from: JsonObject, name: string): Json =>
  Object.hasOwn(from, name) ? (from[name] ?? null) : null;

function untouchable(name: string, attribute: AttributeSchema | undefined): Problem[] {
  if (attribute) return isInverse(attribute) ? [{ path: name, why: "inverse-side" }] : [];
  return serviceOwned.has(name) ? [{ path: name, why: "service-owned" }] : [];
}

const serviceOwned = new Set([
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
