import * as l10n from "@vscode/l10n";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import type { PersonalField } from "../../model/copy/personalData.ts";
import { nonEmpty } from "../shared/nameList.ts";

/** The fields that the copy leaves empty, such as `email (Authors)`. */
export const leftEmptyNames = (
  { personal }: CopyPlan,
  headingOf: (uid: string) => string,
): string[] =>
  personal
    .filter(({ isLeftEmpty }) => isLeftEmpty)
    .map(({ owner, name }) => `${name} (${headingOf(owner)})`);

export const leftEmptyLines = (plan: CopyPlan, headingOf: (uid: string) => string): string[] =>
  linesBelow(l10n.t("Fields left empty"), leftEmptyNames(plan, headingOf));

/** Names below a heading; empty without names. */
export const linesBelow = (heading: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [heading, ...names.map((name) => `  ${name}`)];

/** What a field probably holds, and what happens to the key of a type if it is left empty. */
export function personalKindWords({ kind, isKey }: PersonalField): string {
  const words = { email: l10n.t("email address"), phone: l10n.t("phone number") };
  return nonEmpty(
    kind && words[kind],
    isKey && l10n.t("identifies the document: without it, only this computer knows the copy"),
  ).join(" · ");
}
