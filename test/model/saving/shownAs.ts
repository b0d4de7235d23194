import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";

/** Whether an answer contains a value. An answer can have more attributes, and only one level. */
export function isShownAs(shown: Json, wanted: Json): boolean {
  if (wanted === null) return shown === null || isEmptyList(shown);
  if (isArray(wanted)) return isArray(shown) && isListShownAs(shown, wanted);
  return isObject(shown) ? isObjectShownAs(shown, wanted) : shown === wanted;
}

const isEmptyList = (value: Json): boolean => isArray(value) && value.length === 0;

const isListShownAs = (shown: readonly Json[], wanted: readonly Json[]): boolean =>
  shown.length === wanted.length && wanted.every((item, at) => isShownAs(shown[at] ?? null, item));

function isObjectShownAs(shown: JsonObject, wanted: Json): boolean {
  if (!isObject(wanted)) return shown["documentId"] === wanted;
  if ("documentId" in wanted) return shown["documentId"] === wanted["documentId"];
  return Object.entries(wanted).every(
    ([key, value]) => key === "id" || isShownAs(shown[key] ?? null, key in shown ? value : null),
  );
}
