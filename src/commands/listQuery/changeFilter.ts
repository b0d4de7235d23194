import * as vscode from "vscode";
import { chooseOrPress, ask } from "../../host/prompts.ts";
import { must } from "../../host/commandFailure.ts";
import { describeFilterFlaw, exampleOfFilter } from "../../texts/filterWords.ts";
import { collectionHeading } from "../../texts/headings.ts";
import { conditionWords, filterWords } from "../../texts/listQueryWords.ts";
import { withBack } from "../../host/multiStep.ts";
import type { Choice } from "../../host/multiStep.ts";
import type { RecentFilters } from "../../host/recentFilters.ts";
import { describe } from "../../texts/words.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import { fromText } from "../../model/content/documentText.ts";
import { filterFlaws } from "../../model/query/filters/filterFlaws.ts";
import { fromFilter, toFilter } from "../../model/query/filters/conditions.ts";
import type { Condition } from "../../model/query/filters/conditions.ts";
import { fieldsOf } from "../../model/query/filters/filterFields.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { Titles } from "../../model/content/listQuery.ts";
import { findCandidates } from "../../model/documents/targetSearch.ts";
import { askCondition, chooseField } from "./conditionPrompts.ts";
import type { ListQueryRow, ListQueryStep } from "./conditionPrompts.ts";
import { recentSteps, savedSteps, saveStep } from "./savedFilterSteps.ts";
import type { TargetDependencies } from "../targets.ts";

export type FilterCommands = TargetDependencies & { readonly recentFilters: RecentFilters };

/**
 * Asks for the filter of a collection, step by step or as the service's own JSON, and shows the
 * result.
 */
export async function changeFilter(
  { catalogs, content, recentFilters }: FilterCommands,
  place: CollectionAddress,
): Promise<void> {
  const service = must(await catalogs.service(place.connection));
  const { catalog } = service;
  const { locale = catalog.defaultLocale, filter, titles: known } = content.listQuery(place);
  const recent = recentFilters.of(place);
  const titles = Object.assign({}, ...recent.map((one) => one.titles), known) as Titles;
  const filtered: ListQueryRow = {
    collection: place.type,
    recent,
    titles: { ...titles },
    search: async (target, search) =>
      must(await findCandidates(service, { target, search, locale })),
    title: vscode.l10n.t("Filter {collection}", { collection: collectionHeading(place, catalog) }),
    fields: fieldsOf(place.type, catalog),
    isWhole: catalog.source !== "inferred",
  };
  const changed = await withBack(() =>
    filter ? editFilter(filter, filtered) : startFilter(filtered),
  );
  if (changed === filter) return;
  const named = titlesIn(changed, filtered);
  content.changeListQuery(place, { filter: changed, titles: named });
  if (changed) await recentFilters.note(place, { filter: changed, titles: named });
}

/** The titles of the documents that a filter names; undefined where it names none. */
function titlesIn(filter: JsonObject | undefined, { titles }: ListQueryRow): Titles | undefined {
  const text = JSON.stringify(filter ?? null);
  const named = Object.entries(titles).filter(([id]) => text.includes(JSON.stringify(id)));
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

async function startFilter(filtered: ListQueryRow): Promise<JsonObject | undefined> {
  const saved = [...savedSteps(undefined, filtered), ...recentSteps(undefined, filtered)];
  if (saved.length === 0) return addTo([], filtered);
  const begin: Choice<ListQueryStep> = {
    label: vscode.l10n.t("New Filter…"),
    iconPath: new vscode.ThemeIcon("add"),
    value: { change: () => addTo([], filtered) },
  };
  return chooseStep([...saved, begin], filtered);
}

async function chooseStep(
  steps: readonly Choice<ListQueryStep>[],
  { title }: ListQueryRow,
): Promise<JsonObject | undefined> {
  const placeholder = vscode.l10n.t("Choose what to change");
  const { value, button } = await chooseOrPress(steps, { title, placeholder });
  return button && value.press ? value.press(button) : value.change();
}

async function editFilter(
  filter: JsonObject,
  filtered: ListQueryRow,
): Promise<JsonObject | undefined> {
  const conditions = fromFilter(filter);
  const steps = conditions
    ? [...stepsOf(conditions, filtered), asJsonStep(filter, filtered)]
    : [{ ...asJsonStep(filter, filtered), description: filterWords(filter, filtered.titles) }];
  const clear = {
    label: vscode.l10n.t("Remove All Conditions"),
    iconPath: new vscode.ThemeIcon("clear-all"),
    value: { change: () => Promise.resolve(undefined) },
  };
  const saved = [...savedSteps(filter, filtered), ...recentSteps(filter, filtered)];
  return chooseStep([...steps, clear, saveStep(filter, filtered), ...saved], filtered);
}

function stepsOf(
  conditions: readonly Condition[],
  filtered: ListQueryRow,
): Choice<ListQueryStep>[] {
  const removing = {
    iconPath: new vscode.ThemeIcon("trash"),
    tooltip: vscode.l10n.t("Remove"),
  };
  const own = conditions.map((condition, at) => ({
    label: conditionWords(condition, filtered.titles),
    buttons: [removing],
    value: {
      change: async () =>
        toFilter(conditions.with(at, await askCondition(condition.path, filtered, condition))),
      press: () => Promise.resolve(toFilter(conditions.toSpliced(at, 1))),
    },
  }));
  const add = {
    label: vscode.l10n.t("Add Condition…"),
    iconPath: new vscode.ThemeIcon("add"),
    value: { change: () => addTo(conditions, filtered) },
  };
  return [...own, add];
}

async function addTo(
  conditions: readonly Condition[],
  filtered: ListQueryRow,
): Promise<JsonObject | undefined> {
  const path = await chooseField(filtered);
  if (!path) return askJson(toFilter(conditions), filtered);
  return toFilter([...conditions, await askCondition(path, filtered)]);
}

const asJsonStep = (filter: JsonObject, filtered: ListQueryRow): Choice<ListQueryStep> => ({
  label: vscode.l10n.t("Edit as JSON…"),
  iconPath: new vscode.ThemeIcon("json"),
  value: { change: () => askJson(filter, filtered) },
});

/**
 * Asks for the filter as the service's JSON, checked before it is sent; an empty text means no
 * filter.
 */
async function askJson(
  filter: JsonObject | undefined,
  { title, fields, isWhole }: ListQueryRow,
): Promise<JsonObject | undefined> {
  const flawOf = (text: string): string | undefined => {
    if (text.trim() === "") return undefined;
    const [failure, typed] = fromText(text);
    if (failure) return describe(failure);
    return filterFlaws(typed, fields, isWhole).map(describeFilterFlaw)[0];
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
