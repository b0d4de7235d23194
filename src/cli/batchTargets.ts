import type { Command } from "commander";
import type { BatchTarget } from "../model/bulk/batch/batches.ts";
import { singleId } from "../model/foundation/address.ts";
import type { ListQuery } from "../model/content/listQuery.ts";
import { matchingWords } from "../texts/listQueryWords.ts";
import { CliError } from "./cliError.ts";
import type { CliModel } from "./model.ts";
import { applyQueryOptions, withQueryOptions } from "./queryOptions.ts";
import type { QueryOptions } from "./queryOptions.ts";
import { chooseType } from "./typeChoice.ts";
import type { ChosenType } from "./typeChoice.ts";
import { withWriteOptions } from "./writeOptions.ts";
import type { WriteOptions } from "./writeOptions.ts";

export interface BatchOptions extends WriteOptions, QueryOptions {
  readonly all?: boolean;
}

export const withBatchOptions = (command: Command): Command =>
  withWriteOptions(withQueryOptions(command).option("--all", "every document of the content type"));

export interface ChosenTarget extends ChosenType {
  readonly target: BatchTarget;
  /** Which documents a filter includes, for the user to read. */
  readonly details: readonly string[];
}

/** Throws a CliError if nothing limits the documents and `--all` is missing. */
export async function chooseTarget(
  model: CliModel,
  name: string,
  ids: readonly string[],
  options: BatchOptions,
): Promise<ChosenTarget> {
  const chosen = await chooseType(model, name);
  const { collection, type, catalog } = chosen;
  const listQuery = applyQueryOptions(model, chosen, options);
  const locale = type && model.content.locale(collection, type, catalog.defaultLocale);
  if (ids.length > 0 || type?.kind === "single") {
    requireOnlyIds(ids, chosen, { ...options, listQuery });
    const items = (type?.kind === "single" ? [singleId] : [...new Set(ids)]).map((id) => ({
      address: { ...collection, id, ...(locale && { locale }) },
      title: id,
    }));
    return { ...chosen, target: { kind: "selected", items }, details: [] };
  }
  if (!hasLimits(listQuery) && !options.all) {
    throw new CliError(
      `Pass the ids of documents, --filter, --search or --status. For every document of ${name}, pass --all.`,
    );
  }
  const words = matchingWords(listQuery, collection, catalog, type, locale);
  return { ...chosen, target: { kind: "matching", collection }, details: [words] };
}

const hasLimits = ({ filter, search, state }: ListQuery): boolean =>
  [filter, search, state].some((limit) => limit !== undefined);

/** Fails for ids beside options that choose documents, and for ids that the type doesn't have. */
function requireOnlyIds(
  ids: readonly string[],
  { type, collection }: ChosenType,
  { all, listQuery }: { readonly all?: boolean; readonly listQuery: ListQuery },
): void {
  if (type?.kind === "single" && ids.length > 0) {
    throw new CliError(`${collection.type} is a single type. Its document needs no id.`);
  }
  if (ids.length > 0 && (all || hasLimits(listQuery))) {
    throw new CliError("Pass either document ids or options that choose documents, not both.");
  }
  // Users have numeric ids. The service ignores other values, or takes a part of them.
  const wrongId = type ? undefined : ids.find((id) => !/^\d+$/.test(id));
  if (wrongId !== undefined) throw new CliError(`${wrongId} is not the numeric id of a user.`);
}
