import * as vscode from "vscode";
import type { PlanFailure } from "../../model/foundation/planFailure.ts";
import type { Failure } from "../../model/foundation/outcome.ts";
import { listed } from "./lists.ts";

type DescribePlanFailure<Code extends PlanFailure["code"]> = (
  failure: Extract<PlanFailure, { readonly code: Code }>,
) => string;

const planFailureTexts: { readonly [Code in PlanFailure["code"]]: DescribePlanFailure<Code> } = {
  "ambiguous-key": ({ name, value }) =>
    vscode.l10n.t("{0} {1} does not tell which of several documents it is.", name, value),
  "doubled-record": ({ lines, count }) =>
    vscode.l10n.t(
      "The file has the same document again: line {0}.",
      listed(lines.map(String), count),
    ),
  "no-target": ({ path, value }) =>
    vscode.l10n.t("{0}: {1} is not on the service, nor in the file.", path, value),
  "ambiguous-target": ({ path, value }) =>
    vscode.l10n.t("{0}: the service has several {1}.", path, value),
  "doubled-target": ({ path, value }) =>
    vscode.l10n.t("{0}: the file has several documents with {1}.", path, value),
  "taken-target": ({ paths }) =>
    vscode.l10n.t(
      "{0} points to what another document has, and only one can: take it away there first.",
      listed(paths),
    ),
  "may-be-made": () =>
    vscode.l10n.t(
      "An earlier import may have made it, and nothing tells it from other documents: look for it on the service. If it is not there, take its lines out of the results, and import the file again.",
    ),
  "no-document": () =>
    vscode.l10n.t("Its document was to be made of another record, which was not imported."),
  "another-import": () =>
    vscode.l10n.t(
      "Another import of this file has begun since, here or in another window, and would make the same twice: nothing was sent. Import it again when that one is over.",
    ),
  "not-linked": ({ paths }) =>
    vscode.l10n.t(
      "It was imported without relations in {0}: what they point to was not. Import the file again to add them.",
      listed(paths),
    ),
};

export const isPlanFailure = (failure: Failure): failure is PlanFailure =>
  Object.hasOwn(planFailureTexts, failure.code);

/** Why a record has no place on the service, and what to do. */
export const describePlanFailure = (failure: PlanFailure): string =>
  // The table has an entry for each code, which the compiler can't join with its failure.
  (planFailureTexts[failure.code] as DescribePlanFailure<PlanFailure["code"]>)(failure);
