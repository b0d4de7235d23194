import { Option, type Command } from "commander";
import type { ComparedRow, Difference } from "../../model/compare/comparison.ts";
import { verdictOf } from "../../model/copy/copySelection.ts";
import { verdictSummary } from "../../texts/copy/copyWords.ts";
import { CliError, exitCodes, type ExitCode } from "../shared/cliError.ts";
import { compareTypes, namesOf, withBetweenOptions } from "./betweenServices.ts";
import type { BetweenOptions } from "./betweenServices.ts";
import { diffFolder, type DiffFolderOptions } from "../folder/diffFolder.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { keyOption, mapOption, rememberKeys, rememberMap } from "./matchMap.ts";
import { Table, type PrintedRecord } from "../shared/table.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { ChosenType } from "../shared/typeChoice.ts";
import { pushAll } from "../../model/foundation/chunks.ts";

interface DiffOptions extends BetweenOptions, DiffFolderOptions {
  readonly type?: readonly string[];
  readonly format?: "text" | "json";
}

export const registerDiff = (program: Command, run: Run): Command =>
  withBetweenOptions(
    program
      .command("diff")
      .description("Compare two services, or a folder with a service. Nothing is changed."),
    { isRequired: false },
  )
    .addOption(
      new Option(
        "--folder [path]",
        "compare the files of a folder with a service instead",
      ).conflicts([
        ...["from", "to", "key", "map"],
        ...["filter", "search", "status", "locale", "allLocales"],
      ]),
    )
    .addOption(
      new Option(
        "--connection <name>",
        "name of the connection to compare a folder with",
      ).conflicts(["from", "to"]),
    )
    .addOption(keyOption)
    .addOption(mapOption)
    .addOption(
      new Option("--format <format>", "format of the differences; by default, text").choices([
        "text",
        "json",
      ]),
    )
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content diff --connections connections.json --from Staging --to Production
  $ cms-content diff --from Staging --to Production --type articles --filter '{"featured":true}'
  $ cms-content diff --folder --type articles`,
    )
    .action((options: DiffOptions, command: Command) => {
      const { folder } = options;
      if (folder === undefined && (options.from === undefined || options.to === undefined))
        command.error("error: pass --from and --to, or --folder");
      const json = options.json ?? options.format === "json";
      return run({ ...options, json }, (context) => {
        if (options.json && options.format === "text")
          throw new CliError("Pass either --json or --format text, not both.");
        return folder === undefined ? diff(context, options) : diffFolder(context, options);
      });
    });

async function diff(context: CliContext, options: DiffOptions): Promise<ExitCode> {
  const { model, output } = context;
  await rememberKeys(context, options);
  await rememberMap(context, options);
  const table = new Table(output, ["difference", "document", "locales", "title", "fields"]);
  const rows: ComparedRow[] = [];
  const services = namesOf(model);
  const rowFor = output.isJson ? rowRecord : rowLine;
  const { leftOut, denied } = await compareTypes(context, options, async (compared, documents) => {
    pushAll(rows, compared.rows);
    const isPrinted = (row: ComparedRow): boolean =>
      row.kind !== "same" || (output.isJson && row.unread !== undefined);
    const different = compared.rows.filter(isPrinted);
    await table.print(different.map((row) => rowFor(row, documents, services)));
  });
  output.note(verdictSummary(rows, services) || "There are no documents to compare.");
  // A type that was asked for can't be the same if a service lacks it.
  const isLacking = options.type !== undefined && leftOut.some(({ code }) => code === "type");
  const isSame =
    denied.length === 0 && !isLacking && rows.every((row) => verdictOf(row) === "same");
  return isSame ? exitCodes.success : exitCodes.negative;
}

const printedVerdict = (row: ComparedRow): string => verdictOf(row).replaceAll("-", " ");

/**
 * For people. A field is followed by the services that changed it since the last copy, if known.
 * `services` are the names of both.
 */
function rowLine(
  row: ComparedRow,
  { collection, type }: ChosenType,
  services: Sides<string>,
): JsonObject {
  const isSingle = type?.kind === "single";
  const id = row.fromId ?? row.toId;
  const { title, locales, differences = [], names = [] } = row;
  const differing = locales.filter((code) => differences.some(({ locale }) => locale === code));
  const fields = names.map((name) => {
    const changes = differences.flatMap((difference) =>
      difference.kind === "attribute" && difference.name === name ? difference.since : [],
    );
    const sides = (["from", "to"] as const).filter(
      (side) => changes.includes(side) || changes.includes("both"),
    );
    return sides.length > 0 ? `${name} (${sides.map((side) => services[side]).join(", ")})` : name;
  });
  const localizations = differences.flatMap(({ locale = "", ...difference }) => {
    if (difference.kind !== "locale") return [];
    const { lackedBy, isDeleted } = difference;
    return isDeleted
      ? `localization ${locale} (deleted on ${services[lackedBy]})`
      : `localization ${locale} (only ${services[lackedBy === "to" ? "from" : "to"]})`;
  });
  const deletedOn = services[row.kind === "new" ? "to" : "from"];
  return {
    difference: printedVerdict(row),
    document: isSingle || id === undefined ? collection.type : `${collection.type}/${id}`,
    locales: (differing.length > 0 ? differing : locales).join(", "),
    title,
    fields: nonEmpty(
      ...[...fields, ...localizations],
      row.isDeleted && `deleted on ${deletedOn}`,
    ).join(", "),
  };
}

function rowRecord(row: ComparedRow, { collection }: ChosenType): PrintedRecord {
  const { title, locales, names: fields, differences, unclear } = row;
  return {
    difference: printedVerdict(row),
    type: collection.type,
    documentId: row.fromId,
    otherDocumentId: row.toId,
    ...{ locales, title, fields },
    differences: differences?.map(factsOf),
    why: unclear?.why,
    candidates: unclear?.candidates.map(({ id }) => id),
    hasMoreCandidates: unclear?.isTruncated === true ? true : undefined,
    isDeleted: row.isDeleted,
    unread: row.unread?.map(({ path, side, why, permission }) => ({
      ...{ field: path, side, why },
      ...(permission !== undefined && { permission }),
    })),
  };
}

/** Which side changed a field since the last copy is part of it, if that is known. */
const factsOf = (difference: Difference): JsonObject =>
  difference.kind === "locale"
    ? {
        ...{ locale: difference.locale, lackedBy: difference.lackedBy },
        ...(difference.isDeleted && { isDeleted: true }),
      }
    : {
        field: difference.name,
        ...(difference.locale !== undefined && { locale: difference.locale }),
        ...(!/^(either|unknown)$/.test(difference.since) && { changedBy: difference.since }),
      };
