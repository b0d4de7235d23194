import { isDeepStrictEqual } from "node:util";
import type { ContentType } from "../../schemas/catalog.ts";
import { isStructured, serviceOwned } from "../../schemas/catalog.ts";
import type { Changes } from "./changes.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, valueIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Problem } from "../../foundation/problem.ts";
import { isEmptyValue } from "./wire.ts";

/**
 * Returns the difference between a user as opened and its current text, in the form of
 * `/api/users`.
 */
export function userChanges(
  base: JsonObject,
  now: JsonObject,
  { type }: { readonly type: ContentType },
): Outcome<Changes, ChangeFailure> {
  const { $schema: schema, ...before } = base;
  const { $schema: schemaNow, ...after } = now;
  const changes = changesIn(before, after)
    // A field that the service owns is never sent, so the text may lack it.
    .filter(({ path, isRemoved }) => !(isRemoved && isOwned(path, type)));
  const problems = changes.flatMap((change) => problemIn(change, type));
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  const sent = changes.filter((change) => !isSameRole(change));
  const cleared = sent.filter(({ old, isRemoved }) => isRemoved && !isEmptyValue(old));
  return done({
    data: Object.fromEntries(sent.map(toUserField)),
    cleared: cleared.map(({ path }) => path),
    ignored: changes.filter(isSameRole).map(({ path }) => path),
    factsChanged: schemaNow !== schema,
  });
}

/**
 * The text of a user names its version. If that version is unknown, the text counts as one of the
 * current version.
 */
export const withCurrentOwnedFields = (
  now: JsonObject,
  text: JsonObject,
  type: ContentType,
): JsonObject =>
  Object.fromEntries(
    Object.entries(text).map(([name, value]) => [
      name,
      isOwned(name, type) && Object.hasOwn(now, name) ? valueIn(now, name) : value,
    ]),
  );

interface UserFieldChange {
  readonly path: string;
  readonly old: Json;
  readonly value: Json;
  readonly isRemoved: boolean;
}

function changesIn(base: JsonObject, now: JsonObject): UserFieldChange[] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(now)])];
  return (
    names
      .map((path) => {
        const [old, value] = [valueIn(base, path), valueIn(now, path)];
        return { path, old, value, isRemoved: !Object.hasOwn(now, path) };
      })
      // To the service, null and an absent key are the same.
      .filter(({ old, value }) => !isDeepStrictEqual(old, value))
  );
}

function problemIn({ path, value }: UserFieldChange, type: ContentType): Problem[] {
  if (isOwned(path, type)) return [{ path, why: "service-owned" }];
  if (path === "password") return [{ path, why: "password" }];
  if (path === "role") return roleIn(value) === undefined ? [{ path, why: "needs-role" }] : [];
  const attribute = type.attributes.get(path);
  // Relations and files of a user are not read, so a change of them could not be verified.
  const isKnown = attribute !== undefined && !isStructured(attribute);
  return isKnown ? [] : [{ path, why: "unknown-key" }];
}

const toUserField = ({ path, value }: UserFieldChange): [string, Json] => [
  path,
  path === "role" ? (roleIn(value) ?? null) : value,
];

const isOwned = (path: string, { attributes }: ContentType): boolean =>
  serviceOwned.has(path) && !attributes.has(path);

const isSameRole = ({ path, old, value }: UserFieldChange): boolean =>
  path === "role" && roleIn(old) === roleIn(value);

/** Accepts a role as its id, or in the form in which it is read. */
function roleIn(value: Json): number | undefined {
  const id = isObject(value) ? value["id"] : value;
  return typeof id === "number" && Number.isInteger(id) ? id : undefined;
}
