import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { Guidance, must } from "../../host/commandFailure.ts";
import { withProgress } from "../../host/progress.ts";
import { withBack } from "../../host/multiStep.ts";
import { choose } from "../../host/prompts.ts";
import { stateHeading } from "../../host/words/headings.ts";
import { usersType } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { CollectionAddress } from "../../model/query/listing/content.ts";
import { canFilterByState, clearedListQuery } from "../../model/query/listing/listQuery.ts";
import type { State } from "../../model/documents/snapshot/states.ts";
import { changeFilter } from "./changeFilter.ts";
import type { FilterCommands } from "./changeFilter.ts";
import { chooseSort } from "./sorting.ts";
import type { HasPlace, TargetDependencies, Targets } from "../targets.ts";

/** Commands on which rows a collection, or the users, show, and in which order. */
export function narrowingCommands(models: FilterCommands, targets: Targets): CommandTable {
  const { content } = models;
  return {
    "cms.collection.filter": async (row?: HasPlace) => {
      const place = await targets.place(row, vscode.l10n.t("Filter"));
      await changeFilter(models, place);
    },

    "cms.collection.sort": async (row?: HasPlace) => {
      const place = await targets.place(row, vscode.l10n.t("Sort"));
      content.changeListQuery(place, { sort: await withBack(() => chooseSort(models, place)) });
    },

    "cms.collection.chooseState": async (row?: HasPlace) => {
      const place = await targets.place(row, vscode.l10n.t("Choose State"));
      content.changeListQuery(place, { state: await chooseState(models, place) });
    },

    "cms.collection.clearFilter": async (row?: HasPlace) => {
      const place = await targets.place(row, vscode.l10n.t("Clear Filter"));
      content.changeListQuery(place, clearedListQuery);
    },
  };
}

/** Undefined stands for all. */
async function chooseState(
  { catalogs, content }: TargetDependencies,
  place: CollectionAddress,
): Promise<State | undefined> {
  if (place.type === usersType) throw new Guidance(vscode.l10n.t("Users have no drafts."));
  const service = must(await catalogs.type(place.connection, place.type));
  const heading = headingOf(service.type);
  if (!service.type.draftAndPublish)
    throw new Guidance(vscode.l10n.t("{0} have no drafts.", heading));
  const title = vscode.l10n.t("State of {0}", heading);
  const { state: current } = content.narrowing(place);
  const state = await choose(stateChoices(current), { title });
  if (state && !must(await withProgress(title, (signal) => canFilterByState(service, signal)))) {
    throw new Guidance(
      vscode.l10n.t("This service can't list by state: it is too old for it. Nothing was changed."),
    );
  }
  return state;
}

function stateChoices(current: State | undefined) {
  const meanings: Record<State, string> = {
    draft: vscode.l10n.t("never published"),
    published: vscode.l10n.t("and not changed since"),
    modified: vscode.l10n.t("changed since it was published"),
  };
  const shown = vscode.l10n.t("shown now");
  const states = Object.entries(meanings) as [State, string][];
  return [
    {
      label: vscode.l10n.t("All"),
      ...(current === undefined && { description: shown }),
      value: undefined,
    },
    ...states.map(([value, meaning]) => ({
      label: stateHeading(value),
      description: value === current ? `${meaning} · ${shown}` : meaning,
      value,
    })),
  ];
}
