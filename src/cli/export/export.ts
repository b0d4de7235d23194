import { Option, type Command } from "commander";
import { countTargets, documentGroupsOf } from "../../model/batch/batchTarget.ts";
import { exportable, type Exportable } from "../../model/export/exportable.ts";
import { exportContent } from "../../model/export/contentExport.ts";
import { exportTo } from "../../model/export/exportFile.ts";
import { exportRecords, type ExportResult } from "../../model/export/recordExport.ts";
import { formats, type Format } from "../../model/records/recordFormat.ts";
import {
  contentExportSteps,
  contentExportWords,
  exportResultWords,
  incompleteTypeWords,
} from "../../texts/export/exportWords.ts";
import { oddRowLines } from "../../texts/shared/oddRowWords.ts";
import { countOf } from "../../texts/shared/progressWords.ts";
import { nameHint } from "../shared/nameHint.ts";
import { CliError, exitCodeOf, exitCodes, reasonOf, textOf, unwrap } from "../shared/cliError.ts";
import type { ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { destinationOf, recordFormatOf, type Destination } from "../shared/fileArguments.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import type { Output } from "../shared/output.ts";
import { allLocalesOf, applyQueryOptions, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { chooseType } from "../shared/typeChoice.ts";

interface ExportOptions extends CommonOptions, QueryOptions {
  readonly all?: boolean;
  readonly media?: boolean;
  readonly out?: string;
  readonly format?: Format;
  readonly fields?: string;
}

export const registerExport = (program: Command, run: Run): Command =>
  withQueryOptions(
    program
      .command("export [type]")
      .description(
        "Export the documents of a content type, or all content, as NDJSON, JSON or CSV.",
      )
      .option(
        "--out <file>",
        "file or, with --all, folder to write; by default, records are printed",
      )
      .addOption(
        new Option(
          "--all",
          "all content types in every locale, and a list of the media files, to a folder",
        ).conflicts(["fields", "allLocales", "filter", "search", "status", "locale"]),
      )
      .option("--media", "with --all, the media files themselves, too")
      .addOption(
        new Option(
          "--format <format>",
          "format of the records; by default, the ending of the file tells it, or else it is ndjson",
        ).choices(formats),
      )
      .option("--fields <names>", "only these fields, separated by commas")
      .addHelpText(
        "after",
        `
The file gets its name when the export is complete. Until then, and after an interruption, it is
named like articles.incomplete.csv. An export of all content has _manifest.json, which lists its
files and what the token can't read. A folder without it is not whole. If an export with --media was
interrupted, run the same command again: it doesn't download the same media files twice.

Examples:
  $ cms-content export articles --out articles.csv
  $ cms-content export articles --status published --fields title,slug | jq .title
  $ cms-content export articles --all-locales --out articles.ndjson
  $ cms-content export homepage --out homepage.json
  $ cms-content export --all --out content
  $ cms-content export --all --media --out content`,
      ),
  ).action((type: string | undefined, options: ExportOptions) =>
    run({ ...options, inferredType: type }, (context) => {
      if ((type === undefined) !== (options.all === true))
        throw new CliError("Pass the name of a content type, or --all.");
      if (options.media && !options.all) throw new CliError("--media needs --all.");
      return type === undefined ? exportAll(context, options) : exportType(context, type, options);
    }),
  );

async function exportAll(
  { model, output, process: { signal } }: CliContext,
  { out, format = "ndjson", media: hasMedia }: ExportOptions,
): Promise<ExitCode> {
  if (out === undefined) throw new CliError("--all needs the folder to write: pass --out.");
  const { id, url } = model.connection;
  const steps = contentExportSteps((step) => output.progress(`Exporting ${step}`));
  const request = { connection: id, service: url, folder: out, format, hasMedia };
  const describe = reasonOf;
  const outcome = await exportContent({ ...request, describe }, model, { signal, ...steps });
  const [failure] = outcome;
  if (hasMedia && failure?.code === "not-whole") {
    const hint = "To resume the download of the media files, run the same command again.";
    throw new CliError(`${textOf(failure)} ${hint}`, exitCodeOf(failure));
  }
  const manifest = unwrap(outcome);
  const lacks = incompleteTypeWords(manifest);
  for (const line of [contentExportWords(manifest, out), ...lacks]) output.note(line);
  if (output.isJson) await output.json(manifest);
  const { types, leftOut } = manifest;
  const isNegative = leftOut.length > 0 || types.some((type) => type.leftOut ?? type.missing);
  return isNegative ? exitCodes.negative : exitCodes.success;
}

async function exportType(
  { model, output, process: { signal } }: CliContext,
  name: string,
  options: ExportOptions,
): Promise<ExitCode> {
  const { out, format: chosenFormat } = options;
  const format = out === undefined ? (chosenFormat ?? "ndjson") : recordFormatOf(out, chosenFormat);
  const destination = await destinationOf(out, output, format === "csv" ? "csv" : "json");
  const chosen = await chooseType(model, name);
  applyQueryOptions(model, chosen, options);
  const { collection } = chosen;
  const all = unwrap(await exportable(collection, model, { signal }));
  const { hidden = [], partial = [] } = all;
  // An import of empty values would clear the fields that the export omits.
  if (options.fields === undefined && hidden.length > 0) {
    output.note(`Not exported, because the token can't read them: ${hidden.join(", ")}.`);
  }
  if (options.fields === undefined && partial.length > 0) {
    output.note(`May be incomplete: ${partial.join(", ")}.`);
  }
  const target = { kind: "matching", collection, locales: allLocalesOf(chosen, options) } as const;
  const groups = unwrap(await documentGroupsOf(target, model));
  const request = { groups, exportable: withFields(all, options.fields), format };
  const total = unwrap(await countTargets(target, model, { signal }));
  const onCount = (count: number) => output.progress(`Exporting ${name}: ${countOf(count, total)}`);
  const result = await exportTo(destination, (sink) =>
    exportRecords(request, sink, { signal, onCount }),
  );
  for (const line of oddRowLines(result.leftOut, name)) output.note(line);
  return report(output, result, total, destination);
}

async function report(
  output: Output,
  result: ExportResult,
  total: number,
  destination: Destination,
): Promise<ExitCode> {
  const { outcome, count, failure, leftOut } = result;
  const file = destination.name(outcome === "whole");
  const words = exportResultWords(result, total, file);
  if (failure) output.error(words);
  else output.note(words);
  if (output.isJson && !destination.isStdout) {
    await output.json({
      ...{ outcome, count, total },
      file: count > 0 ? file : undefined,
      leftOut: leftOut.length > 0 ? leftOut : undefined,
    });
  }
  if (failure) return exitCodeOf(failure);
  if (outcome === "cancelled") return exitCodes.cancelled;
  return leftOut.length > 0 ? exitCodes.negative : exitCodes.success;
}

function withFields(all: Exportable, fields: string | undefined): Exportable {
  if (fields === undefined) return all;
  const chosenFields = fields.split(",").map((field) => field.trim());
  const unknownFields = chosenFields.filter((field) => !all.names.includes(field));
  const [unknownField] = unknownFields;
  if (unknownField !== undefined) {
    const hint = nameHint(unknownField, all.names);
    throw new CliError(
      `--fields: ${all.type.name} has no field ${unknownFields.join(", ")} to export. ${hint}`,
    );
  }
  return { ...all, names: all.names.filter((name) => chosenFields.includes(name)) };
}
