import * as l10n from "@vscode/l10n";
import type { PullReport } from "../../model/folder/contentPull.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import type { SourceGaps } from "../../model/folder/folderSource.ts";
import type { FolderSettings } from "../../model/folder/folderSettings.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import { countsText } from "../shared/countWords.ts";
import { describe, numeral } from "../shared/failureWords.ts";
import { listOf, nonEmpty, wordsFor } from "../shared/nameList.ts";
import { oddRowLines } from "../shared/oddRowWords.ts";

/** The headings of files with a state, in the order of a list. */
export const fileHeadings = () => ({
  conflict: l10n.t("Conflict"),
  unreadable: l10n.t("Can't be read"),
  unclear: l10n.t("Unclear"),
  updated: l10n.t("Updated by the pull"),
  created: l10n.t("Created by the pull"),
  removed: l10n.t("Deleted by the pull"),
  "changed-on-service": l10n.t("Changed on the service"),
  "new-on-service": l10n.t("New on the service"),
  "deleted-on-service": l10n.t("Deleted on the service"),
  changed: l10n.t("Changed in the folder"),
  new: l10n.t("New in the folder"),
  deleted: l10n.t("Deleted in the folder"),
});

export type FileState = keyof ReturnType<typeof fileHeadings>;

/** The states of one command for what the service changed, and what it did with it. */
export type ServiceStates = Readonly<Record<"changed" | "new" | "deleted", FileState>>;

/** `removes`: whether the pull removes unchanged files of deleted documents. */
export const pullStates = (removes: boolean): ServiceStates => ({
  changed: "updated",
  new: "created",
  deleted: removes ? "removed" : "deleted-on-service",
});

export const statusStates: ServiceStates = {
  changed: "changed-on-service",
  new: "new-on-service",
  deleted: "deleted-on-service",
};

interface FileWords {
  readonly state: FileState;
  /** The attributes that the state is about. */
  readonly fields?: readonly string[];
  readonly reason?: string;
  /** Whether the file and the service stay different, although the service was changed. */
  readonly isUnpulled?: boolean;
}

export function describeFile(change: FileChange, states: ServiceStates): FileWords {
  switch (change.kind) {
    case "compared": {
      const { local, remote, merged, conflicts, doubt } = change;
      const isTaken = conflicts.length === 0;
      const notes = nonEmpty(
        doubt &&
          wordsFor(doubt, {
            "went-back": l10n.t("the service went back to an earlier content"),
            shallow: l10n.t("the shallow clone doesn't tell whether the service went back"),
          }),
        isTaken &&
          local.length > 0 &&
          remote.length + merged.length > 0 &&
          l10n.t("keeps your {fields}", { fields: local.join(", ") }),
        isTaken &&
          merged.length > 0 &&
          l10n.t("merges with your {fields}", { fields: merged.join(", ") }),
      );
      const reason = notes.length > 0 && { reason: notes.join("; ") };
      if (!isTaken) return { state: "conflict", fields: conflicts, ...reason, isUnpulled: true };
      const fields = [...remote, ...merged];
      if (fields.length === 0) return { state: "changed", fields: local, ...reason };
      return { state: states.changed, fields, ...reason };
    }
    case "new-remote":
      return { state: states.new };
    case "new-local":
      return { state: "new" };
    case "deleted":
      return { state: "deleted" };
    case "deleted-local":
      if (!change.isChanged) return { state: "deleted" };
      return { state: "deleted", reason: l10n.t("changed on the service"), isUnpulled: true };
    case "deleted-remote":
      if (!change.isChanged) return { state: states.deleted };
      return {
        state: "deleted-on-service",
        reason: l10n.t("changed in the folder"),
        isUnpulled: true,
      };
    case "unreadable":
      return { state: "unreadable", reason: describe(change.failure), isUnpulled: true };
    case "unclear": {
      const reason: string = wordsFor(change.why, {
        "several-documents": l10n.t("its state names several documents"),
        "several-names": l10n.t("its document has several names"),
        "changed-meanwhile": l10n.t("it was changed during the pull"),
        "other-document": l10n.t("its document is gone, and a different one there has its key"),
        "unsafe-name": l10n.t(
          "some file systems can't have its name: use small letters, digits and hyphens",
        ),
        "left-out-parts": l10n.t(
          "it removes or moves components, and the folder leaves out fields of them",
        ),
      });
      return { state: "unclear", reason, isUnpulled: true };
    }
  }
}

export function pulledWords(
  { documents }: Pick<PullReport, "documents">,
  counts: ReadonlyMap<FileState, number>,
  folder: string,
): string {
  const { created, updated, removed } = Object.fromEntries(counts);
  const words = countsText({ created: created ?? 0, updated: updated ?? 0, removed: removed ?? 0 });
  return [
    documents === 1
      ? l10n.t("Pulled 1 document to {folder}.", { folder })
      : l10n.t("Pulled {count} documents to {folder}.", { count: numeral(documents), folder }),
    words ? l10n.t("Files: {counts}.", { counts: words }) : l10n.t("Files: none changed."),
  ].join(" ");
}

export const conflictHint = (): string =>
  l10n.t(
    "A file with a conflict was changed in the folder and on the service, and stays as it is. To take the values of the service, undo your change with Git, and pull again.",
  );

export const noFileChanged = (): string => l10n.t("No file was changed since the last pull.");

export const otherServiceWords = (folder: string, { environments }: FolderSettings): string =>
  l10n.t("{folder} has the content of another service, {environments}.", {
    folder,
    environments: Object.keys(environments).join(", "),
  });

/** What was not compared, with the reasons. `settings` is the path of the folder's settings. */
export const gapLines = (
  { leftOut, odd, unread, personal, hasUnlistedFiles }: SourceGaps,
  settings: string,
): string[] => [
  ...leftOut.map(({ type, failure }) =>
    l10n.t("{type} was left out: {reason}", { type, reason: describe(failure) }),
  ),
  ...[...groupedBy(odd, ({ type }) => type)].flatMap(([type, rows]) => oddRowLines(rows, type)),
  ...[...unread].map(([type, fields]) =>
    l10n.t("{type}: not compared, because the service doesn't return them: {fields}.", {
      type,
      fields: listOf([...fields]),
    }),
  ),
  ...[...personal].map(([type, fields]) =>
    l10n.t(
      '{type}: left out as personal data: {fields}. To pull such a field, name it in "include" in {file}.',
      { type, fields: listOf(fields), file: settings },
    ),
  ),
  ...(hasUnlistedFiles
    ? [l10n.t("The token can't list the media files, so files of the same name look equal.")]
    : []),
];
