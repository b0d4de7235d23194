import * as vscode from "vscode";
import { chooseOrPress, ask, choose, confirm, iconButton } from "../../host/shared/prompts.ts";
import { must, Guidance } from "../../host/shared/commandFailure.ts";
import { describeFilterFlaw, exampleOfFilter } from "../../texts/browse/filterWords.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { conditionWords, filterWords } from "../../texts/browse/listQueryWords.ts";
import { withBack, type Choice } from "../../host/shared/stepInput.ts";
import type { RecentFilters } from "../../host/browse/collectionState.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import { fromText } from "../../model/content/documentText.ts";
import { filterFlaws } from "../../model/browse/filterFlaws.ts";
import { fromFilter, toFilter, type Condition } from "../../model/browse/filterConditions.ts";
import { fieldsOf } from "../../model/browse/filterFields.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { findCandidates } from "../../model/find/targetSearch.ts";
import { askCondition, chooseField } from "./filterConditionPrompts.ts";
import type { ListQueryRow, ListQueryStep } from "./filterConditionPrompts.ts";
import { isDeepStrictEqual } from "node:util";
import {
  deleteFilter,
  renameFilter,
  savedFilters,
  saveFilter,
} from "../../host/browse/savedFilters.ts";
import type { SavedFilter } from "../../host/browse/savedFilters.ts";
import type { TreeRows } from "./contentCommands.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

export type FilterCommands = ServiceContext &
  Pick<TreeRows, "expandRow"> & { readonly recentFilters: RecentFilters };

export async function changeFilter(
  { catalogs, lists, recentFilters, expandRow }: FilterCommands,
  collection: CollectionAddress,
): Promise<void> {
  const service = must(await catalogs.service(collection.connection));
  const { catalog } = service;
  const {
    locale = catalog.defaultLocale,
    filter,
    titles: knownTitles,
  } = lists.listQuery(collection);
  const recent = recentFilters.of(collection);
  const titles: Record<string, string> = {};
  for (const { titles: recentTitles } of recent) Object.assign(titles, recentTitles);
  Object.assign(titles, knownTitles);
  const heading = collectionHeading(collection, catalog);
  const filtered: ListQueryRow = {
    collection: collection.type,
    recent,
    titles,
    search: async (target, search) =>
      must(await findCandidates(service, { target, search, locale })),
    title: vscode.l10n.t("Filter {collection}", { collection: heading }),
    fields: fieldsOf(collection.type, catalog),
    isWhole: catalog.source !== "inferred",
  };
  const changedFilter = await withBack(() => {
    const saved = [...savedSteps(filter, filtered), ...recentSteps(filter, filtered)];
    if (filter) return chooseStep([...editSteps(filter, filtered), ...saved], filtered);
    if (saved.length === 0) return addTo([], filtered);
    const begin = step(vscode.l10n.t("New Filter…"), "add", () => addTo([], filtered));
    return chooseStep([...saved, begin], filtered);
  });
  if (changedFilter === filter) return;
  const text = JSON.stringify(changedFilter ?? null);
  const namedTitles = Object.entries(titles).filter(([id]) => text.includes(JSON.stringify(id)));
  const filterTitles = namedTitles.length > 0 ? Object.fromEntries(namedTitles) : undefined;
  lists.changeListQuery(collection, { filter: changedFilter, titles: filterTitles });
  if (changedFilter)
    await recentFilters.note(collection, { filter: changedFilter, titles: filterTitles });
  await expandRow(collection);
}

const step = (
  label: string,
  icon: string,
  change: ListQueryStep["change"],
): Choice<ListQueryStep> => ({ label, iconPath: new vscode.ThemeIcon(icon), value: { change } });

/** The steps that change a filter: for each of its conditions, and for all of it. */
function editSteps(filter: JsonObject, filtered: ListQueryRow): readonly Choice<ListQueryStep>[] {
  const asJson = step(vscode.l10n.t("Edit as JSON…"), "json", () => askJson(filter, filtered));
  const savedName = savedFilters(filtered.collection).find((saved) =>
    isDeepStrictEqual(saved.filter, filter),
  )?.name;
  const ofAll = [
    step(vscode.l10n.t("Remove All Conditions"), "clear-all", () => Promise.resolve(undefined)),
    {
      ...step(vscode.l10n.t("Save Filter…"), "save", () => save(filter, filtered)),
      ...(savedName !== undefined && {
        description: vscode.l10n.t("Saved as '{name}'", { name: savedName }),
      }),
    },
  ];
  const conditions = fromFilter(filter);
  if (!conditions)
    return [{ ...asJson, description: filterWords(filter, filtered.titles) }, ...ofAll];
  const removing = iconButton("trash", vscode.l10n.t("Remove"));
  const conditionSteps = conditions.map((condition, at) => ({
    label: conditionWords(condition, filtered.titles),
    buttons: [removing],
    value: {
      change: async () =>
        toFilter(conditions.with(at, await askCondition(condition.path, filtered, condition))),
      press: () => Promise.resolve(toFilter(conditions.toSpliced(at, 1))),
    },
  }));
  const add = step(vscode.l10n.t("Add Condition…"), "add", () => addTo(conditions, filtered));
  return [...conditionSteps, add, asJson, ...ofAll];
}

async function chooseStep(
  steps: readonly Choice<ListQueryStep>[],
  { title }: ListQueryRow,
): Promise<JsonObject | undefined> {
  const placeholder = vscode.l10n.t("Choose what to change");
  const { value, button } = await chooseOrPress(steps, { title, placeholder });
  return button && value.press ? value.press(button) : value.change();
}

async function addTo(
  conditions: readonly Condition[],
  filtered: ListQueryRow,
): Promise<JsonObject | undefined> {
  const path = await chooseField(filtered);
  if (!path) return askJson(toFilter(conditions), filtered);
  return toFilter([...conditions, await askCondition(path, filtered)]);
}

/** Asks for the service's JSON, checked before it is sent. An empty text means no filter. */
async function askJson(
  filter: JsonObject | undefined,
  { title, fields, isWhole }: ListQueryRow,
): Promise<JsonObject | undefined> {
  const flawOf = (text: string): string | undefined => {
    if (text.trim() === "") return undefined;
    const [failure, typedFilter] = fromText(text);
    if (failure) return describe(failure);
    return filterFlaws(typedFilter, fields, isWhole).map(describeFilterFlaw)[0];
  };
  const text = await ask({
    title,
    prompt: vscode.l10n.t("Strapi filter as JSON"),
    placeholder: exampleOfFilter,
    value: filter ? JSON.stringify(filter) : "",
    validateInput: flawOf,
  });
  return text.trim() === "" ? undefined : must(fromText(text));
}

const deleteButton = "trash";

/** The saved filters. Their buttons rename and delete them, and keep the current filter. */
const savedSteps = (
  currentFilter: JsonObject | undefined,
  { collection, titles, fields, isWhole }: ListQueryRow,
): Choice<ListQueryStep>[] =>
  savedFilters(collection).map((saved) => ({
    label: saved.name,
    description: filterWords(saved.filter, titles),
    detail: whereWords(saved.target),
    iconPath: new vscode.ThemeIcon("bookmark"),
    buttons: [
      iconButton("edit", vscode.l10n.t("Rename")),
      iconButton(deleteButton, vscode.l10n.t("Delete")),
    ],
    value: {
      change: () => {
        const { name, filter } = saved;
        // The filter may be outdated or edited by hand.
        const [flaw] = filterFlaws(filter, fields, isWhole);
        if (!flaw) return Promise.resolve(filter);
        const error = describeFilterFlaw(flaw);
        throw new Guidance(
          vscode.l10n.t("The saved filter '{name}' can't be applied. {error}", { name, error }),
        );
      },
      press: async ({ iconPath }) => {
        const isDelete = iconPath instanceof vscode.ThemeIcon && iconPath.id === deleteButton;
        await (isDelete ? remove(saved) : rename(saved));
        return currentFilter;
      },
    },
  }));

function recentSteps(
  currentFilter: JsonObject | undefined,
  { collection, recent, titles, fields, isWhole }: ListQueryRow,
): Choice<ListQueryStep>[] {
  const knownFilters = [currentFilter, ...savedFilters(collection).map(({ filter }) => filter)];
  return recent
    .map(({ filter }) => filter)
    .filter(
      (filter) =>
        !knownFilters.some((knownFilter) => isDeepStrictEqual(knownFilter, filter)) &&
        filterFlaws(filter, fields, isWhole).length === 0,
    )
    .map((filter) => ({
      ...step(filterWords(filter, titles), "history", () => Promise.resolve(filter)),
      description: vscode.l10n.t("Recent"),
    }));
}

const whereWords = (target: vscode.ConfigurationTarget): string =>
  target === vscode.ConfigurationTarget.Workspace
    ? vscode.l10n.t("Workspace")
    : vscode.l10n.t("User");

async function askName(
  title: string,
  value: string,
  isTaken: (name: string) => boolean = () => false,
): Promise<string> {
  const validateInput = (text: string): string | undefined => {
    if (text.trim() === "") return vscode.l10n.t("Enter a name.");
    return isTaken(text.trim())
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

async function remove(saved: SavedFilter): Promise<void> {
  const { name, target } = saved;
  const isShared = target === vscode.ConfigurationTarget.Workspace;
  await confirm(
    vscode.l10n.t("Delete the saved filter '{name}'?", { name }),
    isShared ? vscode.l10n.t("It is in the workspace settings, which others may use.") : [],
    vscode.l10n.t("Delete Filter"),
  );
  await deleteFilter(saved);
}

async function save(filter: JsonObject, { collection, titles }: ListQueryRow): Promise<JsonObject> {
  const name = await askName(vscode.l10n.t("Save Filter"), filterWords(filter, titles));
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const locations = [Workspace, Global].map((value) => ({ label: whereWords(value), value }));
  const isOpen = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
  const target = await choose(isOpen ? locations : locations.slice(1), {
    title: vscode.l10n.t("Save Filter: Select a Location"),
    placeholder: vscode.l10n.t("Workspace settings can be shared with your team"),
  });
  const isSame = (savedFilter: SavedFilter) =>
    savedFilter.target === target && savedFilter.name === name;
  if (savedFilters(collection).some(isSame)) {
    await confirm(
      vscode.l10n.t("Replace the saved filter '{name}'?", { name }),
      "",
      vscode.l10n.t("Replace Filter"),
    );
  }
  await saveFilter({ name, collection, filter, target });
  return filter;
}
