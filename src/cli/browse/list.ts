import { InvalidArgumentError, Option, type Command } from "commander";
import { usersType } from "../../model/foundation/address.ts";
import {
  asJson,
  keyTextOf,
  ownIn,
  pick,
  type Json,
  type JsonObject,
} from "../../model/foundation/json.ts";
import { failed } from "../../model/foundation/outcome.ts";
import { PageReader } from "../../model/reading/pageReader.ts";
import { shapesFor } from "../../model/content/requestShape.ts";
import {
  attributeKeyOf,
  attributeOfKey,
  ownKeys,
  ownNameOf,
  withOwnKeys,
  type OwnName,
} from "../../model/records/ownKeys.ts";
import { isStructured, isUnread, type Attributes } from "../../model/schemas/catalog.ts";
import { userTypeOf } from "../../model/schemas/userType.ts";
import { nameHint } from "../shared/nameHint.ts";
import { CliError, unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions, withQueryOptions, withSortOption } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { Table, type PrintedRecord } from "../shared/table.ts";
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
  $ cms-content list articles --fields 'title,slug,$status'`,
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
    ...[ownKeys.documentId, ownKeys.updatedAt],
    ...(type?.draftAndPublish ? [ownKeys.status] : []),
    ...(type?.localized ? [ownKeys.locale] : []),
    ownKeys.title,
  ];
  const userColumns = [ownKeys.id, "username", "email", "blocked", "confirmed"];
  const table = new Table(output, fields ?? (type ? documentColumns : userColumns));
  const listing = model.lists.listing(collection);
  const limit = options.all ? Infinity : options.limit;
  for (let listedCount = 0, isLast = false; !isLast;) {
    await listing.more({ limit: Math.min(100, limit - listedCount), isQuiet: true, signal });
    await listing.statesLoaded;
    if (signal.aborted) break;
    const { rows, failure, hasMore, total } = listing.view;
    if (failure) unwrap(failed(failure));
    const added = rows.slice(listedCount, limit);
    const records = fields
      ? await withFields(context, added, chosen, fields)
      : added.map((row) => toRecord(row, chosen));
    await table.print(records);
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

/** What the listing knows of a document itself, or of a user. */
type Facts = Partial<Readonly<Record<OwnName, Json>>>;

function factsOf(row: Row, { type }: ChosenType): Facts {
  const { id, title } = row;
  if (row.kind === "user") return { id: Number(id), title };
  if (row.kind === "file") return { documentId: id, title };
  const { updatedAt, locale, state = null } = row;
  return {
    ...{ documentId: id, title, updatedAt },
    ...(type?.draftAndPublish && { status: state }),
    ...(locale !== undefined && { locale }),
  };
}

function toRecord(row: Row, chosen: ChosenType): JsonObject {
  if (row.kind !== "user") return withOwnKeys(factsOf(row, chosen));
  const { id, title: username, email, blocked, confirmed } = row;
  return withOwnKeys({ id: Number(id) }, { username, email, blocked, confirmed });
}

const attributesOf = ({ type, catalog }: ChosenType): Attributes =>
  (type ?? userTypeOf(catalog, {})).attributes;

/** The fields to list, with the id first. Throws a CliError for a field that has no own value. */
function toFields(text: string, chosen: ChosenType): readonly string[] {
  const { collection, type, catalog } = chosen;
  const attributes = attributesOf(chosen);
  const id = type ? "documentId" : "id";
  const ownNames: readonly OwnName[] = [
    ...([id, "title", "createdAt", "updatedAt"] as const),
    ...(type?.draftAndPublish ? (["status"] as const) : []),
    ...(type?.localized ? (["locale"] as const) : []),
  ];
  const plainNames = [...attributes].flatMap(([name, attribute]) =>
    isStructured(attribute) || isUnread(attribute) ? [] : [name],
  );
  const isField = (key: string): boolean => {
    const own = ownNameOf(key, attributes);
    return own ? ownNames.includes(own) : plainNames.includes(attributeOfKey(key));
  };
  const keys = text.split(",").map((key) => key.trim());
  if (keys.includes("")) {
    throw new CliError("--fields has an empty name. Put names with $ between single quotes.");
  }
  const unknownKey = keys.find((key) => !isField(key));
  if (unknownKey !== undefined && catalog.source !== "inferred") {
    const choices = [...plainNames.map(attributeKeyOf), ...ownNames.map((name) => ownKeys[name])];
    throw new CliError(
      `--fields: ${collection.type} has no field ${unknownKey}. ${nameHint(unknownKey, choices, "Choose from")}`,
    );
  }
  return [...new Set([ownKeys[id], ...keys])];
}

/** One request reads the fields for all rows. */
async function withFields(
  { model, process: { signal } }: CliContext,
  listedRows: readonly Row[],
  chosen: ChosenType,
  keys: readonly string[],
): Promise<readonly PrintedRecord[]> {
  if (listedRows.length === 0) return [];
  const { type } = chosen;
  const attributes = attributesOf(chosen);
  const times = ["createdAt", "updatedAt"];
  const fields = keys.map((key) => ({ key, own: ownNameOf(key, attributes) }));
  const names = fields.flatMap(({ key, own }) =>
    own === undefined ? [attributeOfKey(key)] : times.filter((name) => name === own),
  );
  const service = await model.readService();
  const ids = listedRows.map(({ id }) => id);
  let rows: readonly JsonObject[];
  if (type) {
    const locales = listedRows.flatMap((row) =>
      row.kind === "document" ? (row.locale ?? []) : [],
    );
    const query = {
      status: "draft",
      locales: [...new Set(locales)],
      shapes: shapesFor({ ...service, type }, { names }),
    } as const;
    rows = unwrap(await new PageReader({ ...service, type }, query, { signal }).byIds(ids));
  } else {
    const filters = { id: { $in: ids.map(Number) } };
    const users = unwrap(await findUsers(service, { filters, fields: names }, { signal }));
    rows = users.map(asJson);
  }
  const rowsById = new Map(rows.map((row) => [keyTextOf(row[type ? "documentId" : "id"]), row]));
  return listedRows.map((listed) => {
    const row = rowsById.get(listed.id) ?? {};
    const facts: Facts = { ...factsOf(listed, chosen), ...pick(row, times) };
    return Object.fromEntries(
      fields.map(({ key, own }) => [key, own ? facts[own] : ownIn(row, attributeOfKey(key))]),
    );
  });
}
