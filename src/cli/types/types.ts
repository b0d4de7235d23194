import { existsSync } from "node:fs";
import type { Command } from "commander";
import { isSpecialFile } from "../../model/foundation/textFiles.ts";
import {
  contentTypesText,
  isGenerated,
  specifierIn,
} from "../../model/types/contentTypeDeclarations.ts";
import { CliError, exitCodes, type ExitCode } from "../shared/cliError.ts";
import { readText, saveText } from "../shared/fileArguments.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { Output } from "../shared/output.ts";

interface TypesOptions extends CommonOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly module?: string;
  readonly force?: boolean;
}

export const registerTypes = (program: Command, run: Run): Command =>
  program
    .command("types")
    .description("Generate TypeScript types for the content types of a service.")
    .option("--out <file>", "file to write; by default, the types are printed")
    .option("--check", "write nothing, and exit with 1 if the file is out of date")
    .option("--module <specifier>", "declare the types in this module instead of globally")
    .option("--force", "replace a file that this command didn't generate")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content types --out src/cms-content-types.d.ts
  $ cms-content types --out src/cms-content-types.d.ts --check`,
    )
    .action((options: TypesOptions) => run(options, (context) => types(context, options)));

async function types(context: CliContext, options: TypesOptions): Promise<ExitCode> {
  const { model, output } = context;
  const { out, check, module } = options;
  if (out === undefined && (check || output.isJson)) {
    throw new CliError(`${check ? "--check" : "--json"} needs --out with a file.`);
  }
  const { connection } = model;
  const { catalog } = await model.readService();
  const existingText = out === undefined ? undefined : await textIn(out);
  // A file keeps the form that it has.
  const specifier = module ?? specifierIn(existingText ?? "");
  const text = contentTypesText(catalog, {
    form: specifier === undefined ? { kind: "global" } : { kind: "module", specifier },
    source: `${connection.name}, ${connection.url}`,
  });
  if (out !== undefined) return update(output, options, out, existingText, text);
  await output.write(text, "lines");
  return exitCodes.success;
}

/** `existingText` is undefined if there is no file. */
async function update(
  output: Output,
  { check, force }: TypesOptions,
  out: string,
  existingText: string | undefined,
  text: string,
): Promise<ExitCode> {
  // The content of another file would be lost.
  if (!check && !force && existingText && !isGenerated(existingText)) {
    throw new CliError(`${out} is not a generated file. To replace it, pass --force.`);
  }
  // The first line names the service. A check on another service must not fail because of it.
  const belowHeader = (file: string) => file.slice(file.indexOf("\n"));
  const isSame = existingText !== undefined && belowHeader(existingText) === belowHeader(text);
  const isCurrent = existingText === text || (check && isSame);
  const result = isCurrent ? "up-to-date" : check ? "out-of-date" : "written";
  if (result === "written") await saveText(out, text, "lines");
  if (output.isJson) await output.json({ file: out, result });
  else output.note(messages[result](out));
  return result === "out-of-date" ? exitCodes.negative : exitCodes.success;
}

const messages = {
  "up-to-date": (file: string) => `${file} is up to date.`,
  "out-of-date": (file: string) =>
    `${file} is out of date. Run the command without --check to update it.`,
  written: (file: string) => `Wrote ${file}.`,
} as const;

const maxTypesBytes = 100_000_000;

/** The text of the file to replace; undefined without one. A device has no earlier text. */
const textIn = async (file: string): Promise<string | undefined> =>
  !existsSync(file) || (await isSpecialFile(file)) ? undefined : readText(file, maxTypesBytes);
