import { join, relative, resolve } from "node:path";
import { ContentFolder } from "../../model/folder/contentFolder.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import { settingsName } from "../../model/folder/folderSettings.ts";
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

/** The words of one command for what the service changed, and what it did with it. */
export type ServiceStates = Readonly<Record<"changed" | "new" | "deleted", string>>;

/** Prints the files that differ, and counts them by their state. */
export class FileList {
  readonly #root: string;
  readonly #output: Output;
  readonly #states: ServiceStates;
  readonly #table: Table;
  readonly counts = new Map<string, number>();
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
      const { state, fields = [], reason, isUnpulled = false } = this.#describe(change);
      this.counts.set(state, (this.counts.get(state) ?? 0) + 1);
      this.hasUnpulled ||= isUnpulled;
      const file = shownPath(this.#root, change.path);
      if (!this.#output.isJson) return { state, file, fields: fields.join(", "), reason };
      return { state, file, ...(fields.length > 0 && { fields: [...fields] }), reason };
    });
    await this.#table.print(rows);
  }

  #describe(change: FileChange): {
    readonly state: string;
    readonly fields?: readonly string[];
    readonly reason?: string;
    readonly isUnpulled?: boolean;
  } {
    switch (change.kind) {
      case "compared": {
        const { local, remote, merged, conflicts, doubt } = change;
        const isTaken = conflicts.length === 0;
        const notes = [
          doubt === undefined ? [] : doubts[doubt],
          isTaken && local.length > 0 && remote.length + merged.length > 0
            ? `keeps your ${local.join(", ")}`
            : [],
          isTaken && merged.length > 0 ? `merges with your ${merged.join(", ")}` : [],
        ].flat();
        const reason = notes.length > 0 && { reason: notes.join("; ") };
        if (!isTaken) return { state: "conflict", fields: conflicts, ...reason, isUnpulled: true };
        const fields = [...remote, ...merged];
        if (fields.length === 0) return { state: "changed", fields: local, ...reason };
        return { state: this.#states.changed, fields, ...reason };
      }
      case "new-remote":
        return { state: this.#states.new };
      case "new-local":
        return { state: "new" };
      case "deleted":
        return { state: "deleted" };
      case "deleted-local":
        if (!change.isChanged) return { state: "deleted" };
        return { state: "deleted", reason: "changed on the service", isUnpulled: true };
      case "deleted-remote":
        if (!change.isChanged) return { state: this.#states.deleted };
        return { state: "deleted-on-service", reason: "changed here", isUnpulled: true };
      case "unreadable":
        return { state: "unreadable", reason: describe(change.failure), isUnpulled: true };
      case "unclear":
        return { state: "unclear", reason: problems[change.why], isUnpulled: true };
    }
  }
}

const doubts = {
  "went-back": "the service went back to an earlier content",
  shallow: "the shallow clone doesn't tell whether the service went back",
} as const;

const problems = {
  "several-documents": "its state names several documents",
  "several-names": "its document has several names",
  "changed-meanwhile": "it was changed during the pull",
} as const;
