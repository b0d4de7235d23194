import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Problem } from "../../foundation/problem.ts";
import { changesBetween } from "./changes.ts";
import type { Changes } from "./changes.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";

/** Returns the difference between a media file as opened and its current text. */
export function fileChanges(
  base: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): Outcome<Changes, ChangeFailure> {
  const [failure, changes] = changesBetween(base, now, shape);
  if (failure) return failed(failure);
  const problems = Object.entries(changes.data).flatMap(([path, value]): Problem[] => {
    // The service ignores unknown keys without an error.
    if (!shape.type.attributes.has(path)) return [{ path, why: "unknown-key" }];
    const isText = typeof value === "string";
    if (path === "name") return isText && value !== "" ? [] : [{ path, why: "needs-name" }];
    return isText || value === null ? [] : [{ path, why: "needs-text" }];
  });
  return problems.length > 0 ? failed({ code: "not-sendable", problems }) : done(changes);
}
