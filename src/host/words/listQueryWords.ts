import * as vscode from "vscode";
import type { ContentType } from "../../model/schemas/catalog.ts";
import { fromFilter } from "../../model/query/filters/conditions.ts";
import type { Condition } from "../../model/query/filters/conditions.ts";
import type { Operator } from "../../model/query/filters/operators.ts";
import { isArray } from "../../model/foundation/json.ts";
import type { Json, JsonObject } from "../../model/foundation/json.ts";
import { stateFilterOf } from "../../model/query/listing/listQuery.ts";
import type { ListQuery, Sort, Titles } from "../../model/query/listing/listQuery.ts";
import { stateWord } from "./words.ts";

/** The parts of a list query, with its sort order, one text each. Users have no type. */
export function listQueryWords(listQuery: ListQuery, type?: ContentType): readonly string[] {
  const { search, filter, titles, sort } = listQuery;
  const state = type && stateFilterOf(listQuery, type);
  return [
    ...(state ? [stateWord(state)] : []),
    ...(search ? [`“${search}”`] : []),
    ...(filter ? [filterWords(filter, titles)] : []),
    ...(sort ? [sortWords(sort)] : []),
  ];
}

/**
 * A filter as text, such as "title contains tea, author is Aiko". A more complex filter is shown in
 * the service's form.
 */
export function filterWords(filter: JsonObject, titles?: Titles): string {
  const conditions = fromFilter(filter);
  const words = conditions?.map((condition) => conditionWords(condition, titles));
  return words?.join(", ") ?? JSON.stringify(filter);
}

/**
 * A condition as text. It shows a document by its title, or by its documentId if the title is
 * unknown.
 */
export function conditionWords({ path, operator, value }: Condition, titles?: Titles): string {
  const isDocument = path.length > 1 && path.at(-1) === "documentId";
  const name = (isDocument ? path.slice(0, -1) : path).join(".");
  if (operator === "$null" || operator === "$notNull") {
    return `${name} ${operatorWord((operator === "$null") === value ? "$null" : "$notNull")}`;
  }
  if (value === null) return `${name} ${operatorWord(operator === "$eq" ? "$null" : "$notNull")}`;
  const text = valueWords(value);
  return `${name} ${operatorWord(operator)} ${isDocument ? titleOf(text, titles) : text}`;
}

const titleOf = (documentId: string, titles: Titles = {}): string =>
  titles[documentId] ?? documentId;

/** A value as the user types it, including lists. */
export function valueWords(value: Json): string {
  if (isArray(value)) return value.map(valueWords).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const sortWords = ({ field, descending }: Sort): string =>
  descending
    ? vscode.l10n.t("sorted by {field}, descending", { field })
    : vscode.l10n.t("sorted by {field}", { field });

/** The operator between a field and a value. */
export function operatorWord(operator: Operator): string {
  const words: Record<Operator, string> = {
    $eq: vscode.l10n.t("is"),
    $eqi: vscode.l10n.t("is (case-insensitive)"),
    $ne: vscode.l10n.t("is not"),
    $nei: vscode.l10n.t("is not (case-insensitive)"),
    $lt: "<",
    $lte: "≤",
    $gt: ">",
    $gte: "≥",
    $in: vscode.l10n.t("is one of"),
    $notIn: vscode.l10n.t("is none of"),
    $between: vscode.l10n.t("is between"),
    $contains: vscode.l10n.t("contains (case-sensitive)"),
    $notContains: vscode.l10n.t("does not contain (case-sensitive)"),
    $containsi: vscode.l10n.t("contains"),
    $notContainsi: vscode.l10n.t("does not contain"),
    $startsWith: vscode.l10n.t("starts with (case-sensitive)"),
    $startsWithi: vscode.l10n.t("starts with"),
    $endsWith: vscode.l10n.t("ends with (case-sensitive)"),
    $endsWithi: vscode.l10n.t("ends with"),
    $null: vscode.l10n.t("has no value"),
    $notNull: vscode.l10n.t("has a value"),
  };
  return words[operator];
}
