import * as l10n from "@vscode/l10n";
import type { Catalog, ContentType } from "../../model/schemas/catalog.ts";
import { fromFilter, type Condition } from "../../model/browse/filterConditions.ts";
import type { Operator } from "../../model/browse/filterOperators.ts";
import { isArray, type Json, type JsonObject } from "../../model/foundation/json.ts";
import { hidesRows, stateFilterOf } from "../../model/content/listQuery.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import type { ListQuery, Sort, Titles } from "../../model/content/listQuery.ts";
import { collectionHeading } from "../shared/headings.ts";
import { nonEmpty, wordsFor } from "../shared/nameList.ts";
import { statusWord } from "../shared/failureWords.ts";

/** The parts of a list query, with its sort order, one text each. Users have no type. */
export function listQueryWords(listQuery: ListQuery, type?: ContentType): readonly string[] {
  const { search, filter, titles, sort } = listQuery;
  const state = type && stateFilterOf(listQuery, type);
  return nonEmpty(
    state && statusWord(state),
    search && `“${search}”`,
    filter && filterWords(filter, titles),
    sort && sortWords(sort),
  );
}

/** The documents that a list query includes, such as `Articles · en · Draft`. */
export function matchingWords(
  listQuery: ListQuery,
  collection: CollectionAddress,
  catalog: Catalog,
  type: ContentType | undefined,
  locale: string | undefined,
): string {
  // A sort order leaves nothing out.
  const limits = listQueryWords({ ...listQuery, sort: undefined }, type);
  const where = nonEmpty(collectionHeading(collection, catalog), locale, ...limits).join(" · ");
  return hidesRows(listQuery, type)
    ? where
    : l10n.t("{collection}: no filter is set, so everything is included.", { collection: where });
}

/** A filter such as "title contains tea", or a complex filter as JSON. */
export function filterWords(filter: JsonObject, titles?: Titles): string {
  const conditions = fromFilter(filter);
  const words = conditions?.map((condition) => conditionWords(condition, titles));
  return words?.join(", ") ?? JSON.stringify(filter);
}

/** A condition as text. A document has its title if that is known, otherwise its documentId. */
export function conditionWords({ path, operator, value }: Condition, titles?: Titles): string {
  const isDocument = path.length > 1 && path.at(-1) === "documentId";
  const field = (isDocument ? path.slice(0, -1) : path).join(".");
  if (operator === "$null" || operator === "$notNull")
    return presenceWords(field, (operator === "$null") !== value);
  if (value === null) return presenceWords(field, operator !== "$eq");
  const title = isDocument ? (titles?.[valueWords(value)] ?? valueWords(value)) : undefined;
  return comparisonWords(operator, field, title ?? value);
}

const presenceWords = (field: string, hasValue: boolean): string =>
  hasValue ? l10n.t("{field} has a value", { field }) : l10n.t("{field} has no value", { field });

function comparisonWords(
  operator: Exclude<Operator, "$null" | "$notNull">,
  field: string,
  operand: Json,
): string {
  if (operator === "$between" && isArray(operand)) {
    const [minimum = "", maximum = ""] = operand.map(valueWords);
    return l10n.t("{field} is between {minimum} and {maximum}", { field, minimum, maximum });
  }
  const value = valueWords(operand);
  return wordsFor(operator, {
    $eq: l10n.t("{field} is {value}", { field, value }),
    $eqi: l10n.t("{field} is {value} (case-insensitive)", { field, value }),
    $ne: l10n.t("{field} is not {value}", { field, value }),
    $nei: l10n.t("{field} is not {value} (case-insensitive)", { field, value }),
    $lt: `${field} < ${value}`,
    $lte: `${field} ≤ ${value}`,
    $gt: `${field} > ${value}`,
    $gte: `${field} ≥ ${value}`,
    $in: l10n.t("{field} is one of {values}", { field, values: value }),
    $notIn: l10n.t("{field} is none of {values}", { field, values: value }),
    $between: l10n.t("{field} is between {values}", { field, values: value }),
    $contains: l10n.t("{field} contains {value} (case-sensitive)", { field, value }),
    $notContains: l10n.t("{field} does not contain {value} (case-sensitive)", { field, value }),
    $containsi: l10n.t("{field} contains {value}", { field, value }),
    $notContainsi: l10n.t("{field} does not contain {value}", { field, value }),
    $startsWith: l10n.t("{field} starts with {value} (case-sensitive)", { field, value }),
    $startsWithi: l10n.t("{field} starts with {value}", { field, value }),
    $endsWith: l10n.t("{field} ends with {value} (case-sensitive)", { field, value }),
    $endsWithi: l10n.t("{field} ends with {value}", { field, value }),
  });
}

/** A value as the user types it, including lists. */
export function valueWords(value: Json): string {
  if (isArray(value)) return value.map(valueWords).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const sortWords = ({ field, descending }: Sort): string =>
  descending
    ? l10n.t("sorted by {field}, descending", { field })
    : l10n.t("sorted by {field}", { field });

/** The operators that the prompts offer; all others can be written as JSON. */
export type OfferedOperator = Exclude<
  Operator,
  "$eqi" | "$nei" | "$contains" | "$notContains" | "$startsWith" | "$endsWith"
>;

export const operatorWord = (operator: OfferedOperator): string =>
  wordsFor(operator, {
    $eq: l10n.t({ message: "is", comment: ["Operator in a list"] }),
    $ne: l10n.t({ message: "is not", comment: ["Operator in a list"] }),
    $lt: "<",
    $lte: "≤",
    $gt: ">",
    $gte: "≥",
    $in: l10n.t({ message: "is one of", comment: ["Operator in a list"] }),
    $notIn: l10n.t({ message: "is none of", comment: ["Operator in a list"] }),
    $between: l10n.t({ message: "is between", comment: ["Operator in a list"] }),
    $containsi: l10n.t({ message: "contains", comment: ["Operator in a list"] }),
    $notContainsi: l10n.t({ message: "does not contain", comment: ["Operator in a list"] }),
    $startsWithi: l10n.t({ message: "starts with", comment: ["Operator in a list"] }),
    $endsWithi: l10n.t({ message: "ends with", comment: ["Operator in a list"] }),
    $null: l10n.t({ message: "has no value", comment: ["Operator in a list"] }),
    $notNull: l10n.t({ message: "has a value", comment: ["Operator in a list"] }),
  });
