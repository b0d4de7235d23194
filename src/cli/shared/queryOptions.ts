import { Option, type Command } from "commander";
import { fromText } from "../../model/content/documentText.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { filterFlaws, type FilterFlaw } from "../../model/browse/filterFlaws.ts";
import { fieldAt, fieldsOf, unnamedField } from "../../model/browse/filterFields.ts";
import type { ListQuery, Sort } from "../../model/content/listQuery.ts";
import { describeFilterFlaw } from "../../texts/browse/filterWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { CliError } from "./cliError.ts";
import type { CliModel } from "./cliModel.ts";
import { fieldHint, nameHint } from "./nameHint.ts";
import type { ChosenType } from "./typeChoice.ts";
import type { State } from "../../model/content/publicationStatus.ts";

export interface QueryOptions {
  readonly filter?: string;
  readonly search?: string;
  readonly status?: State;
  readonly sort?: string;
  readonly locale?: string | undefined;
  readonly allLocales?: boolean;
}

/** `defaultLocales` says what the command acts on if no option names a locale. */
export const withQueryOptions = (
  command: Command,
  defaultLocales: "default" | "all" = "default",
): Command =>
  command
    .option("--filter <json>", "only documents that match a filter of the service, as JSON")
    .option("--search <text>", "only documents that contain a text")
    .addOption(
      new Option("--status <status>", "only documents with this publication status").choices([
        "draft",
        "modified",
        "published",
      ]),
    )
    .option(
      "--locale <code>",
      `documents in this locale; by default, in ${defaultLocales === "all" ? "all locales" : "the default locale"}`,
    )
    .addOption(
      new Option(
        "--all-locales",
        `documents in every locale${defaultLocales === "all" ? "; this is the default" : ""}`,
      ).conflicts("locale"),
    );

export const withSortOption = (command: Command): Command =>
  command.option("--sort <field>", "order by a field, such as title or updatedAt:desc");

export function requireOneType(options: QueryOptions & { readonly document?: string }): void {
  const optionName = (["document", "filter", "search", "status", "locale"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (optionName !== undefined) {
    throw new CliError(`--${optionName} needs one content type: pass --type <name>.`);
  }
}

/** Sets the list query. Throws before any request if the service would ignore or reject it. */
export function applyQueryOptions(
  { lists }: CliModel,
  chosen: ChosenType,
  options: QueryOptions,
): ListQuery {
  requireUsable(chosen, options);
  const { filter, search, status, sort, locale } = options;
  const listQuery: ListQuery = {
    ...(filter !== undefined && { filter: toFilter(filter, chosen) }),
    ...(search !== undefined && { search: toSearch(search) }),
    ...(status !== undefined && { state: status }),
    ...(sort !== undefined && { sort: toSort(sort, chosen) }),
    ...(locale !== undefined && { locale: toLocale(locale, chosen) }),
  };
  lists.changeListQuery(chosen.collection, listQuery);
  return listQuery;
}

/** The locales that --all-locales chooses; undefined without the option. */
export function allLocalesOf(
  { catalog: { locales } }: ChosenType,
  { allLocales }: QueryOptions,
): readonly string[] | undefined {
  if (!allLocales) return undefined;
  if (locales.length > 0) return locales.map(({ code }) => code);
  throw new CliError("The token can't list the locales of the service. Pass --locale instead.");
}

/** Fails for options that have no effect on the type, so that no command acts on too much. */
function requireUsable({ type, collection }: ChosenType, options: QueryOptions): void {
  const { filter, search, status, sort, locale, allLocales } = options;
  const isGiven = [filter, search, status, sort].some((option) => option !== undefined);
  if (type?.kind === "single" && isGiven) {
    throw new CliError(
      `${collection.type} is a single type. Of these options, it has only --locale and --all-locales.`,
    );
  }
  if (status !== undefined && !type?.draftAndPublish) {
    throw new CliError(`--status needs a content type with drafts. ${collection.type} has none.`);
  }
  if ((locale !== undefined || allLocales) && !type?.localized) {
    const name = allLocales ? "--all-locales" : "--locale";
    throw new CliError(
      `${name} needs a localized content type. ${collection.type} is not localized.`,
    );
  }
}

function toFilter(text: string, { collection, catalog }: ChosenType): JsonObject {
  const [failure, filter] = fromText(text);
  if (failure?.code === "not-an-object") throw new CliError("--filter must be a JSON object.");
  if (failure) throw new CliError(`--filter: ${describe(failure)}`);
  const isWhole = catalog.source !== "inferred";
  const [flaw] = filterFlaws(filter, fieldsOf(collection.type, catalog), isWhole);
  if (flaw)
    throw new CliError(nonEmpty(`--filter: ${describeFilterFlaw(flaw)}`, flawHint(flaw)).join(" "));
  return filter;
}

function flawHint(flaw: FilterFlaw): string | undefined {
  if (flaw.code === "no-field") return fieldHint(flaw);
  return flaw.code === "no-operator"
    ? nameHint(String(flaw.path.at(-1)), flaw.known, "Choose from")
    : undefined;
}

export function toSearch(text: string): string {
  if (text.trim() === "") throw new CliError("--search needs a text.");
  return text;
}

function toSort(text: string, { collection, catalog }: ChosenType): Sort {
  const [, field = "", order] = /^([^:]+?)(?::(asc|desc))?$/.exec(text) ?? [];
  if (field === "") throw new CliError("--sort needs a field, such as title or updatedAt:desc.");
  const isWhole = catalog.source !== "inferred";
  if (isWhole && field !== "publishedAt") {
    const path = field.split(".");
    const [unknown, end] = fieldAt(path, fieldsOf(collection.type, catalog));
    // A relation or component has no order of its own.
    const missing = unknown ?? (end.kind === "entity" ? unnamedField(path, end) : undefined);
    if (missing) {
      throw new CliError(
        `--sort: ${collection.type} can't be sorted by ${field}. ${fieldHint(missing)}`,
      );
    }
  }
  return { field, descending: order === "desc" };
}

function toLocale(code: string, { catalog: { locales } }: ChosenType): string {
  const codes = locales.map((locale) => locale.code);
  // A token may lack the permission to list the locales. Then none are known.
  if (codes.length > 0 && !codes.includes(code)) {
    throw new CliError(`The service has no locale ${code}. ${nameHint(code, codes)}`);
  }
  return code;
}
