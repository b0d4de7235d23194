import * as vscode from "vscode";
import { Guidance } from "../../host/shared/commandFailure.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { choose, chooseOrPress } from "../../host/shared/prompts.ts";
import { ListOutdated, type ReviewAction } from "../../host/shared/reviewPick.ts";
import { keyCandidateWords } from "../../texts/compare/comparisonWords.ts";
import { differenceWords } from "../../texts/copy/copyWords.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { ComparedKey, ComparedRow, Comparison } from "../../model/compare/comparison.ts";
import { keyCandidates, maxRead } from "../../model/compare/keyCandidates.ts";
import type { DocumentPairs, Sides } from "../../model/compare/documentPairs.ts";
import type { CompareRequest } from "../../model/compare/comparisonRun.ts";
import type { Version } from "../../model/compare/sideReader.ts";
import type { BatchSelection } from "../runs/batchSelection.ts";
import type { TreeRows } from "../browse/contentCommands.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import type { Copies } from "../../model/copy/copies.ts";

export interface CopyContext extends RunContext, Pick<TreeRows, "selectRow"> {
  readonly copies: Copies;
}

/** Documents of the connection `from`, to compare with those of the connection `to`. */
export interface ComparisonRequest {
  readonly connections: Sides<string>;
  readonly names: Sides<string>;
  readonly selection: Pick<BatchSelection, "detail"> & Pick<CompareRequest, "target">;
  readonly version: Version;
}

export interface RequestedComparison extends ComparisonRequest {
  readonly comparison: Comparison;
  readonly pairs: DocumentPairs;
  /** The display name of a type or component, by its uid. */
  readonly headingOf: (uid: string) => string;
}

/** Compares again after each choice that changes how documents are compared. */
export async function untilCurrent<T>(compare: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await compare();
    } catch (error) {
      if (!(error instanceof ListOutdated)) throw error;
    }
  }
}

/** Ends a list after a choice was stored. `error` says why it could not be stored. */
export function compareAgain(error: string | undefined): never {
  if (error === undefined) throw new ListOutdated();
  throw new Guidance(vscode.l10n.t("The choice can't be saved: {error}", { error }));
}

/** A row for each type without a key that has unmatched documents, or whose key the user chose. */
export function keyActions(
  dependencies: CopyContext,
  requested: RequestedComparison,
): ReviewAction<ComparedRow>[] {
  const { comparison, headingOf } = requested;
  const isUnmatched = (uid: string): boolean =>
    comparison.rows.some(({ type, kind }) => type === uid && /^(new|only-there)$/.test(kind));
  return [...comparison.keys]
    .filter(([uid, { name, isChosen }]) => isChosen || (name === undefined && isUnmatched(uid)))
    .map(([uid, key]) => ({
      label: vscode.l10n.t("Choose Key for {type}…", { type: headingOf(uid) }),
      icon: "key",
      description: key.isChosen
        ? vscode.l10n.t("documents match by {field}", { field: key.name ?? "" })
        : vscode.l10n.t("no attribute identifies its documents on both connections"),
      run: () => chooseKey(dependencies, requested, uid, key),
    }));
}

export function matchAction(requested: RequestedComparison): ReviewAction<ComparedRow>[] {
  const unclear = requested.comparison.rows.filter(({ kind }) => kind === "unclear");
  if (unclear.length === 0) return [];
  return [
    {
      label: vscode.l10n.t("Match an Unclear Document…"),
      icon: "link",
      description: vscode.l10n.t("several documents in {connection} may be the same document", {
        connection: requested.names.to,
      }),
      run: () => matchOne(requested, unclear),
    },
  ];
}

async function matchOne(
  { names, headingOf, pairs }: RequestedComparison,
  unclear: readonly ComparedRow[],
): Promise<never> {
  const rows = unclear.map((row) => ({
    label: row.title || untitled(),
    description: differenceWords(row, names),
    detail: headingOf(row.type),
    value: row,
  }));
  const title = vscode.l10n.t("Match an Unclear Document");
  const row = await choose(rows, { title, placeholder: vscode.l10n.t("Choose a document") });
  const { candidates = [], isTruncated = false } = row.unclear ?? {};
  const choices = candidates.map(({ id, title: name }) => ({
    label: name || untitled(),
    description: id,
    value: id,
  }));
  // Shown even if only one document may be meant.
  const { value: to } = await chooseOrPress(choices, {
    title: vscode.l10n.t("Match {document} with a Document in {connection}", {
      document: row.title || untitled(),
      connection: names.to,
    }),
    placeholder: isTruncated
      ? vscode.l10n.t("Shows the first {count} documents", { count: candidates.length })
      : vscode.l10n.t("The choice is remembered for both connections"),
  });
  return compareAgain(await pairs.remember({ type: row.type, from: row.fromId ?? "", to }));
}

async function chooseKey(
  { catalogs }: CopyContext,
  { comparison, pairs, headingOf }: RequestedComparison,
  uid: string,
  key: ComparedKey,
): Promise<undefined> {
  const type = headingOf(uid);
  const progressTitle = vscode.l10n.t("Reading the values of {type}", { type });
  const { candidates, isTruncated } = await runTask(progressTitle, (signal) =>
    keyCandidates(comparison, uid, signal, { catalogs }),
  );
  const choices = candidates.map((candidate) => ({
    label: candidate.name,
    description: keyCandidateWords(candidate),
    detail: candidate.examples.join(" · "),
    value: candidate.name,
  }));
  if (choices.length === 0 && !key.isChosen) {
    tell(vscode.l10n.t("{type} has no attribute that can be a key on both connections.", { type }));
    return undefined;
  }
  const remove = {
    label: vscode.l10n.t("Remove Key"),
    iconPath: new vscode.ThemeIcon("trash"),
    description: vscode.l10n.t("documents match by {field}", { field: key.name ?? "" }),
    value: "",
  };
  const { value } = await chooseOrPress([...choices, ...(key.isChosen ? [remove] : [])], {
    title: vscode.l10n.t("Choose Key for {type}", { type }),
    placeholder: isTruncated
      ? vscode.l10n.t("Counts the first {count} documents of each connection", { count: maxRead })
      : vscode.l10n.t("Documents with the same value are the same document"),
  });
  return compareAgain(await (value === "" ? pairs.removeKey(uid) : pairs.chooseKey(uid, value)));
}
