import { resolve } from "node:path";
import type { Command } from "commander";
import { pullContent } from "../../model/folder/contentPull.ts";
import type { PullOptions, PullReport, PullRequest } from "../../model/folder/contentPull.ts";
import type { SourceGaps } from "../../model/folder/folderSource.ts";
import type { ContentFolder } from "../../model/folder/contentFolder.ts";
import { isOnlyLocal } from "../../model/folder/fileComparison.ts";
import { environmentOf, settingsFor } from "../../model/folder/folderSettings.ts";
import { settingsName } from "../../model/folder/settingsName.ts";
import { contentExportSteps } from "../../texts/export/exportWords.ts";
import {
  conflictHint,
  gapLines,
  otherServiceWords,
  pulledWords,
  pullStates,
} from "../../texts/folder/folderWords.ts";
import { attributeWords } from "../../texts/schemas/attributeWords.ts";
import { counted } from "../runs/runResults.ts";
import { CliError, exitCodes, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CliModel, CommonOptions } from "../shared/cliModel.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { Output } from "../shared/output.ts";
import { chooseType } from "../shared/typeChoice.ts";
import { FileList, folderPath, openFolder, shownPath } from "./folderOutput.ts";

interface PullCommandOptions extends CommonOptions {
  readonly folder?: string;
  readonly delete?: boolean;
  readonly dryRun?: boolean;
}

export const registerPull = (program: Command, run: Run): Command =>
  program
    .command("pull [types...]")
    .description("Bring a folder of files up to date with the content of the service.")
    .option("--folder <path>", "folder of the files; by default, the nearest one, or content")
    .option("--delete", "remove unchanged files whose documents the service no longer has")
    .option("--dry-run", "print what would be done and write nothing")
    .addHelpText(
      "after",
      `
A pull replaces no value that you changed. If the service changed the same field, the file stays as it
is, and the command exits with 1.

Examples:
  $ cms-content pull
  $ cms-content pull articles categories --folder content
  $ cms-content pull --dry-run
  $ cms-content pull --delete --json`,
    )
    .action((types: readonly string[], options: PullCommandOptions) =>
      run(options, (context) => pull(context, types, options)),
    );

async function pull(
  { model, output, process: { signal } }: CliContext,
  names: readonly string[],
  { folder: option, delete: removes = false, dryRun: isDryRun = false }: PullCommandOptions,
): Promise<ExitCode> {
  const folder = await openFolder(folderPath(option) ?? resolve("content"));
  const files = new FileList(folder.root, output, pullStates(removes));
  const report = await compareFolder({ model, folder, names }, output, {
    ...{ removes, isDryRun, signal },
    // Values that only the file changed are no news: `status` has them.
    onFiles: (changes) => files.print(changes.filter((change) => !isOnlyLocal(change))),
  });
  const { counts } = files;
  const path = shownPath(folder.root);
  output.note(
    isDryRun
      ? `Compared ${counted(report.documents, "document")} with ${path}. Nothing was written.`
      : pulledWords(report, counts, path),
  );
  if (counts.has("conflict")) output.note(conflictHint());
  if (counts.has("deleted-on-service") && !removes)
    output.note("To remove the files of deleted documents, pass --delete.");
  return files.hasUnpulled || hasGaps(report) ? exitCodes.negative : exitCodes.success;
}

/** Whether something on the service was not compared. */
export const hasGaps = ({ leftOut, odd }: SourceGaps): boolean => leftOut.length + odd.length > 0;

interface FolderRequest {
  readonly model: CliModel;
  readonly folder: ContentFolder;
  /** The names of types; without one, those of the folder. */
  readonly names: readonly string[];
}

/** Pulls the folder, or tells what a pull would do. Notes what can't be compared. */
export async function compareFolder(
  { model, folder, names }: FolderRequest,
  output: Output,
  options: Pick<PullRequest & PullOptions, "removes" | "isDryRun" | "signal" | "onFiles">,
): Promise<PullReport> {
  const { id, url } = model.connection;
  const types = await chosenTypes({ model, folder, names });
  const settings = settingsFor(folder.settings, model.connection, types ?? []);
  if (!settings) {
    const why = otherServiceWords(shownPath(folder.root), folder.settings);
    throw new CliError(`${why} Pass another folder with --folder.`);
  }
  const environment = environmentOf(settings, url) ?? "";
  const { signal, onFiles, ...how } = options;
  const steps = contentExportSteps((step) => output.progress(`Comparing ${step}`));
  const wordsOf = attributeWords;
  const request = { ...how, connection: id, folder, settings, environment, types, wordsOf };
  const report = unwrap(await pullContent(request, model, { signal, onFiles, ...steps }));
  for (const line of gapLines(report, shownPath(folder.root, settingsName))) output.note(line);
  return report;
}

/** The names of the types to compare; undefined for all. */
export async function chosenTypes({
  model,
  folder: { settings },
  names,
}: FolderRequest): Promise<readonly string[] | undefined> {
  const chosen: string[] = [];
  for (const name of names) {
    const { type } = await chooseType(model, name);
    if (!type) throw new CliError("Users are not pulled. Choose content types.");
    chosen.push(type.name);
  }
  return chosen.length > 0 ? chosen : settings.types;
}
