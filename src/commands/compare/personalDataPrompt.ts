import * as vscode from "vscode";
import type { Choice } from "../../host/shared/stepInput.ts";
import { pickMany } from "../../host/shared/prompts.ts";
import type { ReviewAction } from "../../host/shared/reviewPick.ts";
import { personalKindWords } from "../../texts/copy/personalDataWords.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { personalChoices, type CopyChoices } from "../../model/copy/copies.ts";
import type { ComparedRow } from "../../model/compare/comparison.ts";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import { FieldSet, type FieldOfType } from "../../model/compare/fieldSet.ts";
import { compareAgain, type RequestedComparison } from "./matchingPrompts.ts";

/**
 * Asks which fields the copy leaves empty. At first, those are selected that probably hold personal
 * data and that the user did not decide to copy the last time, and those that were left empty then.
 * Undefined if the plan stays as it is.
 */
export async function askPersonalFields(
  plan: CopyPlan,
  comparison: Pick<RequestedComparison, "names" | "headingOf">,
): Promise<Pick<CopyChoices, "leaveEmpty" | "keep"> | undefined> {
  const { personal } = plan;
  if (!personal.some(({ kind, isLeftEmpty }) => isLeftEmpty || kind !== undefined))
    return undefined;
  const choices = personal.map((field) => ({
    label: field.name,
    description: personalKindWords(field),
    picked: field.isLeftEmpty || (field.kind !== undefined && !field.isKept),
    value: field,
  }));
  const title = vscode.l10n.t("Leave Personal Data Empty");
  const chosenFields = await pickFields(
    title,
    choices.sort((first, second) => Number(second.picked) - Number(first.picked)),
    comparison,
  );
  const isSame = personal.every(
    (field) =>
      field.isLeftEmpty === chosenFields.includes(field) &&
      (field.kind === undefined || field.isKept !== field.isLeftEmpty),
  );
  return isSame ? undefined : personalChoices(plan, chosenFields);
}

/** The row that shows the fields that earlier copies left empty, so that some are copied again. */
export function leftEmptyAction(requested: RequestedComparison): ReviewAction<ComparedRow>[] {
  const { comparison, pairs } = requested;
  const emptyFields = new FieldSet(
    comparison.leftOut.flatMap((part): FieldOfType | [] =>
      part.code === "left-empty" && part.side === "to"
        ? { owner: part.owner, name: part.name }
        : [],
    ),
  );
  if (emptyFields.all.length === 0) return [];
  const items = emptyFields.all.map((field) => ({ label: field.name, value: field }));
  return [
    {
      label: vscode.l10n.t("Fields Left Empty…"),
      icon: "eye-closed",
      description: listOf(emptyFields.all.map(({ name }) => name)),
      run: async () => {
        const title = vscode.l10n.t("Fields Left Empty");
        const chosenFields = new FieldSet(await pickFields(title, items, requested));
        if (chosenFields.equals(emptyFields)) return undefined;
        const { leaveEmpty, keep } = pairs.personal;
        const isCopied = ({ owner, name }: FieldOfType): boolean =>
          emptyFields.has(owner, name) && !chosenFields.has(owner, name);
        return compareAgain(
          await pairs.choosePersonal({
            leaveEmpty: new FieldSet(leaveEmpty.all.filter((field) => !isCopied(field))),
            keep: new FieldSet([...keep.all, ...emptyFields.all.filter(isCopied)]),
          }),
        );
      },
    },
  ];
}

function pickFields<Field extends FieldOfType>(
  title: string,
  fields: readonly Choice<Field>[],
  { names: { to: connection }, headingOf }: Pick<RequestedComparison, "names" | "headingOf">,
): Promise<readonly Field[]> {
  const choices = fields.map((field) => ({ ...field, heading: headingOf(field.value.owner) }));
  return pickMany(
    choices.sort((first, second) => first.heading.localeCompare(second.heading)),
    {
      title,
      placeholder: vscode.l10n.t("Select the fields to leave empty in {connection}", {
        connection,
      }),
      noneHint: vscode.l10n.t("Copies all of these fields to {connection}", { connection }),
    },
  );
}
