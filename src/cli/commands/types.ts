import { readFile, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { whyOf } from "../../model/foundation/outcome.ts";
import { contentTypesText, specifierIn } from "../../model/schemas/types/contentTypes.ts";
import type { RegistryForm } from "../../model/schemas/types/contentTypes.ts";
import { CliError, must } from "../cliError.ts";
import { exitCodes } from "../exitCodes.ts";
import type { ExitCode } from "../exitCodes.ts";
import type { CommonOptions } from "../model.ts";
import type { CommandContext, Run } from "../command.ts";

interface TypesOptions extends CommonOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly module?: string;
}

export const registerTypes = (program: Command, run: Run): Command =>
  program
    .command("types")
    .description("Generate TypeScript types for the content types of a service.")
    .option("--out <file>", "file to write; by default, the types are printed")
    .option("--check", "write nothing, and exit with 1 if the file is out of date")
    .option("--module <specifier>", "declare the types in this module instead of globally")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content types --out src/cms-content-types.d.ts
  $ cms-content types --out src/cms-content-types.d.ts --check`,
    )
    .action((options: TypesOptions) => run(options, types));

async function types(
  { model, output }: CommandContext,
  { out, check, module }: TypesOptions,
): Promise<ExitCode | undefined> {
  const option = check ? "--check" : "--json";
  if (out === undefined && (check || output.isJson)) {
    throw new CliError(`${option} needs --out with a file.`);
  }
  const { connection, catalogs } = model;
  const { catalog } = must(await catalogs.service(connection.id));
  const before = out === undefined ? undefined : await textIn(out);
  const text = contentTypesText(catalog, {
    form: formOf(module, before),
    from: `${connection.name}, ${connection.url}`,
  });
  if (out === undefined) {
    await output.write(text);
    return undefined;
  }
  const isCurrent = before === text || (check && isSameBelowHeader(before, text));
  const result = isCurrent ? "up-to-date" : check ? "out-of-date" : "written";
  if (result === "written") await save(out, text);
  if (output.isJson) await output.json({ file: out, result });
  else output.note(messages[result](out, catalog.types.size));
  return result === "out-of-date" ? exitCodes.negative : exitCodes.success;
}

/** The first line names the service. A check on another service must not fail because of it. */
function isSameBelowHeader(before: string | undefined, text: string): boolean {
  const below = (file: string) => file.slice(file.indexOf("\n"));
  return before !== undefined && below(before) === below(text);
}

const messages = {
  "up-to-date": (file: string) => `${file} is up to date.`,
  "out-of-date": (file: string) =>
    `${file} is out of date. Run the command without --check to update it.`,
  written: (file: string, count: number) => `Wrote ${file} with ${count} content types.`,
} as const;

/** A file keeps the form that it has. */
function formOf(module: string | undefined, before: string | undefined): RegistryForm {
  const specifier = module ?? specifierIn(before ?? "");
  return specifier === undefined ? { kind: "global" } : { kind: "module", specifier };
}

async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new CliError(`${file} can't be read: ${whyOf(error)}`);
  }
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CliError(`${file} can't be written: ${whyOf(error)}`);
  }
}
