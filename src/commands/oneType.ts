import * as vscode from "vscode";
import { Guidance, must } from "../host/commandFailure.ts";
import { collectionHeading } from "../texts/headings.ts";
import { choose } from "../host/prompts.ts";
import { numeral } from "../texts/words.ts";
import { usersType } from "../model/foundation/address.ts";
import type { BatchTarget } from "../model/bulk/batch/batches.ts";
import { connectionOf } from "./batch/batchTargets.ts";
import type { BatchSelection } from "./batch/batching.ts";
import type { TargetDependencies } from "./targets.ts";

/** The names of the types in the target. */
export const typesOf = (target: BatchTarget): readonly string[] =>
  target.kind === "matching"
    ? [target.place.type]
    : [...new Set(target.items.map(({ address }) => address.type))];

/**
 * The selected items of one type, with the number of items left out. Asks for the type where there
 * are several.
 */
export async function oneType(
  { catalogs }: TargetDependencies,
  { target, detail }: BatchSelection,
  title: string,
): Promise<BatchSelection> {
  if (target.kind === "matching") return { target, detail };
  const connection = connectionOf(target);
  const { catalog } = must(await catalogs.service(connection));
  const choices = typesOf(target).map((type) => ({
    label: collectionHeading({ type }, catalog),
    value: type,
  }));
  const chosen = await choose(choices, { title });
  const items = target.items.filter(({ address }) => address.type === chosen);
  const left = target.items.length - items.length;
  return { target: { ...target, items }, detail: [...detail, ...othersWords(left)] };
}

/** The number of selected items of other types, in a sentence. */
function othersWords(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? vscode.l10n.t("Skips 1 selected item of another collection.")
      : vscode.l10n.t("Skips {count} selected items of other collections.", {
          count: numeral(count),
        }),
  ];
}

/** Like `oneType` for documents only: users have commands of their own. */
export function oneCollection(
  models: TargetDependencies,
  all: BatchSelection,
  title: string,
): Promise<BatchSelection> {
  if (all.target.kind === "matching" && all.target.place.type === usersType) {
    throw new Guidance(
      vscode.l10n.t(
        "This command doesn't apply to users. Use Block, Confirm or Change Role instead.",
      ),
    );
  }
  return oneType(models, all, title);
}
