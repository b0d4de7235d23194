import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { Guidance } from "../../host/commandFailure.ts";
import { ask, choose, confirm } from "../../host/prompts.ts";
import type { Choice } from "../../host/multiStep.ts";
import { deleteFilter, renameFilter, savedFilters, saveFilter } from "../../host/savedFilters.ts";
import type { SavedFilter } from "../../host/savedFilters.ts";
import { describeFilterFlaw } from "../../texts/filterWords.ts";
import { filterWords } from "../../texts/listQueryWords.ts";
import { filterFlaws } from "../../model/query/filters/filterFlaws.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { ListQueryRow, ListQueryStep } from "./conditionPrompts.ts";

const deleteButton = "trash";

/**
 * A row for each saved filter of the collection. Its buttons rename and delete it, and leave the
 * current filter unchanged.
 */
export const savedSteps = (
  now: JsonObject | undefined,
  filtered: ListQueryRow,
): Choice<ListQueryStep>[] =>
  savedFilters(filtered.collection).map((saved) => ({
    label: saved.name,
    description: filterWords(saved.filter, filtered.titles),
    detail: whereWords(saved.target),
    iconPath: new vscode.ThemeIcon("bookmark"),
    buttons: [
      { iconPath: new vscode.ThemeIcon("edit"), tooltip: vscode.l10n.t("Rename") },
      { iconPath: new vscode.ThemeIcon(deleteButton), tooltip: vscode.l10n.t("Delete") },
    ],
    value: {
      change: () => Promise.resolve(checked(saved, filtered)),
      press: async ({ iconPath }) => {
        const isDelete = iconPath instanceof vscode.ThemeIcon && iconPath.id === deleteButton;
        await (isDelete ? deleteFilter(saved) : rename(saved));
        return now;
      },
    },
  }));

/**
 * A row for each recent filter of the collection, except for the current filter and the saved ones.
 */
export function recentSteps(
  now: JsonObject | undefined,
  filtered: ListQueryRow,
): Choice<ListQueryStep>[] {
  const { collection, recent, titles, fields, isWhole } = filtered;
  const known = [now, ...savedFilters(collection).map(({ filter }) => filter)];
  const isNew = (filter: JsonObject) => !known.some((one) => isDeepStrictEqual(one, filter));
  return recent
    .map(({ filter }) => filter)
    .filter((filter) => isNew(filter) && filterFlaws(filter, fields, isWhole).length === 0)
    .map((filter) => ({
      label: filterWords(filter, titles),
      description: vscode.l10n.t("Recent"),
      iconPath: new vscode.ThemeIcon("history"),
      value: { change: () => Promise.resolve(filter) },
    }));
}

const whereWords = (target: vscode.ConfigurationTarget): string =>
  target === vscode.ConfigurationTarget.Workspace
    ? vscode.l10n.t("Workspace")
    : vscode.l10n.t("User");

/** Checks a filter, because it may be outdated or edited by hand. */
function checked({ name, filter }: SavedFilter, { fields, isWhole }: ListQueryRow): JsonObject {
  const [flaw] = filterFlaws(filter, fields, isWhole);
  if (!flaw) return filter;
  throw new Guidance(
    vscode.l10n.t("The saved filter '{name}' can't be applied. {error}", {
      name,
      error: describeFilterFlaw(flaw),
    }),
  );
}

async function askName(
  title: string,
  value: string,
  isTaken: (name: string) => boolean = () => false,
): Promise<string> {
  const validateInput = (typed: string): string | undefined => {
    if (typed.trim() === "") return vscode.l10n.t("Enter a name.");
    return isTaken(typed.trim())
      ? vscode.l10n.t("A saved filter with this name already exists.")
      : undefined;
  };
  const prompt = vscode.l10n.t("Name of the filter");
  return (await ask({ title, prompt, value, validateInput })).trim();
}

async function rename(saved: SavedFilter): Promise<void> {
  const others = savedFilters(saved.collection).filter(({ name }) => name !== saved.name);
  const isTaken = (name: string) =>
    others.some((other) => other.target === saved.target && other.name === name);
  await renameFilter(saved, await askName(vscode.l10n.t("Rename Filter"), saved.name, isTaken));
}

/** Saves the current filter for the user or the workspace. */
export const saveStep = (
  filter: JsonObject,
  { collection, titles }: ListQueryRow,
): Choice<ListQueryStep> => ({
  label: vscode.l10n.t("Save Filter…"),
  iconPath: new vscode.ThemeIcon("save"),
  value: {
    change: async () => {
      const name = await askName(vscode.l10n.t("Save Filter"), filterWords(filter, titles));
      const target = await askTarget();
      const isSame = (one: SavedFilter) => one.target === target && one.name === name;
      if (savedFilters(collection).some(isSame)) {
        await confirm(
          vscode.l10n.t("Replace the saved filter '{name}'?", { name }),
          "",
          vscode.l10n.t("Replace Filter"),
        );
      }
      await saveFilter({ name, collection, filter, target });
      return filter;
    },
  },
});

function askTarget(): Promise<vscode.ConfigurationTarget> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const choices = [Workspace, Global].map((value) => ({ label: whereWords(value), value }));
  const isOpen = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
  return choose(isOpen ? choices : choices.slice(1), {
    title: vscode.l10n.t("Save Filter: Select a Location"),
    placeholder: vscode.l10n.t("Workspace settings can be shared with your team"),
  });
}
