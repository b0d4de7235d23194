import * as vscode from "vscode";
import { iconButton } from "../../host/shared/prompts.ts";
import { showDiff, showDifferences } from "../../host/surfaces/messages.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import type { OtherRow, ReviewAction } from "../../host/shared/reviewPick.ts";
import { describeLeftOut } from "../../texts/compare/comparisonWords.ts";
import {
  comparisonSummary,
  differenceWords,
  rowGroupOf,
  headingOfGroup,
} from "../../texts/copy/copyWords.ts";
import type { RowGroup } from "../../texts/copy/copyWords.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { countOf } from "../../texts/shared/progressWords.ts";
import { numeral, untitled } from "../../texts/shared/failureWords.ts";
import type { ComparedRow } from "../../model/compare/comparison.ts";
import { compare } from "../../model/compare/comparisonRun.ts";
import { DocumentPairs } from "../../model/compare/documentPairs.ts";
import { keyActions, matchAction } from "./matchingPrompts.ts";
import type { ComparisonRequest, CopyContext, RequestedComparison } from "./matchingPrompts.ts";
import { leftEmptyAction } from "./personalDataPrompt.ts";

/** The maximum number of documents in the multi-diff editor. Each of them is read again. */
const maxShown = 50;

const maxLeftOut = 100;

export async function compareConnections(
  dependencies: CopyContext,
  request: ComparisonRequest & { readonly publish?: boolean },
): Promise<RequestedComparison> {
  const { pairStore, catalogs } = dependencies;
  const { connections, names, selection, version, publish: publishes } = request;
  const title = vscode.l10n.t("Comparing {from} with {to}", { from: names.from, to: names.to });
  const pairs = await DocumentPairs.load(connections, pairStore);
  const comparison = await runTask(title, (signal, say) => {
    const onProgress = ({ from, to }: { readonly from: number; readonly to: number }): void => {
      say(vscode.l10n.t("{from} and {to} documents", { from: numeral(from), to: numeral(to) }));
    };
    const comparisonScope = { ...connections, target: selection.target, version };
    return compare(comparisonScope, { signal, onProgress, pairs, publishes }, dependencies);
  });
  const [, service] = await catalogs.service(connections.from);
  const catalog = service?.catalog;
  const headingOf = (uid: string) => {
    const type = catalog?.targets.get(uid);
    if (type) return collectionHeading({ type: type.name }, catalog);
    return catalog?.componentNames.get(uid) ?? uid;
  };
  const requested = { ...request, comparison, pairs, headingOf };
  const isUnread = comparison.leftOut.some(({ code }) => code === "denied");
  if (isUnread && comparison.typeNames.size === 0) {
    throw new Guidance(leftOutWords(requested).join(" "));
  }
  return requested;
}

export const summaryOf = ({ comparison, names }: RequestedComparison): string =>
  comparisonSummary(comparison.rows, names);

/** The groups of documents that a copy can write or publish, in the order of its list. */
export const copiedGroups: readonly RowGroup[] = ["new", "different", "unpublished", "conflict"];

/** The order of the groups in a list. Documents that are the same are not listed. */
export const listedGroups: readonly RowGroup[] = [
  "conflict",
  "unclear",
  "new",
  "different",
  "only-there",
];

export const rowsIn = (
  { comparison }: RequestedComparison,
  groups: readonly RowGroup[],
): readonly ComparedRow[] =>
  groups.flatMap((group) => comparison.rows.filter((row) => rowGroupOf(row) === group));

export const rowItem = ({ names, headingOf }: RequestedComparison, row: ComparedRow) => ({
  label: row.title || untitled(),
  description: differenceWords(row, names),
  detail: [headingOf(row.type), ...row.locales].join(" · "),
  heading: headingOfGroup(rowGroupOf(row), names),
  buttons: [iconButton("diff", vscode.l10n.t("Show Differences"))],
  value: row,
});

export const leftOutWords = ({ comparison, names, headingOf }: RequestedComparison): string[] => [
  ...new Set(comparison.leftOut.map((part) => describeLeftOut(part, names, headingOf))),
];

export function leftOutRows(requested: RequestedComparison): OtherRow<ComparedRow>[] {
  const heading = vscode.l10n.t("Left out");
  const all = leftOutWords(requested);
  const more = vscode.l10n.t("{count} more", { count: numeral(all.length - maxLeftOut) });
  const labels = all.length > maxLeftOut ? [...all.slice(0, maxLeftOut), more] : all;
  return labels.map((label) => ({ label, heading }));
}

/** The target is on the left. */
export async function showRow(
  { versionTexts }: CopyContext,
  requested: RequestedComparison,
  row: ComparedRow,
): Promise<void> {
  const { from, to } = requested.names;
  const { left, right, title: document } = await sidesOf(versionTexts, requested, row);
  const title = vscode.l10n.t("{document}: {to} ↔ {from}", { document, from, to });
  await showDiff(left.uri, right.uri, title, { preview: true, preserveFocus: true });
}

async function sidesOf(
  versionTexts: CopyContext["versionTexts"],
  { comparison, connections }: RequestedComparison,
  row: ComparedRow,
  signal?: AbortSignal,
) {
  const sides = must(await comparison.sides(row, signal));
  const title = row.title || untitled();
  const sideOf = (side: "from" | "to") => ({
    uri: versionTexts.show(
      // With different names, the multi-diff editor would show that the document was renamed.
      title,
      sides[side] ?? "",
      [connections.from, connections.to, side, row.type, row.fromId, row.toId].join(" "),
    ),
    isThere: sides[side] !== null,
  });
  return { title, left: sideOf("to"), right: sideOf("from") };
}

export const comparisonActions = (
  dependencies: CopyContext,
  requested: RequestedComparison,
): readonly ReviewAction<ComparedRow>[] => {
  const rows = rowsIn(requested, ["conflict", "new", "different", "only-there"]);
  const [count, total] = [numeral(maxShown), numeral(rows.length)];
  const showAllAction = {
    label: vscode.l10n.t("Show All Differences"),
    icon: "diff-multiple",
    description:
      rows.length > maxShown
        ? vscode.l10n.t("the first {count} of {total} documents", { count, total })
        : vscode.l10n.t("in one editor"),
    run: () => showAll(dependencies, requested, rows.slice(0, maxShown)),
  };
  return [
    ...(rows.length > 0 ? [showAllAction] : []),
    ...matchAction(requested),
    ...keyActions(dependencies, requested),
    ...leftEmptyAction(requested),
  ];
};

async function showAll(
  { versionTexts }: CopyContext,
  requested: RequestedComparison,
  rows: readonly ComparedRow[],
): Promise<undefined> {
  const { names } = requested;
  const progressTitle = vscode.l10n.t("Reading the differences");
  const changes = await withProgress(progressTitle, async (signal, say) => {
    const changedUris: (readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined])[] =
      [];
    for (const row of rows) {
      if (signal.aborted) throw new vscode.CancellationError();
      say(countOf(changedUris.length + 1, rows.length));
      const { left, right } = await sidesOf(versionTexts, requested, row, signal);
      const uriOf = ({ uri, isThere }: typeof left) => (isThere ? uri : undefined);
      changedUris.push([(right.isThere ? right : left).uri, uriOf(left), uriOf(right)]);
    }
    return changedUris;
  });
  const title = vscode.l10n.t("{to} ↔ {from}: Differences", { from: names.from, to: names.to });
  await showDifferences(title, changes);
  return undefined;
}
