import { Option } from "commander";
import type { Command } from "commander";
import type { ComparedRow } from "../../model/compare/comparison.ts";
import { verdictOf } from "../../model/copy/copySelection.ts";
import { verdictSummary } from "../../texts/copy/copyWords.ts";
import { CliError, exitCodes } from "../shared/cliError.ts";
import type { ExitCode } from "../shared/cliError.ts";
import { compareTypes, namesOf, withBetweenOptions } from "./betweenServices.ts";
import type { BetweenOptions } from "./betweenServices.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { rowLine, rowRecord } from "./comparisonReport.ts";
import { keyOption, mapOption, rememberKeys, rememberMap } from "./matchMap.ts";
import { Table } from "../shared/table.ts";

interface DiffOptions extends BetweenOptions {
  readonly format?: "text" | "json";
}

export const registerDiff = (program: Command, run: Run): Command =>
  withBetweenOptions(
    program.command("diff").description("Compare the content of two services. Nothing is changed."),
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
  $ cms-content diff --from Staging --to Production --type articles --filter '{"featured":true}'`,
    )
    .action((options: DiffOptions) => {
      const json = options.json ?? options.format === "json";
      return run({ ...options, json }, (context) => diff(context, options));
    });

async function diff(context: CliContext, options: DiffOptions): Promise<ExitCode> {
  const { model, output } = context;
  if (options.json && options.format === "text") {
    throw new CliError("Pass either --json or --format text, not both.");
  }
  await rememberKeys(context, options);
  await rememberMap(context, options);
  const table = new Table(output, ["difference", "document", "locales", "title", "fields"]);
  const rows: ComparedRow[] = [];
  const services = namesOf(model);
  const rowFor = output.isJson ? rowRecord : rowLine;
  const { leftOut, denied } = await compareTypes(context, options, async (compared, documents) => {
    rows.push(...compared.rows);
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
