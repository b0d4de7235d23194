import * as vscode from "vscode";
import { iconButton } from "../../host/shared/prompts.ts";
import { showDiff, showDifferences } from "../../host/surfaces/messages.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { ListOutdated, type OtherRow, type ReviewAction } from "../../host/shared/reviewPick.ts";
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
import { compare, type CompareProgress } from "../../model/compare/comparisonRun.ts";
import { DocumentPairs } from "../../model/compare/documentPairs.ts";
import { singleId } from "../../model/foundation/address.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import { hashOf } from "../../model/foundation/hash.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { showUntilClosed } from "../../files/shared/openEditors.ts";
import type { ResultList, ResultRow, ResultsTree } from "../../tree/resultsTree.ts";
import { contextOf } from "../../tree/rowNodes.ts";
import { maxListed } from "../runs/plannedRun.ts";
import { keyActions, matchAction } from "./matchingPrompts.ts";
import type { ComparisonRequest, CopyContext, RequestedComparison } from "./matchingPrompts.ts";
import { leftEmptyAction } from "./personalDataPrompt.ts";

export type CompareContext = CopyContext & { readonly results: ResultsTree };

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
  const headingOf = (uid: string) => {
    const catalog = catalogs.remembered(connections.from);
    const type = catalog?.targets.get(uid);
    if (type) return collectionHeading({ type: type.name }, catalog);
    return catalog?.componentNames.get(uid) ?? uid;
  };
  const pairs = await DocumentPairs.load(connections, pairStore);
  const comparison = await runTask(title, (signal, say) => {
    const onProgress = ({ type: uid, ...read }: CompareProgress): void => {
      const [from, to] = [numeral(read.from), numeral(read.to)];
      const type = headingOf(uid);
      say(vscode.l10n.t("{type}: {from} and {to} documents", { type, from, to }));
    };
    const comparisonScope = { ...connections, target: selection.target, version };
    return compare(comparisonScope, { signal, onProgress, pairs, publishes }, dependencies);
  });
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
const listedGroups: readonly RowGroup[] = ["conflict", "unclear", "new", "different", "only-there"];

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

/**
 * Compares two connections. Returns the differences by content type as a list for the view. Click or
 * Enter shows both sides of a document.
 */
export async function comparisonResults(
  dependencies: CompareContext,
  request: ComparisonRequest,
): Promise<ResultList> {
  const requested = await compareConnections(dependencies, request);
  const { connections, names, selection } = request;
  const byType = groupedBy(rowsIn(requested, listedGroups), ({ type }) => type);
  const leftOut = leftOutRows(requested).map(({ label }) => ({ label }));
  const actions = comparisonActions(dependencies, requested, false).map(
    ({ label, icon, description, run }) => ({
      ...{ label, description, iconPath: new vscode.ThemeIcon(icon) },
      open: async () => {
        try {
          await run([]);
        } catch (error) {
          if (!(error instanceof ListOutdated)) throw error;
          await dependencies.results.refresh(list);
        }
      },
    }),
  );
  const none = {
    label: vscode.l10n.t("No differences found"),
    iconPath: new vscode.ThemeIcon("info"),
  };
  const list: ResultList = {
    id: `compare ${connections.from} ${connections.to} ${hashOf(JSON.stringify(selection.target))}`,
    label: vscode.l10n.t("Compare {from} with {to}", { from: names.from, to: names.to }),
    description: nonEmpty(scopeWords(requested), summaryOf(requested)).join(" · "),
    rows: [
      ...actions,
      ...(byType.size === 0 ? [none] : []),
      ...[...byType].map(([uid, rows]) => ({
        label: requested.headingOf(uid),
        description: numeral(rows.length),
        rows: [
          ...rows.slice(0, maxListed).map((row) => resultRow(dependencies, requested, row)),
          ...(rows.length > maxListed ? [{ label: moreWords(rows.length - maxListed) }] : []),
        ],
      })),
      ...(leftOut.length > 0 ? [{ label: vscode.l10n.t("Left out"), rows: leftOut }] : []),
    ],
    read: () => comparisonResults(dependencies, request),
  };
  return list;
}

/** What was compared, if it is one collection or one document. */
function scopeWords({ selection: { target }, headingOf, comparison }: RequestedComparison): string {
  if (target.kind === "connection") return "";
  if (target.kind === "selected")
    return target.items.length === 1 ? (target.items[0]?.title ?? "") : "";
  const [uid = target.collection.type] = comparison.typeNames.keys();
  return headingOf(uid);
}

/** The document of the source, or of the target if only that has it. */
function resultRow(
  dependencies: CompareContext,
  requested: RequestedComparison,
  row: ComparedRow,
): ResultRow {
  const { comparison, connections, names } = requested;
  const { fromId, toId = "", title, locales, differences = [] } = row;
  const side = fromId === undefined ? "to" : "from";
  const sides = comparison.sidesOf(row.type);
  const type = sides?.type[side].type;
  const lacking = differences.flatMap((difference) =>
    difference.kind === "locale" && difference.lackedBy === side ? difference.locale : [],
  );
  const locale = [...differences.flatMap((difference) => difference.locale ?? []), ...locales].find(
    (code) => !lacking.includes(code),
  );
  const id = sides?.type.isSingle === true ? singleId : (fromId ?? toId);
  const inLocale = locale === undefined ? {} : { locale };
  return {
    label: title || untitled(),
    description: nonEmpty(differenceWords(row, names), locales.join(", ")).join(" · "),
    iconPath: new vscode.ThemeIcon(groupIcons[rowGroupOf(row)]),
    row: { title },
    ...(type && {
      contextValue: `${contextOf(type)}.compared`,
      address: { connection: connections[side], type: type.name, id, ...inLocale },
    }),
    open: () => showRow(dependencies, requested, row),
  };
}

const groupIcons: Readonly<Record<RowGroup, string>> = {
  new: "diff-added",
  different: "diff-modified",
  conflict: "warning",
  "only-there": "diff-removed",
  unclear: "question",
  unpublished: "cloud",
  same: "check",
};

export const leftOutWords = ({ comparison, names, headingOf }: RequestedComparison): string[] => [
  ...new Set(comparison.leftOut.map((part) => describeLeftOut(part, names, headingOf))),
];

export function leftOutRows(requested: RequestedComparison): OtherRow<ComparedRow>[] {
  const heading = vscode.l10n.t("Left out");
  const all = leftOutWords(requested);
  const labels =
    all.length > maxLeftOut
      ? [...all.slice(0, maxLeftOut), moreWords(all.length - maxLeftOut)]
      : all;
  return labels.map((label) => ({ label, heading }));
}

const moreWords = (count: number): string =>
  vscode.l10n.t("{count} more", { count: numeral(count) });

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

/** `isInPick`: whether the actions are in a list that opens again after each of them. */
export const comparisonActions = (
  dependencies: CopyContext,
  requested: RequestedComparison,
  isInPick: boolean,
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
    run: async () => {
      const show = () => showAll(dependencies, requested, rows.slice(0, maxShown));
      // The list would open above the editor.
      await (isInPick ? showUntilClosed(show) : show());
      return undefined;
    },
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
): Promise<string> {
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
  return title;
}
