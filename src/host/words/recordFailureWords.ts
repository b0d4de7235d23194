import * as vscode from "vscode";
import type { RecordFailure } from "../../model/foundation/recordFailure.ts";
import type { Failure } from "../../model/foundation/outcome.ts";

type DescribeRecordFailure<Code extends RecordFailure["code"]> = (
  failure: Extract<RecordFailure, { readonly code: Code }>,
) => string;

const recordFailureTexts: {
  readonly [Code in RecordFailure["code"]]: DescribeRecordFailure<Code>;
} = {
  "unreadable-file": ({ why }) => vscode.l10n.t("The file can't be read any further: {0}", why),
  "file-not-utf-8": () =>
    vscode.l10n.t("The file is not UTF-8 from here on: save it in that encoding."),
  "not-a-list": () => vscode.l10n.t("The file must be one list of records, from [ to ]."),
  "doubled-column": ({ name }) => vscode.l10n.t("Two columns are named {0}.", name),
  "cell-count": ({ cells, columns }) =>
    vscode.l10n.t("Cells in the row: {0}. Columns in the first line: {1}.", cells, columns),
  "wrong-quotes": () =>
    vscode.l10n.t(
      "A quote stands where none may: nothing behind it can be read. A quote in a cell is written twice, in a cell that is in quotes.",
    ),
  "record-too-long": ({ limit }) =>
    vscode.l10n.t("The record is longer than {0} characters, more than a service takes.", limit),
  "not-a-record": () => vscode.l10n.t("A record is one JSON object."),
};

export const isRecordFailure = (failure: Failure): failure is RecordFailure =>
  Object.hasOwn(recordFailureTexts, failure.code);

/** Why a record of a file can't be imported, and what to do. */
export const describeRecordFailure = (failure: RecordFailure): string =>
  // The table has an entry for each code, which the compiler can't join with its failure.
  (recordFailureTexts[failure.code] as DescribeRecordFailure<RecordFailure["code"]>)(failure);
