import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { whatBecame } from "../host/batchWords.ts";
import { must } from "../host/failed.ts";
import { planWords } from "../host/importWords.ts";
import { withProgress } from "../host/progress.ts";
import { numeral, plain } from "../host/words.ts";
import type { Result } from "../model/batch/running.ts";
import type { Plan, Planned } from "../model/importing/plan.ts";
import { groupMark } from "../model/journalEntry.ts";
import { agreeToMany } from "./batchConsent.ts";
import { undoOne } from "./batchUndo.ts";
import { lookThroughPlan, showRefused } from "./importPreview.ts";
import type { Importing, Wanted } from "./importing.ts";
import { tell } from "./publishing.ts";

/** Looks at what would be done, asks, does it, and says what came of it; what failed can be tried again. */
export async function runImport(
  importing: Importing,
  wanted: Wanted,
  group: string = randomUUID(),
): Promise<void> {
  const plan = await look(importing, wanted);
  if (plan.refused.length > 0) await showRefused(importing, wanted, plan);
  if (plan.planned.length === 0) {
    tell(`${wanted.action}: ${planWords(plan)}.`);
    return;
  }
  const without = await lookThroughPlan(importing, wanted, plan);
  await agree(importing, wanted, plan, without);
  const results = await carryOut(importing, wanted, { plan, without, group });
  const isAgain = await report(importing, wanted, { plan, results, group });
  if (isAgain) await runImport(importing, wanted, group);
}

async function look({ imports }: Importing, wanted: Wanted): Promise<Plan> {
  const { source, target, results, action } = wanted;
  const title = vscode.l10n.t("{0}: looking at what would change", action);
  return withProgress(title, async (signal, say) => {
    const onRead = (count: number, total: number | undefined) => {
      const number = numeral(count);
      say(total === undefined ? number : vscode.l10n.t("{0} of {1}", number, numeral(total)));
    };
    return must(await imports.preview(source, target, { results, signal, onRead }));
  });
}

async function agree(
  { journal }: Importing,
  { action, where, target, detail, results }: Wanted,
  plan: Plan,
  without: ReadonlySet<number>,
): Promise<void> {
  const planned = plan.planned.filter(({ line }) => !without.has(line));
  const question = vscode.l10n.t("{0} into {1} on {2}?", action, target.type, where);
  const words = [
    `${planWords({ ...plan, planned })}.`,
    ...detail,
    ...madeBefore(plan),
    ...sharedWords(plan),
    vscode.l10n.t("What becomes of each record is kept in {0}.", results.name),
    ...(journal.isKept(target)
      ? []
      : [vscode.l10n.t("This can't be undone: there is no journal of this connection.")]),
  ];
  await agreeToMany(question, words, { action: vscode.l10n.t("Import"), count: planned.length });
}

function madeBefore({ unclaimed, planned }: Plan): string[] {
  const isSafe = unclaimed === 0 || planned.every(({ intent }) => intent.kind !== "create");
  return isSafe
    ? []
    : [
        vscode.l10n.t(
          "{0} documents were made of this file before, of records that are not in it as they were: what is created may be these again.",
          numeral(unclaimed),
        ),
      ];
}

const sharedWords = ({ left }: Plan): string[] =>
  left.length > 0
    ? [
        vscode.l10n.t(
          "What all locales share is taken from the first record of a document, and stays as it is where a locale is added: in {0} records it is left out.",
          numeral(left.length),
        ),
      ]
    : [];

interface Carried {
  readonly plan: Plan;
  readonly without: ReadonlySet<number>;
  readonly group: string;
}

function carryOut(
  { imports }: Importing,
  { source, results, action }: Wanted,
  { plan, without, group }: Carried,
): Promise<readonly Result<Planned>[]> {
  return withProgress(action, (signal, say) => {
    const total = numeral(plan.planned.length - without.size);
    const onItem = (index: number) => {
      say(vscode.l10n.t("{0} of {1}", numeral(index + 1), total));
    };
    return imports.run(source, plan, { group, results, without, signal, onItem });
  });
}

interface Came {
  readonly plan: Plan;
  readonly results: readonly Result<Planned>[];
  readonly group: string;
}

/** A notification, with what can be done about it. Whether the rest is to be tried again. */
async function report(
  importing: Importing,
  { action, target, results: kept }: Wanted,
  { plan, results, group }: Came,
): Promise<boolean> {
  const [undo, tryAgain, show] = [
    vscode.l10n.t("Undo"),
    vscode.l10n.t("Try Again"),
    vscode.l10n.t("Show Results"),
  ];
  const isDone = results.every(({ outcome }) => outcome === "done");
  const canUndo = importing.journal.isKept(target);
  const answers = [...(canUndo ? [undo] : []), ...(isDone ? [] : [tryAgain])];
  const words = plain([whatBecame(action, results), ...leftWords(plan)].join(" "));
  const message = isDone ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  let answer = await message(words, ...answers, show);
  if (answer === show) {
    await vscode.window.showTextDocument(vscode.Uri.file(kept.path));
    // Why something failed is read before it is tried again, and nothing else offers that.
    answer = isDone ? undefined : await message(words, ...answers);
  }
  if (answer === undo) await undoOne(importing, target.connection, groupMark(group));
  return answer === tryAgain;
}

const leftWords = ({ refused }: Plan): string[] =>
  refused.length > 0 ? [vscode.l10n.t("Can't be imported: {0}.", numeral(refused.length))] : [];
