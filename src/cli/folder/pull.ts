import { resolve } from "node:path";
import type { Command } from "commander";
import { pullContent } from "../../model/folder/contentPull.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import type { PullOptions, PullReport, PullRequest } from "../../model/folder/contentPull.ts";
import type { ContentFolder } from "../../model/folder/contentFolder.ts";
import {
  environmentOf,
  settingsName,
  withEnvironment,
  withTypes,
  type FolderSettings,
} from "../../model/folder/folderSettings.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import { contentExportSteps } from "../../texts/export/exportWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { oddRowLines } from "../../texts/shared/oddRowWords.ts";
import { counted } from "../runs/runResults.ts";
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
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
  const files = new FileList(folder.root, output, {
    changed: "updated",
    new: "created",
    deleted: removes ? "removed" : "deleted-on-service",
  });
  const report = await compareFolder({ model, folder, names }, output, {
    ...{ removes, isDryRun, signal },
    // Values that only the file changed are no news: `status` has them.
    onFiles: (changes) => files.print(changes.filter((change) => !isOnlyLocal(change))),
  });
  const { counts } = files;
  const written = (["created", "updated", "removed"] as const).flatMap((state) =>
    counts.has(state) ? `${numeral(counts.get(state) ?? 0)} ${state}` : [],
  );
  const path = shownPath(folder.root);
  const documents = counted(report.documents, "document");
  output.note(
    isDryRun
      ? `Compared ${documents} with ${path}. Nothing was written.`
      : `Pulled ${documents} to ${path}. Files: ${written.join(", ") || "none changed"}.`,
  );
  if (counts.has("conflict")) output.note(conflictHint);
  if (counts.has("deleted-on-service") && !removes)
    output.note("To remove the files of deleted documents, pass --delete.");
  return files.hasUnpulled || hasGaps(report) ? exitCodes.negative : exitCodes.success;
}

export const conflictHint =
  "A file with a conflict was changed here and on the service, and stays as it is. To take the values of the service, undo your change with Git, and pull again.";

const isOnlyLocal = (change: FileChange): boolean =>
  change.kind === "compared" &&
  change.remote.length + change.merged.length + change.conflicts.length === 0;

/** Whether something on the service was not compared. */
export const hasGaps = ({ leftOut, odd }: PullReport): boolean => leftOut.length + odd.length > 0;

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
  const settings = settingsFor(folder, model.connection, types ?? []);
  const environment = environmentOf(settings, url) ?? "";
  const { signal, onFiles, ...how } = options;
  const steps = contentExportSteps((step) => output.progress(`Comparing ${step}`));
  const request = { ...how, connection: id, folder, settings, environment, types };
  const report = unwrap(await pullContent(request, model, { signal, onFiles, ...steps }));
  for (const line of reportLines(report, folder)) output.note(line);
  return report;
}

/** The names of the types to compare; undefined for all. */
async function chosenTypes({
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

/** Throws a CliError if the folder has the content of another service. */
function settingsFor(
  { settings: earlier, root }: ContentFolder,
  service: { readonly name: string; readonly url: string },
  types: readonly string[],
): FolderSettings {
  const settings = withTypes(earlier, types);
  if (environmentOf(settings, service.url) !== undefined) return settings;
  const others = Object.keys(settings.environments);
  if (others.length === 0) return withEnvironment(settings, service);
  throw new CliError(
    `${shownPath(root)} has the content of another service, ${others.join(", ")}. Pass another folder with --folder.`,
  );
}

/** Lists what the pull left out, with the reasons. */
function reportLines(
  { leftOut, odd, unread, personal, hasUnlistedFiles }: PullReport,
  { root }: ContentFolder,
): string[] {
  const file = shownPath(root, settingsName);
  return [
    ...leftOut.map(({ type, failure }) => `${type} was left out: ${reasonOf(failure)}`),
    ...[...groupedBy(odd, ({ type }) => type)].flatMap(([type, rows]) => oddRowLines(rows, type)),
    ...[...unread].map(
      ([type, fields]) =>
        `${type}: not compared, because the service doesn't return them: ${listOf([...fields])}.`,
    ),
    ...[...personal].map(
      ([uid, fields]) =>
        `${uid}: left out as personal data: ${listOf(fields)}. To pull such a field, name it in "include" in ${file}.`,
    ),
    ...(hasUnlistedFiles
      ? ["The token can't list the media files, so files of the same name look equal."]
      : []),
  ];
}
