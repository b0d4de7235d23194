import { existsSync } from "node:fs";
import type { Command } from "commander";
import { isSpecialFile } from "../../model/foundation/textFiles.ts";
import {
  contentTypesText,
  isGenerated,
  specifierIn,
} from "../../model/types/contentTypeDeclarations.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import { projectsIn } from "../../model/schemas/projects.ts";
import { CliError, exitCodes, type ExitCode } from "../shared/cliError.ts";
import { readText, saveText } from "../shared/fileArguments.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import type { Run, RunOffline } from "../shared/command.ts";
import { ProjectFolder } from "../shared/projectFolder.ts";
import type { Output } from "../shared/output.ts";

interface TypesOptions extends CommonOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly module?: string;
  readonly force?: boolean;
}

export const registerTypes = (program: Command, run: Run, runOffline: RunOffline): Command =>
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
With --project, the types come from the files of the project, without a service.

Examples:
  $ cms-content types --out src/cms-content-types.d.ts
  $ cms-content types --out src/cms-content-types.d.ts --check
  $ cms-content types --project ../cms --out src/cms-content-types.d.ts`,
    )
    .action((options: TypesOptions) =>
      options.project === undefined
        ? run(options, ({ model, output }) =>
            types(output, options, async () => {
              const { catalog } = await model.readService();
              const { name, url } = model.connection;
              return { catalog, source: `${name}, ${url}` };
            }),
          )
        : runOffline(options, ({ output }) =>
            types(output, options, () => readProject(options.project, output)),
          ),
    );

interface TypesSource {
  readonly catalog: Catalog;
  /** Names the service or the project. */
  readonly source: string;
}

async function readProject(folder: string | undefined, output: Output): Promise<TypesSource> {
  const files = new ProjectFolder(folder, (text) => output.note(text));
  const [project] = projectsIn(await files.read(), (file, why) => files.warn(file, why));
  if (!project) throw new CliError(`${folder} has no content type that can be read.`);
  // Without the path, which differs between machines. No service was asked, so the text must not say
  // that one doesn't expose its schema.
  const catalog: Catalog = { ...project.catalog, source: "service" };
  return { catalog, source: "the files of the Strapi project" };
}

async function types(
  output: Output,
  options: TypesOptions,
  readSource: () => Promise<TypesSource>,
): Promise<ExitCode> {
  const { out, check, module } = options;
  if (out === undefined && (check || output.isJson)) {
    throw new CliError(`${check ? "--check" : "--json"} needs --out with a file.`);
  }
  const { catalog, source } = await readSource();
  const existingText = out === undefined ? undefined : await textIn(out);
  // A file keeps the form that it has.
  const specifier = module ?? specifierIn(existingText ?? "");
  const text = contentTypesText(catalog, {
    form: specifier === undefined ? { kind: "global" } : { kind: "module", specifier },
    source,
  });
  if (out !== undefined) return update(output, options, out, { existingText, text, source });
  await output.write(text, "lines");
  return exitCodes.success;
}

/** `existingText` is undefined if there is no file. */
async function update(
  output: Output,
  { check, force }: TypesOptions,
  out: string,
  {
    existingText,
    text,
    source,
  }: { readonly existingText: string | undefined; readonly text: string; readonly source: string },
): Promise<ExitCode> {
  // The content of another file would be lost.
  if (!check && !force && existingText && !isGenerated(existingText)) {
    throw new CliError(`${out} is not a generated file. To replace it, pass --force.`);
  }
  const changes = typeChanges(existingText ?? "", text);
  const isCurrent = existingText === text || (check && existingText && changes.length === 0);
  const result = isCurrent ? "up-to-date" : check ? "out-of-date" : "written";
  if (result === "written") await saveText(out, text, "lines");
  // A file that doesn't exist lacks everything.
  const hasChanges = result === "out-of-date" && existingText !== undefined;
  if (output.isJson) {
    await output.json({ file: out, result, ...(hasChanges && { source, changes }) });
  } else {
    output.note(messages[result](out, source));
    const listed = hasChanges ? changes.slice(0, maxChanges) : [];
    for (const change of listed) output.note(`  ${change}`);
    const more = changes.length - listed.length;
    if (listed.length > 0 && more > 0) output.note(`  and ${more} more`);
  }
  return result === "out-of-date" ? exitCodes.negative : exitCodes.success;
}

const maxChanges = 20;

const messages = {
  "up-to-date": (file: string) => `${file} is up to date.`,
  "out-of-date": (file: string, source: string) =>
    `${file} is out of date. The types are from ${source}. Run the command without --check to update it.`,
  written: (file: string) => `Wrote ${file}.`,
} as const;

/**
 * The lines that a generated file has too many (`-`) and lacks (`+`), each with its interface. The
 * first line names the source, which may be another service.
 */
function typeChanges(existingText: string, text: string): string[] {
  const [existingLines, lines] = [linesOf(existingText), linesOf(text)];
  const only = (own: ReadonlySet<string>, other: ReadonlySet<string>, sign: string) =>
    [...own].filter((line) => !other.has(line)).map((line) => `${sign} ${line}`);
  return [...only(existingLines, lines, "-"), ...only(lines, existingLines, "+")];
}

function linesOf(text: string): ReadonlySet<string> {
  let owner = "";
  const lines = new Set<string>();
  for (const line of text.split("\n").slice(1)) {
    const [, name] = /^\s*(?:export )?(?:interface|type) (\w+)/.exec(line) ?? [];
    owner = name ?? owner;
    const content = line.trim();
    if (/\w/.test(content)) lines.add(name === undefined ? `${owner}: ${content}` : content);
  }
  return lines;
}

const maxTypesBytes = 100_000_000;

/** The text of the file to replace; undefined without one. A device has no earlier text. */
const textIn = async (file: string): Promise<string | undefined> =>
  !existsSync(file) || (await isSpecialFile(file)) ? undefined : readText(file, maxTypesBytes);
