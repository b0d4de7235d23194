import type { Json } from "../../foundation/json.ts";
import type { FindingPath } from "../../foundation/contentProblem.ts";
import type { UnstorableReason } from "../../foundation/storable.ts";
import type { FilterFieldKind } from "./filterFields.ts";
import type { Operator } from "./operators.ts";

type PlainCode =
  | "no-field"
  | "no-operator"
  | "needs-object"
  | "needs-list"
  | "needs-two"
  | "needs-flag"
  /** The filter has no condition. The service would return everything. */
  | "empty"
  | "too-many"
  /** A relation must be filtered by the fields of its target. */
  | "needs-field"
  /** A group in a position where the service fails. */
  | "group-here"
  /** Two groups that the service would merge, losing one of them. */
  | "groups-meet";

/** Why a filter would not be evaluated as intended. host/ creates the messages for the user. */
export type FilterFlaw = { readonly path: FindingPath } & (
  | { readonly code: PlainCode }
  | { readonly code: UnstorableReason }
  | { readonly code: "other-operator"; readonly operators: readonly Operator[] }
  | { readonly code: "other-value"; readonly kind: FilterFieldKind }
  | { readonly code: "not-a-choice"; readonly choices: readonly string[] }
);

export const flaw = (path: FindingPath, code: PlainCode): FilterFlaw[] => [{ path, code }];

/** How many entries of a list the service reads. */
const most = 100;

/** The flaws of a list, or else of its entries. */
export function listFlaws(
  list: readonly Json[],
  path: FindingPath,
  check: (one: Json, at: number) => readonly FilterFlaw[],
): readonly FilterFlaw[] {
  if (list.length === 0) return flaw(path, "empty");
  return list.length > most ? flaw(path, "too-many") : list.flatMap(check);
}

export const isGroup = (key: string): boolean => key === "$and" || key === "$or";
