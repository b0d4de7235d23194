import * as vscode from "vscode";
import { pickMany } from "../../host/shared/prompts.ts";
import { choosing, review, type ReviewAction } from "../../host/shared/reviewPick.ts";
import { differenceWords, rowGroupOf, type CopySteps } from "../../texts/copy/copyWords.ts";
import { numeral, untitled } from "../../texts/shared/failureWords.ts";
import type { ComparedRow } from "../../model/compare/comparison.ts";
import { defaultRows } from "../../model/copy/copies.ts";
import { defaultNamesOf, type ChosenRow } from "../../model/copy/copySelection.ts";
import {
  comparisonActions,
  copiedGroups,
  leftOutRows,
  rowItem,
  rowsIn,
  showRow,
  summaryOf,
} from "../compare/comparisonList.ts";
import type { CopyContext, RequestedComparison } from "../compare/matchingPrompts.ts";
import { maxListed, splitForReview } from "../runs/plannedRun.ts";

/**
 * Shows the differences, and returns those that the user selects. New and different documents are
 * selected at first, but not those with a conflict. Unclear documents can't be selected.
 */
export async function reviewCopy(
  dependencies: CopyContext,
  requested: RequestedComparison,
  steps: CopySteps,
): Promise<readonly ChosenRow[]> {
  const preselectedRows = new Set(defaultRows(requested.comparison).map(({ row }) => row));
  const selectable = rowsIn(requested, copiedGroups);
  const { listed, unlisted } = splitForReview(selectable, (row) => preselectedRows.has(row));
  const fields: ChosenFields = new Map();
  const itemsOf = (selected: ReadonlySet<ComparedRow>) =>
    listed.map((row) => ({ ...rowItem(requested, row), picked: selected.has(row) }));
  const title = steps.title(requested.names, summaryOf(requested));
  const initialRows = listed.filter((row) => preselectedRows.has(row));
  const selectedRows = await review<ComparedRow>(initialRows, (selected) => {
    const items = itemsOf(new Set(selected));
    const label = steps.chooseButton(selected.length + unlisted.length);
    const hint = selectHint(unlisted.length);
    const heading = vscode.l10n.t("Not selected");
    return {
      title,
      placeholder: vscode.l10n.t("Press Enter on a document to show its differences"),
      proceed: selected.length > 0 ? { label } : undefined,
      actions: [
        ...(items.length > Math.min(selected.length, 1)
          ? [
              choosing<ComparedRow, ComparedRow, readonly ComparedRow[]>(
                items,
                { title, hint },
                (chosen) => chosen,
              ),
            ]
          : []),
        ...chooseFieldsAction(requested, listed, fields),
        ...comparisonActions(dependencies, requested, true),
      ],
      // After the selected rows, those that are not copied: not selected, unclear, only in the
      // target, or left out.
      rows: [
        ...items.filter(({ picked }) => picked),
        ...items.filter(({ picked }) => !picked).map((item) => ({ ...item, heading })),
        ...rowsIn(requested, ["unclear", "only-there"])
          .slice(0, maxListed)
          .map((row) => rowItem(requested, row)),
        ...leftOutRows(requested),
      ],
      onOpen: (row) => showRow(dependencies, requested, row),
    };
  });
  const rows = [...selectedRows, ...unlisted];
  const undecided = rows.filter((row) => !fields.has(row) && isDecidedByFields(row));
  const chosenRows =
    undecided.length > 0 ? await pickFields(undecided, fields, requested) : undecided;
  return rows.flatMap((row) => {
    if (undecided.includes(row) && !chosenRows.includes(row)) return [];
    return [{ row, names: fields.get(row) }];
  });
}

function selectHint(others: number): string {
  if (others === 0) return vscode.l10n.t("Select the documents to copy");
  return others === 1
    ? vscode.l10n.t("Select the documents to copy (1 document that isn't listed is also copied)")
    : vscode.l10n.t(
        "Select the documents to copy ({count} documents that aren't listed are also copied)",
        { count: numeral(others) },
      );
}

/** A row without an entry is copied with the fields that are copied by default. */
type ChosenFields = Map<ComparedRow, readonly string[]>;

function chooseFieldsAction(
  requested: RequestedComparison,
  rows: readonly ComparedRow[],
  fields: ChosenFields,
): ReviewAction<ComparedRow>[] {
  const different = rows.filter((row) => (row.names ?? []).length > 0);
  if (different.length === 0) return [];
  return [
    {
      label: vscode.l10n.t("Choose Fields…"),
      icon: "list-selection",
      ...(different.some((row) => rowGroupOf(row) === "conflict") && {
        description: vscode.l10n.t("fields with conflicts are only copied if you select them here"),
      }),
      run: async (selectedRows) => {
        const chosenRows = await pickFields(different, fields, requested, selectedRows);
        return rows.filter((row) =>
          different.includes(row) ? chosenRows.includes(row) : selectedRows.includes(row),
        );
      },
    },
  ];
}

/** Stores the selected fields. Returns the rows that have some. `selectedRows` selects the defaults. */
async function pickFields(
  rows: readonly ComparedRow[],
  fields: ChosenFields,
  { names }: RequestedComparison,
  selectedRows: readonly ComparedRow[] = [],
): Promise<readonly ComparedRow[]> {
  const choices = rows.flatMap((row) => {
    const pickedNames = selectedRows.includes(row) ? (fields.get(row) ?? defaultNamesOf(row)) : [];
    return (row.names ?? []).map((name) => ({
      label: name,
      description: row.title || untitled(),
      detail: rowGroupOf(row) === "conflict" ? differenceWords(row, names) : "",
      picked: pickedNames.includes(name),
      value: { row, name },
    }));
  });
  const picked = await pickMany(choices, {
    title: vscode.l10n.t("Choose Fields"),
    placeholder: vscode.l10n.t("Select the fields to copy"),
  });
  for (const row of rows) {
    const fieldNames = picked.flatMap((field) => (field.row === row ? field.name : []));
    if (fieldNames.length > 0) fields.set(row, fieldNames);
    else fields.delete(row);
  }
  return rows.filter((row) => fields.has(row));
}

/** Whether the row only differs in fields that the target changed, which are never copied by default. */
const isDecidedByFields = (row: ComparedRow): boolean =>
  row.kind === "different" &&
  (row.differences ?? []).every(({ kind }) => kind === "attribute") &&
  defaultNamesOf(row).length === 0;
