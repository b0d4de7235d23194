import * as vscode from "vscode";
import { intentWords, planWords, plannedPlace, refusedWords } from "../host/importWords.ts";
import { must } from "../host/failed.ts";
import { tick } from "../host/tickPick.ts";
import { inert, numeral, untitled } from "../host/words.ts";
import type { Plan, Planned } from "../model/importing/plan.ts";
import type { Importing, Wanted } from "./importing.ts";

/** The most records that a list is made of to look through; a person sees no end of more. */
const mostListed = 2_000;

/** Shows the records with what would become of them, and gives the lines of those that were unticked. */
export async function lookThroughPlan(
  importing: Importing,
  wanted: Wanted,
  plan: Plan,
): Promise<ReadonlySet<number>> {
  const { planned } = plan;
  const first = planned.slice(0, mostListed);
  const button = {
    iconPath: new vscode.ThemeIcon("diff"),
    tooltip: vscode.l10n.t("Show Before and After"),
  };
  const choices = first.map((value) => ({
    label: inert(value.title || untitled()),
    description: inert(intentWords(value.intent)),
    detail: plannedPlace(value, wanted.file.format),
    buttons: [button],
    value,
  }));
  const others = planned.length - first.length;
  const untick = vscode.l10n.t("Untick what is not to be imported");
  const placeholder =
    others > 0
      ? vscode.l10n.t("{0}; {1} more are not in this list", untick, numeral(others))
      : untick;
  const ticked = await tick(choices, {
    title: `${wanted.action}: ${planWords(plan)}`,
    placeholder,
    onButton: (item) => showSides(importing, wanted, { plan, item }),
  });
  const kept = new Set(ticked);
  return new Set(first.filter((one) => !kept.has(one)).map(({ line }) => line));
}

async function showSides(
  { imports, versions }: Importing,
  { uri, source }: Wanted,
  { plan, item }: { readonly plan: Plan; readonly item: Planned },
): Promise<void> {
  const { before, after } = must(await imports.sides(source, plan, item.line));
  const title = item.title || untitled();
  const key = `${uri.toString()} ${item.line}`;
  const [left, right] = [
    versions.show(vscode.l10n.t("{0} (before)", title), before, `before ${key}`),
    versions.show(vscode.l10n.t("{0} (after)", title), after, `after ${key}`),
  ];
  const options = { preview: true, preserveFocus: true };
  const name = `${title}: ${intentWords(item.intent)}`;
  await vscode.commands.executeCommand("vscode.diff", left, right, name, options);
}

/** Lists what can't be imported, and why, before anything is asked. */
export async function showRefused(
  { versions }: Importing,
  { action, file }: Wanted,
  plan: Plan,
): Promise<void> {
  const lines = plan.refused.map((one) => refusedWords(one, file.format));
  const text = [`${planWords(plan)}.`, "", ...lines, ""].join("\n");
  const name = vscode.l10n.t("{0}: What Can't Be Imported", action);
  const shown = versions.show(`${name}.txt`, text, name);
  await vscode.window.showTextDocument(shown, { preserveFocus: true, preview: true });
}
