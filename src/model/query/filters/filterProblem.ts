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
  /** Nothing is asked: the service would find everything. */
  | "empty"
  | "too-many"
  /** What is pointed to is asked by its fields. */
  | "needs-field"
  /** A group where the service fails on one. */
  | "group-here"
  /** Two groups that come together: the service would forget one of them. */
  | "groups-meet";

/** Why a filter would not be read as it is meant. Words for a person are made in host/. */
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

/** What is wrong with a list, or else with its entries. */
export function listFlaws(
  list: readonly Json[],
  path: FindingPath,
  check: (one: Json, at: number) => readonly FilterFlaw[],
): readonly FilterFlaw[] {
  if (list.length === 0) return flaw(path, "empty");
  return list.length > most ? flaw(path, "too-many") : list.flatMap(check);
}

export const isGroup = (key: string): boolean => key === "$and" || key === "$or";
