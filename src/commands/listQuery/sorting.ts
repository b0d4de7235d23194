import * as vscode from "vscode";
import { must } from "../../host/commandFailure.ts";
import { collectionHeading } from "../../host/words/headings.ts";
import { choose } from "../../host/prompts.ts";
import { usersType } from "../../model/foundation/address.ts";
import { fieldsOf, filterFieldPaths } from "../../model/query/filters/filterFields.ts";
import type { FilterFieldKind, FilterFields } from "../../model/query/filters/filterFields.ts";
import type { CollectionAddress } from "../../model/query/listing/content.ts";
import type { Sort } from "../../model/query/listing/listQuery.ts";
import { fieldKindWord } from "./filterContext.ts";
import type { TargetDependencies } from "../targets.ts";

/** Undefined stands for the order that a place has by itself. */
export async function chooseSort(
  models: TargetDependencies,
  place: CollectionAddress,
): Promise<Sort | undefined> {
  const { catalog } = must(await models.catalogs.service(place.connection));
  const title = vscode.l10n.t("Sort {0}", collectionHeading(place, catalog));
  const { sort: now } = models.content.narrowing(place);
  const usual = {
    ...current(now === undefined),
    label:
      place.type === usersType ? vscode.l10n.t("By name") : vscode.l10n.t("Last changed first"),
    value: undefined,
  };
  const choices = sortable(fieldsOf(place.type, catalog)).map((field) => ({
    label: field.path.join("."),
    description: fieldKindWord(field),
    ...current(field.path.join(".") === now?.field),
    value: field,
  }));
  const field = await choose([usual, ...choices], { title, matchOnDescription: true });
  if (!field) return undefined;
  const isNow = (descending: boolean) =>
    now?.descending === descending && now.field === field.path.join(".");
  const [up, down] = directionsOf(field.kind);
  const descending = await choose(
    [
      { label: up, ...current(isNow(false)), value: false },
      { label: down, ...current(isNow(true)), value: true },
    ],
    { title },
  );
  return { field: field.path.join("."), descending };
}

/** Marks the order that the rows have now. */
const current = (isNow: boolean) => isNow && { description: vscode.l10n.t("current order") };

/** The fields to sort by: no lists, which have no single value to compare. */
function sortable(fields: FilterFields) {
  const single = new Map([...fields].filter(([, { isList }]) => !isList));
  return filterFieldPaths(single).filter(({ kind }) => kind !== "entity" && kind !== "json");
}

function directionsOf(kind: FilterFieldKind): readonly [up: string, down: string] {
  switch (kind) {
    case "text":
    case "choice":
      return [vscode.l10n.t("A to Z"), vscode.l10n.t("Z to A")];
    case "number":
    case "whole":
      return [vscode.l10n.t("Smallest first"), vscode.l10n.t("Largest first")];
    case "flag":
      return [vscode.l10n.t("No first"), vscode.l10n.t("Yes first")];
    default:
      return [vscode.l10n.t("Earliest first"), vscode.l10n.t("Latest first")];
  }
}
