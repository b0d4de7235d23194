import { join, relative, resolve } from "node:path";
import { ContentFolder } from "../../model/folder/contentFolder.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import { settingsName } from "../../model/folder/settingsName.ts";
import {
  describeFile,
  type FileState,
  type ServiceStates,
} from "../../texts/folder/folderWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { CliError } from "../shared/cliError.ts";
import type { Output } from "../shared/output.ts";
import { Table } from "../shared/table.ts";

/** The folder in the option, or the nearest one; undefined if there is none. */
export const folderPath = (option: string | undefined): string | undefined =>
  option === undefined ? ContentFolder.above() : resolve(option);

/** Throws a CliError if the settings of the folder can't be used. */
export async function openFolder(path: string): Promise<ContentFolder> {
  const [failure, folder] = await ContentFolder.open(path);
  if (failure) throw new CliError(`${shownPath(path, settingsName)}: ${describe(failure)}`);
  return folder;
}

/** A path as the user can type it in the current folder. */
export const shownPath = (root: string, path = ""): string => relative("", join(root, path)) || ".";

/** Prints the files that differ, and counts them by their state. */
export class FileList {
  readonly #root: string;
  readonly #output: Output;
  readonly #states: ServiceStates;
  readonly #table: Table;
  readonly counts = new Map<FileState, number>();
  /** Whether a file and the service stay different, although the service was changed. */
  hasUnpulled = false;

  constructor(root: string, output: Output, states: ServiceStates) {
    this.#root = root;
    this.#output = output;
    this.#states = states;
    this.#table = new Table(output, ["state", "file", "fields", "reason"]);
  }

  async print(changes: readonly FileChange[]): Promise<void> {
    const rows = changes.map((change) => {
      const words = describeFile(change, this.#states);
      const { state, fields = [], reason, isUnpulled = false } = words;
      this.counts.set(state, (this.counts.get(state) ?? 0) + 1);
      this.hasUnpulled ||= isUnpulled;
      const file = shownPath(this.#root, change.path);
      if (!this.#output.isJson) return { state, file, fields: fields.join(", "), reason };
      return { state, file, ...(fields.length > 0 && { fields: [...fields] }), reason };
    });
    await this.#table.print(rows);
  }
}
