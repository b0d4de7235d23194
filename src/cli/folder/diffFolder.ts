import type { ContentFolder } from "../../model/folder/contentFolder.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import { valueIn, type Json } from "../../model/foundation/json.ts";
import { brief } from "../../texts/batch/batchWords.ts";
import { describeFile, statusStates, type FileState } from "../../texts/folder/folderWords.ts";
import { counted } from "../runs/runResults.ts";
import { exitCodes, type ExitCode } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import { Table, type PrintedRecord } from "../shared/table.ts";
import { serviceName } from "../shared/writeOptions.ts";
import { shownPath } from "./folderOutput.ts";
import { hasGaps } from "./pull.ts";
import { compareBothSides, existingFolder } from "./status.ts";

export interface DiffFolderOptions {
  /** True for the nearest folder. */
  readonly folder?: string | true;
  /** The names of content types; all of the folder if undefined. */
  readonly type?: readonly string[];
}

/** Prints what a folder and a service have of each field that differs. */
export async function diffFolder(
  context: CliContext,
  { folder: path, type: names = [] }: DiffFolderOptions,
): Promise<ExitCode> {
  const { model, output } = context;
  const folder = await existingFolder(typeof path === "string" ? { folder: path } : {}, output);
  const table = new Table(output, ["state", "file", "field", "folder", "service", "reason"]);
  let count = 0;
  const report = await compareBothSides(context, { folder, names }, async (changes) => {
    for (const change of changes) {
      const [, file] = change.kind === "new-local" ? await folder.read(change.path) : [];
      const whole = file ? { ...change, file } : change;
      count += 1;
      await table.print(output.isJson ? [recordOf(whole, folder)] : rowsOf(whole, folder));
    }
  });
  const differ = count === 1 ? "differs" : "differ";
  output.note(
    count === 0
      ? `No file differs from ${serviceName(model)}.`
      : `${counted(count, "file")} ${differ} from ${serviceName(model)}.`,
  );
  return count === 0 && !hasGaps(report) ? exitCodes.success : exitCodes.negative;
}

/** A field of a file that differs, and what both sides have; null for nothing. */
interface FieldDifference {
  readonly field: string;
  readonly state: FileState;
  readonly folder: Json;
  readonly service: Json;
  readonly reason: string | undefined;
}

function differencesIn(change: FileChange): readonly FieldDifference[] {
  const { content = {}, file = {} } = change;
  const differenceOf = (field: string, part: FileChange): FieldDifference => {
    const { state, reason } = describeFile(part, statusStates);
    return { field, state, reason, folder: valueIn(file, field), service: valueIn(content, field) };
  };
  if (change.kind !== "compared")
    return Object.keys({ ...file, ...content }).map((field) => differenceOf(field, change));
  const unchanged = { local: [], remote: [], merged: [], conflicts: [] };
  return (["local", "remote", "merged", "conflicts"] as const).flatMap((side) =>
    change[side].map((field) => differenceOf(field, { ...change, ...unchanged, [side]: [field] })),
  );
}

function recordOf(change: FileChange, { root }: ContentFolder): PrintedRecord {
  const { state, reason } = describeFile(change, statusStates);
  const fields = differencesIn(change).map(({ field, state: fieldState, folder, service }) => {
    return { field, state: fieldState, folder, service };
  });
  return { state, file: shownPath(root, change.path), reason, fields };
}

/** A line for each field, or one for a file without fields. */
function rowsOf(change: FileChange, { root }: ContentFolder): readonly PrintedRecord[] {
  const file = shownPath(root, change.path);
  const { state, reason } = describeFile(change, statusStates);
  const rows = differencesIn(change).map(({ folder, service, ...difference }) => {
    return { ...difference, file, folder: brief(folder), service: brief(service) };
  });
  return rows.length > 0 ? rows : [{ state, file, reason }];
}
