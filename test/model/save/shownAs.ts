import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";

/** Whether an answer contains a value. An answer can have more attributes, and only one level. */
export function isShownAs(answer: Json, expected: Json): boolean {
  if (expected === null) return answer === null || isEmptyList(answer);
  if (isArray(expected)) return isArray(answer) && isListShownAs(answer, expected);
  return isObject(answer) ? isObjectShownAs(answer, expected) : answer === expected;
}

const isEmptyList = (value: Json): boolean => isArray(value) && value.length === 0;

const isListShownAs = (answer: readonly Json[], expected: readonly Json[]): boolean =>
  answer.length === expected.length &&
  expected.every((item, at) => isShownAs(answer[at] ?? null, item));

function isObjectShownAs(answer: JsonObject, expected: Json): boolean {
  if (!isObject(expected)) return answer["documentId"] === expected;
  if ("documentId" in expected) return answer["documentId"] === expected["documentId"];
  return Object.entries(expected).every(
    ([key, value]) => key === "id" || isShownAs(answer[key] ?? null, key in answer ? value : null),
  );
}
