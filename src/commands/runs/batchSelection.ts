import * as vscode from "vscode";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { matchingWords } from "../../texts/browse/listQueryWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { keyOf, usersType } from "../../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../../model/foundation/address.ts";
import type { BatchTarget, TitledAddress, PlannedItem } from "../../model/batch/batches.ts";
import type { CompareRequest } from "../../model/compare/comparisonRun.ts";
import type { TypeInCatalog } from "../../model/schemas/catalog.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import type { CommandRow } from "../shared/targets.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { choose } from "../../host/shared/prompts.ts";
import type { BatchActionWords } from "../../texts/batch/batchActionWords.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { BatchAction } from "../../model/runs/batchAction.ts";
import type { RunContext, ServiceContext } from "../shared/commandContexts.ts";

export interface BatchSelection {
  readonly target: BatchTarget;
  /** For the user: the limits of the selection, or the number of rows that it leaves out. */
  readonly detail: readonly string[];
}

export interface BatchCommand extends BatchActionWords {
  readonly selection: BatchSelection;
  readonly batchAction: BatchAction;
  /** What else the user should know, once it is known which documents change. */
  readonly lookUpDetail?: (planned: readonly PlannedItem[]) => Promise<readonly string[]>;
  /** What the user may change in the list, such as the fields. The preview is then read again. */
  readonly options?:
    | readonly {
        readonly label: string;
        /** The id of a codicon. */
        readonly icon: string;
        readonly description: string;
        readonly change: () => Promise<BatchCommand>;
      }[]
    | undefined;
  /** A second confirmation; throws CancellationError unless the user agrees. */
  readonly askAgain?: (planned: readonly PlannedItem[]) => Promise<void>;
  /** Called when the batch ends, before the user is notified. */
  readonly onDone?: ((results: readonly ItemResult<PlannedItem>[]) => void) | undefined;
}

/** Throws if the command applies to none of the rows. */
export function selectedRows(
  row: CommandRow | undefined,
  rows: readonly CommandRow[] = [],
  belongs: (address: Address) => boolean = () => true,
): BatchSelection {
  // The clicked row is also a selected row.
  const selected = new Map<string, TitledAddress>();
  for (const { address, row: listed } of row ? [row, ...rows] : rows) {
    if (address) selected.set(keyOf(address), { address, title: listed?.title ?? "" });
  }
  const target = [...selected.values()].filter(({ address }) => belongs(address));
  const [first] = target;
  if (!first) {
    throw new Guidance(vscode.l10n.t("This command doesn't apply to the selected items."));
  }
  const { connection } = first.address;
  const items = target.filter(({ address }) => address.connection === connection);
  const others = selected.size - items.length;
  const detail = nonEmpty(
    others === 1 &&
      vscode.l10n.t(
        "Skips 1 selected item that belongs to another connection or that the command doesn't apply to.",
      ),
    others > 1 &&
      vscode.l10n.t(
        "Skips {count} selected items that belong to another connection or that the command doesn't apply to.",
        { count: numeral(others) },
      ),
  );
  return { target: { kind: "selected", items }, detail };
}

export async function allThatMatch(
  { catalogs, lists }: RunContext,
  collection: CollectionAddress,
  locales?: readonly string[],
): Promise<BatchSelection> {
  const { catalog } = must(await catalogs.service(collection.connection));
  const type = catalog.types.get(collection.type);
  const listQuery = lists.listQuery(collection);
  const currentLocale = type && lists.locale(collection, type, catalog.defaultLocale);
  const locale = locales ? listOf(locales) : currentLocale;
  const words = matchingWords(listQuery, collection, catalog, type, locale);
  return { target: { kind: "matching", collection, locales }, detail: [words] };
}

/** The locale in which the tree shows the target; undefined if its type is not localized. */
export const shownLocale = (
  { lists }: ServiceContext,
  target: BatchTarget,
  { type, catalog }: TypeInCatalog,
): string | undefined =>
  target.kind === "matching"
    ? lists.locale(target.collection, type, catalog.defaultLocale)
    : target.items[0]?.address.locale;

/** The id of the connection: a batch has exactly one. */
export function connectionOf(target: CompareRequest["target"]): string {
  if (target.kind === "connection") return target.connection;
  const { connection = "" } =
    target.kind === "matching" ? target.collection : { ...target.items[0]?.address };
  return connection;
}

export const typesOf = (target: BatchTarget): readonly string[] =>
  target.kind === "matching"
    ? [target.collection.type]
    : [...new Set(target.items.map(({ address }) => address.type))];

/** The items of one type, which it asks for, with the number of items left out. */
export async function oneType(
  { catalogs }: ServiceContext,
  { target, detail }: BatchSelection,
  title: string,
): Promise<BatchSelection> {
  if (target.kind === "matching") return { target, detail };
  const { catalog } = must(await catalogs.service(connectionOf(target)));
  const choices = typesOf(target).map((type) => ({
    label: collectionHeading({ type }, catalog),
    value: type,
  }));
  const chosenType = await choose(choices, { title });
  const items = target.items.filter(({ address }) => address.type === chosenType);
  const others = target.items.length - items.length;
  const count = numeral(others);
  const othersWords = nonEmpty(
    others === 1 && vscode.l10n.t("Skips 1 selected item of another collection."),
    others > 1 && vscode.l10n.t("Skips {count} selected items of other collections.", { count }),
  );
  return { target: { ...target, items }, detail: [...detail, ...othersWords] };
}

/** Like `oneType` for documents only: users have commands of their own. Reads their type, too. */
export async function oneCollection(
  models: ServiceContext,
  all: BatchSelection,
  title: string,
): Promise<{ readonly selection: BatchSelection; readonly service: TypedService }> {
  if (all.target.kind === "matching" && all.target.collection.type === usersType) {
    throw new Guidance(
      vscode.l10n.t(
        "This command doesn't apply to users. Use Block, Confirm or Change Role instead.",
      ),
    );
  }
  const selection = await oneType(models, all, title);
  const [type = ""] = typesOf(selection.target);
  const service = must(await models.catalogs.type(connectionOf(selection.target), type));
  return { selection, service };
}
