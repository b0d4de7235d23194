import type { Command } from "commander";
import { folderStatus } from "../../model/folder/status/folderStatus.ts";
import type { PullReport } from "../../model/folder/contentPull.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import type { ContentFolder } from "../../model/folder/contentFolder.ts";
import { environmentOf } from "../../model/folder/folderSettings.ts";
import { conflictHint, noFileChanged, statusStates } from "../../texts/folder/folderWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { counted } from "../runs/runResults.ts";
import { CliError, exitCodes, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import type { CliContext, Run, RunOffline } from "../shared/command.ts";
import { nameHint } from "../shared/nameHint.ts";
import type { Output } from "../shared/output.ts";
import { FileList, folderPath, openFolder, shownPath } from "./folderOutput.ts";
import { compareFolder, hasGaps } from "./pull.ts";

interface StatusOptions extends CommonOptions {
  readonly folder?: string;
  readonly remote?: boolean;
  readonly repair?: boolean;
}

export const registerStatus = (program: Command, run: Run, runOffline: RunOffline): Command =>
  program
    .command("status [types...]")
    .description("List the files that were changed since the last pull.")
    .option("--folder <path>", "folder of the files; by default, the nearest one")
    .option("--remote", "also ask the service what it changed since")
    .option("--repair", "first remove conflict marks from state files")
    .addHelpText(
      "after",
      `
Without --remote, the command sends no request and needs no service.

Examples:
  $ cms-content status
  $ cms-content status articles --json
  $ cms-content status --remote`,
    )
    .action((types: readonly string[], options: StatusOptions) =>
      options.remote
        ? run(options, (context) => remoteStatus(context, types, options))
        : runOffline(options, async ({ output }) => {
            const folder = await existingFolder(options, output);
            const files = listOf(folder, output);
            const [environment = ""] = Object.keys(folder.settings.environments);
            const chosen = await pulledTypes(folder, types);
            await files.print(unwrap(await folderStatus(folder, { environment, ...chosen })));
            return end(files, output);
          }),
    );

const listOf = ({ root }: ContentFolder, output: Output): FileList =>
  new FileList(root, output, statusStates);

/** The folder of an earlier pull. Throws a CliError if there is none. */
export async function existingFolder(
  { folder: path, repair: repairs = false }: Pick<StatusOptions, "folder" | "repair">,
  output: Output,
): Promise<ContentFolder> {
  const root = folderPath(path);
  const folder = root === undefined ? undefined : await openFolder(root);
  const [environment] = Object.keys(folder?.settings.environments ?? {});
  if (folder && environment !== undefined) {
    const count = repairs ? unwrap(await folder.repair(environment)) : 0;
    if (repairs) output.note(`Repaired ${counted(count, "state file")}.`);
    return folder;
  }
  throw new CliError(
    `${folder ? `${shownPath(folder.root)} has no pulled content` : "No folder with content was found"}. Run cms-content pull first.`,
  );
}

/** The types of the folder, and the names of those that were chosen. Throws a CliError for others. */
export async function pulledTypes(folder: ContentFolder, names: readonly string[]) {
  const path = shownPath(folder.root, ".cms/schema.json");
  const [failure, schema] = await folder.schema();
  if (!schema) {
    const why = failure ? describe(failure) : "The file doesn't exist.";
    throw new CliError(`${path}: ${why} To write it again, run cms-content pull.`);
  }
  const unknownName = names.find((name) => !schema.types.has(name));
  if (unknownName !== undefined) {
    const hint = nameHint(unknownName, [...schema.types.keys()]);
    throw new CliError(`The folder has no content type named ${unknownName}. ${hint}`);
  }
  return { schema, types: names.length > 0 ? names : undefined };
}

async function remoteStatus(
  context: CliContext,
  names: readonly string[],
  options: StatusOptions,
): Promise<ExitCode> {
  const { output } = context;
  const folder = await existingFolder(options, output);
  const files = listOf(folder, output);
  const print = (changes: readonly FileChange[]) => files.print(changes);
  const report = await compareBothSides(context, { folder, names }, print);
  return hasGaps(report) ? exitCodes.negative : end(files, output);
}

/** Prints the files that differ from the service: those that it may have first, and then the others. */
export async function compareBothSides(
  { model, output, process: { signal } }: CliContext,
  { folder, names }: { readonly folder: ContentFolder; readonly names: readonly string[] },
  print: (changes: readonly FileChange[]) => Promise<void>,
): Promise<PullReport> {
  const types = await pulledTypes(folder, names);
  const how = { removes: false, isDryRun: true, signal, onFiles: print };
  const report = await compareFolder({ model, folder, names }, output, how);
  const environment = environmentOf(folder.settings, model.connection.url) ?? "";
  const local = unwrap(await folderStatus(folder, { environment, ...types }));
  await print(local.filter(({ kind }) => kind === "new-local"));
  return report;
}

function end({ counts, hasUnpulled }: FileList, output: Output): ExitCode {
  if (counts.size === 0) output.note(noFileChanged());
  if (counts.has("conflict")) output.note(conflictHint());
  return hasUnpulled ? exitCodes.negative : exitCodes.success;
}
