import { InvalidArgumentError, Option, type Command } from "commander";
import { usersType } from "../../model/foundation/address.ts";
import { asJson, pick, textIn, type JsonObject } from "../../model/foundation/json.ts";
import { failed } from "../../model/foundation/outcome.ts";
import { PageReader } from "../../model/reading/pageReader.ts";
import { shapesFor } from "../../model/content/requestShape.ts";
import { isStructured, isUnread, type ContentType } from "../../model/schemas/catalog.ts";
import { userTypeOf } from "../../model/schemas/userType.ts";
import { CliError, unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions, withQueryOptions, withSortOption } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { Table } from "../shared/table.ts";
import { chooseType, requireCollection, type ChosenType } from "../shared/typeChoice.ts";
import { findUsers } from "../../model/reading/userReader.ts";
import type { Row } from "../../model/browse/contentList.ts";

interface ListOptions extends CommonOptions, QueryOptions {
  readonly limit: number;
  readonly all?: boolean;
  readonly fields?: string;
}

export const registerList = (program: Command, run: Run): Command =>
  withSortOption(
    withQueryOptions(
      program
        .command("list")
        .argument("[type]", "name of a content type, as in its URL, or users")
        .description("List the content types of a service, or the documents of one.")
        .addOption(
          new Option("--limit <number>", "the most documents to list")
            .default(25)
            .argParser(toLimit),
        )
        .addOption(new Option("--all", "list all documents").conflicts("limit"))
        .option("--fields <names>", "the id and these fields, such as title,slug")
        .addHelpText(
          "after",
          `
Examples:
  $ cms-content list
  $ cms-content list articles --status modified --sort title
  $ cms-content list articles --filter '{"title":{"$containsi":"tea"}}' --all --json
  $ cms-content list articles --fields title,slug`,
        ),
    ),
  ).action((type: string | undefined, options: ListOptions, command: Command) =>
    run({ ...options, inferredType: type }, (context) =>
      type === undefined ? listTypes(context, command) : listDocuments(context, type, options),
    ),
  );

function toLimit(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

const documentOptions = ["filter", "search", "status", "locale", "sort", "limit", "all", "fields"];

async function listTypes({ model, output }: CliContext, command: Command): Promise<undefined> {
  const misplacedOption = documentOptions.find(
    (name) => command.getOptionValueSource(name) === "cli",
  );
  if (misplacedOption !== undefined) {
    throw new CliError(
      `--${misplacedOption} needs a content type: cms-content list <type> --${misplacedOption}.`,
    );
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

/** Prints a page of documents as soon as it is read. */
async function listDocuments(
  context: CliContext,
  name: string,
  options: ListOptions,
): Promise<undefined> {
  const { model, output, process } = context;
  const { signal } = process;
  const chosen = await chooseType(model, name);
  const { type, collection } = chosen;
  requireCollection(chosen, `Use: cms-content get ${name}.`);
  applyQueryOptions(model, chosen, options);
  const fields = options.fields === undefined ? undefined : toFields(options.fields, chosen);
  const documentColumns = [
    ...["documentId", "updatedAt"],
    ...(type?.draftAndPublish ? ["status"] : []),
    ...(type?.localized ? ["locale"] : []),
    "title",
  ];
  const userColumns = ["id", "username", "email", "blocked", "confirmed"];
  const table = new Table(output, fields ?? (type ? documentColumns : userColumns));
  const listing = model.lists.listing(collection);
  const limit = options.all ? Infinity : options.limit;
  for (let listedCount = 0, isLast = false; !isLast;) {
    await listing.more({ limit: Math.min(100, limit - listedCount), isQuiet: true, signal });
    await listing.statesLoaded;
    if (signal.aborted) break;
    const { rows, failure, hasMore, total } = listing.view;
    if (failure) unwrap(failed(failure));
    const records = rows.slice(listedCount, limit).map((row) => toRecord(row, chosen));
    await table.print(fields ? await withFields(context, records, type, fields) : records);
    listedCount = rows.length;
    isLast = !hasMore || listedCount >= limit;
    if (!isLast && !output.isTerminal) {
      output.progress(`${listedCount} of ${total ?? "?"} documents`);
    }
  }
  const { rows, total = 0 } = listing.view;
  if (!options.all && total > rows.length) {
    output.note(`${rows.length} of ${total} documents. To list all of them, pass --all.`);
  }
  return undefined;
}

function toRecord(row: Row, { type }: ChosenType): JsonObject {
  if (row.kind === "user") {
    const { id, title, email, blocked, confirmed } = row;
    return { id: Number(id), username: title, email, blocked, confirmed };
  }
  if (row.kind === "file") return { documentId: row.id, title: row.title };
  const { id, title, updatedAt, locale, state } = row;
  return {
    documentId: id,
    title,
    ...(type?.draftAndPublish && { status: state ?? null }),
    updatedAt,
    ...(locale !== undefined && { locale }),
  };
}

/** Fields that a record has anyway. */
const recordFields = new Set(["status", "locale"]);

/** The fields to list, with the id first. Throws a CliError for a field that has no own value. */
function toFields(text: string, { collection, type, catalog }: ChosenType): readonly string[] {
  const { attributes } = type ?? userTypeOf(catalog, {});
  const names = text.split(",").map((name) => name.trim());
  const plainAttributes = [...attributes].filter(
    ([, attribute]) => !isStructured(attribute) && !isUnread(attribute),
  );
  const fieldNames = new Set([
    ...plainAttributes.map(([name]) => name),
    ...["createdAt", "updatedAt"],
    ...(type?.draftAndPublish ? ["status"] : []),
    ...(type?.localized ? ["locale"] : []),
  ]);
  const unknownName = names.find((name) => !fieldNames.has(name));
  if (unknownName !== undefined && catalog.source !== "inferred") {
    const choices = [...fieldNames].sort().join(", ");
    throw new CliError(
      `--fields: ${collection.type} has no field ${unknownName}. Choose from: ${choices}.`,
    );
  }
  return [type ? "documentId" : "id", ...names];
}

/** One request reads the fields for all records. */
async function withFields(
  { model, process: { signal } }: CliContext,
  records: readonly JsonObject[],
  type: ContentType | undefined,
  fields: readonly string[],
): Promise<readonly JsonObject[]> {
  if (records.length === 0) return [];
  const names = fields.filter((name) => !recordFields.has(name));
  const service = await model.readService();
  const key = type ? "documentId" : "id";
  let rows: readonly JsonObject[];
  if (type) {
    const locale = textIn(records[0] ?? {}, "locale");
    const query = {
      status: "draft",
      locales: locale === "" ? [] : [locale],
      shapes: shapesFor({ ...service, type }, { names }),
    } as const;
    const ids = records.map((record) => textIn(record, "documentId"));
    rows = unwrap(await new PageReader({ ...service, type }, query, { signal }).byIds(ids));
  } else {
    const filters = { id: { $in: records.map(({ id }) => Number(id)) } };
    const users = unwrap(await findUsers(service, { filters, fields: names }, { signal }));
    rows = users.map(asJson);
  }
  const values = new Map(rows.map((row) => [row[key], row]));
  return records.map((record) => pick({ ...record, ...values.get(record[key] ?? null) }, fields));
}
