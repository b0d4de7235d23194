import type { Command } from "commander";
import { countTargets } from "../../model/batch/batchTarget.ts";
import type { Row } from "../../model/browse/contentList.ts";
import { usersType, type CollectionAddress } from "../../model/foundation/address.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { failed } from "../../model/foundation/outcome.ts";
import { ownKeys, withOwnKeys } from "../../model/records/ownKeys.ts";
import { CliError, unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { limitOf, withLimitOptions, type LimitOptions } from "../shared/limitOptions.ts";
import {
  allLocalesOf,
  applyQueryOptions,
  withQueryOptions,
  withSortOption,
  type QueryOptions,
} from "../shared/queryOptions.ts";
import { Table } from "../shared/table.ts";
import { chooseType, requireCollection, type ChosenType } from "../shared/typeChoice.ts";
import { rowFactsOf, FieldReader } from "./listedFields.ts";

interface ListOptions extends CommonOptions, QueryOptions, LimitOptions {
  readonly fields?: string;
}

export const registerList = (program: Command, run: Run): Command =>
  withSortOption(
    withQueryOptions(
      withLimitOptions(
        program
          .command("list")
          .argument("[type]", "name of a content type, as in its URL, or users")
          .description("List the content types of a service, or the documents of one."),
        "documents",
      )
        .option("--fields <names>", "the id and these fields, such as title,author,category.name")
        .addHelpText(
          "after",
          `
Examples:
  $ cms-content list
  $ cms-content list articles --status modified --sort title
  $ cms-content list articles --filter '{"title":{"$containsi":"tea"}}' --all --json
  $ cms-content list articles --fields 'title,category.name,$status' --all-locales`,
        ),
    ),
  ).action((type: string | undefined, options: ListOptions, command: Command) =>
    run({ ...options, inferredType: type }, (context) =>
      type === undefined ? listTypes(context, command) : listDocuments(context, type, options),
    ),
  );

const documentOptions = [
  ...["filter", "search", "status", "locale", "allLocales", "sort", "limit", "all", "fields"],
];

async function listTypes({ model, output }: CliContext, command: Command): Promise<undefined> {
  const misplacedOption = command.options.find((option) => {
    const name = option.attributeName();
    return documentOptions.includes(name) && command.getOptionValueSource(name) === "cli";
  });
  if (misplacedOption) {
    const { long } = misplacedOption;
    throw new CliError(`${long} needs a content type: cms-content list <type> ${long}.`);
  }
  const { connection, lists } = model;
  const { catalog } = await model.readService();
  const types = [...catalog.types.values()].sort((type, other) =>
    type.name.localeCompare(other.name),
  );
  const collections = types.filter(({ kind }) => kind === "collection").map(({ name }) => name);
  const collectionAddresses = [...collections, usersType].map((type) => ({
    connection: connection.id,
    type,
  }));
  output.progress(`Counting the documents of ${collectionAddresses.length} types…`);
  await lists.count(collectionAddresses);
  const documentsOf = (type: string): number | null =>
    lists.listing({ connection: connection.id, type }).view.total ?? null;
  await new Table(output, ["name", "kind", "documents", "displayName"]).print([
    ...types.map(({ name, kind, uid, displayName }) => ({
      ...{ name, kind, uid, displayName },
      ...(kind === "collection" && { documents: documentsOf(name) }),
    })),
    { name: usersType, kind: "users", displayName: "Users", documents: documentsOf(usersType) },
  ]);
  return undefined;
}

/** Lists documents; with --all-locales, those of one locale after the other. */
async function listDocuments(
  context: CliContext,
  name: string,
  options: ListOptions,
): Promise<undefined> {
  const { model, output, process } = context;
  const { signal } = process;
  const chosen = await chooseType(model, name);
  const { collection } = chosen;
  requireCollection(chosen, `Use: cms-content get ${name}.`);
  applyQueryOptions(model, chosen, options);
  const locales = allLocalesOf(chosen, options);
  const reader =
    options.fields === undefined ? undefined : new FieldReader(context, chosen, options.fields);
  const table = new Table(output, reader?.keys ?? columnsOf(chosen));
  const print = async (rows: readonly Row[]): Promise<void> =>
    table.print(reader ? await reader.records(rows) : rows.map((row) => toRecord(row, chosen)));
  const limit = limitOf(options);
  let count = 0;
  for (const locale of locales ?? [undefined]) {
    if (locale !== undefined) model.lists.changeListQuery(collection, { locale });
    if (count < limit) count += await listRows(context, collection, limit - count, print);
  }
  if (signal.aborted) return undefined;
  const unread = reader?.unread ?? [];
  if (unread.length > 0)
    output.note(`Not listed, because the token can't read them: ${unread.join(", ")}.`);
  if (options.all) return undefined;
  const total = locales
    ? unwrap(await countTargets({ kind: "matching", collection, locales }, model, { signal }))
    : (model.lists.listing(collection).view.total ?? 0);
  if (total > count) {
    output.note(`${count} of ${total} documents. To list all of them, pass --all.`);
  }
  return undefined;
}

/** Prints a page of rows as soon as it is read. Returns the number of rows, up to the limit. */
async function listRows(
  { model, output, process: { signal } }: CliContext,
  collection: CollectionAddress,
  limit: number,
  print: (rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  const listing = model.lists.listing(collection);
  let count = 0;
  for (let isLast = false; !isLast;) {
    await listing.more({ limit: Math.min(100, limit - count), isQuiet: true, signal });
    await listing.statesLoaded;
    if (signal.aborted) return count;
    const { rows, failure, hasMore, total } = listing.view;
    if (failure) unwrap(failed(failure));
    const added = rows.slice(count, limit);
    await print(added);
    count += added.length;
    isLast = !hasMore || count >= limit;
    if (!isLast && !output.isTerminal) output.progress(`${count} of ${total ?? "?"} documents`);
  }
  return count;
}

function columnsOf({ type }: ChosenType): readonly string[] {
  if (!type) return [ownKeys.id, "username", "email", "blocked", "confirmed"];
  return [
    ...[ownKeys.documentId, ownKeys.updatedAt],
    ...(type.draftAndPublish ? [ownKeys.status] : []),
    ...(type.localized ? [ownKeys.locale] : []),
    ownKeys.title,
  ];
}

function toRecord(row: Row, chosen: ChosenType): JsonObject {
  if (row.kind !== "user") return withOwnKeys(rowFactsOf(row, chosen));
  const { id, title: username, email, blocked, confirmed } = row;
  return withOwnKeys({ id: Number(id) }, { username, email, blocked, confirmed });
}
