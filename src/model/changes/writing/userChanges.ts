import type { ContentType } from "../../schemas/catalog.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import { isUnread, serviceOwned } from "../../schemas/catalog.ts";
import { nothingUnread } from "../../content/unreadAttributes.ts";
import { isSameValue } from "../../content/sameValue.ts";
import { changesBetween, isTargetEdited } from "./changes.ts";
import type { Changes } from "./changes.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, pick, valueIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Problem } from "../../foundation/problem.ts";

/**
 * Returns the difference between a user as opened and its current text, in the form of
 * `/api/users`. Attributes that were not read completely are not sent.
 */
export function userChanges(
  base: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
  unseen = nothingUnread,
): Outcome<Changes, ChangeFailure> {
  const { $schema: schema, ...before } = base;
  const { $schema: schemaNow, ...after } = now;
  const changed = changedNames(before, after, shape)
    // A field that the service owns is never sent, so the text may lack it.
    .filter((name) => Object.hasOwn(after, name) || !isOwned(name, shape.type));
  const problems = changed.flatMap((name) => problemIn(name, valueIn(after, name), shape.type));
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  const names = [...shape.type.attributes.keys()].filter((name) => name !== "role");
  const [failure, others] = changesBetween(pick(before, names), pick(after, names), shape, unseen);
  if (failure) return failed(failure);
  const { data, ignored, cleared } = others;
  const roles = { old: valueIn(before, "role"), value: valueIn(after, "role") };
  const isOther = roleIn(roles.old) !== roleIn(roles.value);
  const isEdited = !isOther && isTargetEdited("role", roles, shape);
  return done({
    data: { ...data, ...(isOther && { role: roleIn(roles.value) ?? null }) },
    cleared,
    ignored: [...ignored, ...(isEdited ? ["role"] : [])],
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

function changedNames(base: JsonObject, now: JsonObject, { type, catalog }: TypeInCatalog) {
  const names = [...new Set([...Object.keys(base), ...Object.keys(now)])];
  return names.filter(
    (name) =>
      !isSameValue(type.attributes.get(name), valueIn(base, name), valueIn(now, name), catalog),
  );
}

/** The reason why an attribute of a user can't be sent, beside those of documents. */
function problemIn(path: string, value: Json, type: ContentType): Problem[] {
  if (isOwned(path, type)) return [{ path, why: "service-owned" }];
  if (path === "password") return [{ path, why: "password" }];
  if (path === "role") return roleIn(value) === undefined ? [{ path, why: "needs-role" }] : [];
  const attribute = type.attributes.get(path);
  if (!attribute) return [{ path, why: "unknown-key" }];
  return isUnread(attribute) ? [{ path, why: "never-shown" }] : [];
}

const isOwned = (path: string, { attributes }: ContentType): boolean =>
  serviceOwned.has(path) && !attributes.has(path);

/** Accepts a role as its id, or in the form in which it is read. */
function roleIn(value: Json): number | undefined {
  const id = isObject(value) ? value["id"] : value;
  return typeof id === "number" && Number.isInteger(id) ? id : undefined;
}
