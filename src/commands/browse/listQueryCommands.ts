import * as vscode from "vscode";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { choose } from "../../host/shared/prompts.ts";
import { stateHeading, collectionHeading } from "../../texts/shared/headings.ts";
import { usersType, type CollectionAddress } from "../../model/foundation/address.ts";
import { fieldsOf, filterFieldPaths } from "../../model/browse/filterFields.ts";
import type { FilterFieldKind } from "../../model/browse/filterFields.ts";
import { clearedListQuery, type Sort } from "../../model/content/listQuery.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import { changeFilter, type FilterCommands } from "./changeFilter.ts";
import { fieldKindWord } from "./filterConditionPrompts.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";
import type { State } from "../../model/content/publicationStatus.ts";
import { requireStatusFilter } from "../../model/reading/readRequests.ts";

/** Undefined for the collection's default order. */
async function chooseSort(
  context: ServiceContext,
  collection: CollectionAddress,
): Promise<Sort | undefined> {
  const { catalog } = must(await context.catalogs.service(collection.connection));
  const heading = collectionHeading(collection, catalog);
  const title = vscode.l10n.t("Sort {collection}", { collection: heading });
  const { sort: currentSort } = context.lists.listQuery(collection);
  const current = (isNow: boolean) => isNow && { description: vscode.l10n.t("current sort order") };
  const usual = {
    ...current(currentSort === undefined),
    label:
      collection.type === usersType
        ? vscode.l10n.t("By name")
        : vscode.l10n.t("Last changed first"),
    value: undefined,
  };
  // Lists have no single value to compare.
  const single = [...fieldsOf(collection.type, catalog)].filter(([, { isList }]) => !isList);
  const choices = filterFieldPaths(new Map(single))
    .filter(({ kind }) => kind !== "entity" && kind !== "json")
    .map((field) => {
      const name = field.path.join(".");
      const description = fieldKindWord(field);
      const value = { name, kind: field.kind };
      return { label: name, description, ...current(name === currentSort?.field), value };
    });
  const field = await choose([usual, ...choices], { title, matchOnDescription: true });
  if (!field) return undefined;
  const isNow = (descending: boolean) =>
    currentSort?.descending === descending && currentSort.field === field.name;
  const [up, down] = directionsOf(field.kind);
  const directions = [
    { label: up, ...current(isNow(false)), value: false },
    { label: down, ...current(isNow(true)), value: true },
  ];
  return { field: field.name, descending: await choose(directions, { title }) };
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
      return [vscode.l10n.t("False first"), vscode.l10n.t("True first")];
    default:
      return [vscode.l10n.t("Earliest first"), vscode.l10n.t("Latest first")];
  }
}

export function listQueryCommands(context: FilterCommands, targets: Targets): CommandTable {
  const { lists, expandRow } = context;
  return {
    "cms.collection.filter": async (row?: CommandRow) => {
      const collection = await targets.collection(row, vscode.l10n.t("Filter"));
      await changeFilter(context, collection);
    },

    "cms.collection.sort": async (row?: CommandRow) => {
      const collection = await targets.collection(row, vscode.l10n.t("Sort"));
      lists.changeListQuery(collection, {
        sort: await withBack(() => chooseSort(context, collection)),
      });
      await expandRow(collection);
    },

    "cms.collection.chooseState": async (row?: CommandRow) => {
      const collection = await targets.collection(row, vscode.l10n.t("Filter by Status"));
      lists.changeListQuery(collection, { state: await chooseState(context, collection) });
      await expandRow(collection);
    },

    "cms.collection.clearFilter": async (row?: CommandRow) => {
      const collection = await targets.collection(row, vscode.l10n.t("Clear Filter"));
      lists.changeListQuery(collection, clearedListQuery);
    },
  };
}

/** Undefined for every publication status. */
async function chooseState(
  { catalogs, lists }: ServiceContext,
  collection: CollectionAddress,
): Promise<State | undefined> {
  if (collection.type === usersType) throw new Guidance(vscode.l10n.t("Users have no drafts."));
  const service = must(await catalogs.type(collection.connection, collection.type));
  const heading = headingOf(service.type);
  if (!service.type.draftAndPublish)
    throw new Guidance(
      vscode.l10n.t("The collection {collection} has no drafts.", { collection: heading }),
    );
  const title = vscode.l10n.t("Filter {collection} by Status", { collection: heading });
  const { state: current } = lists.listQuery(collection);
  const currentLabel = vscode.l10n.t("currently shown");
  const all = {
    label: vscode.l10n.t("All"),
    ...(current === undefined && { description: currentLabel }),
    value: undefined,
  };
  const meanings: Record<State, string> = {
    draft: vscode.l10n.t("never published"),
    published: vscode.l10n.t("unchanged since it was published"),
    modified: vscode.l10n.t("changed since it was published"),
  };
  const states = (Object.entries(meanings) as [State, string][]).map(([value, meaning]) => ({
    label: stateHeading(value),
    description: value === current ? `${meaning} · ${currentLabel}` : meaning,
    value,
  }));
  const state = await choose([all, ...states], { title });
  if (state) {
    await runTask(
      vscode.l10n.t("Checking whether the service can filter by status"),
      (signal) => requireStatusFilter(service, { state }, signal),
      vscode.l10n.t("Nothing was changed."),
    );
  }
  return state;
}
