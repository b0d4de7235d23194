import * as l10n from "@vscode/l10n";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import type { FileDifference } from "../../model/media/fileMatching.ts";
import type { UploadedFiles } from "../../model/media/fileTransfer.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import { listOf, nonEmpty, wordsFor } from "../shared/nameList.ts";
import { linesBelow } from "./personalDataWords.ts";
import { numeral } from "../shared/failureWords.ts";

const uploadsOf = (files: CopyPlan["files"]): CopyPlan["files"] =>
  files.filter(({ match, toId }) => match === "upload" && toId === undefined);

export function fileWords(
  { files, folders }: Pick<CopyPlan, "files" | "folders">,
  { to }: Pick<Sides<string>, "to">,
): string[] {
  const uploads = uploadsOf(files);
  const probableMatches = files.filter(({ match }) => match === "probably");
  const different = files.flatMap(({ name, differences }) =>
    differences
      ? l10n.t("{name} ({details})", { name, details: differences.map(detailWords).join(", ") })
      : [],
  );
  const size = uploads.reduce((sum, file) => sum + file.size, 0);
  return nonEmpty(
    uploads.length > 0 &&
      l10n.t("Uploads files ({size} KB): {names}.", {
        size: numeral(Math.ceil(size)),
        names: listOf(uploads.map(({ name }) => name)),
      }),
    uploads.length > 0 &&
      folders === "unknown" &&
      l10n.t(
        "Folders of the media library aren't copied. To copy them, sign in as an administrator on both connections.",
      ),
    uploads.length > 0 &&
      folders !== "unknown" &&
      folders.length > 0 &&
      l10n.t("Creates folders in the media library: {names}.", {
        names: listOf(folders.map(folderName)),
      }),
    probableMatches.length > 0 &&
      l10n.t(
        "Uses files with the same name and dimensions or size, which are probably the same: {names}.",
        { names: listOf(probableMatches.map(({ name }) => name)) },
      ),
    different.length > 0 &&
      l10n.t("Doesn't change files that {connection} has, but that differ: {names}.", {
        connection: to,
        names: listOf(different),
      }),
  );
}

const folderName = (path: readonly string[]): string => path.join(" / ");

const detailWords = (difference: FileDifference): string =>
  wordsFor(difference, {
    content: l10n.t("content"),
    name: l10n.t("name"),
    alternativeText: l10n.t("alternative text"),
    caption: l10n.t("caption"),
    focalPoint: l10n.t("focal point"),
  });

export function undoOfCopy({ files, folders }: CopyPlan): string {
  if (uploadsOf(files).length === 0) {
    return l10n.t("Undo restores updated documents and deletes created documents.");
  }
  return folders === "unknown" || folders.length === 0
    ? l10n.t(
        "Undo restores updated documents and deletes created documents. It doesn't delete uploaded files.",
      )
    : l10n.t(
        "Undo restores updated documents and deletes created documents. It doesn't delete uploaded files and created folders.",
      );
}

export const uploadedLines = (
  names: readonly string[],
  { folders, unplaced }: UploadedFiles,
): string[] => [
  ...linesBelow(l10n.t("Uploaded files, which Undo doesn't delete"), names),
  ...linesBelow(l10n.t("Created folders, which Undo doesn't delete"), folders.map(folderName)),
  ...linesBelow(l10n.t("Uploaded files that are not in their folder"), unplaced),
];

/** Says in the question before an undo which files and folders it leaves. */
export const keptByUndo = (
  names: readonly string[],
  { folders }: Pick<UploadedFiles, "folders">,
): string[] =>
  nonEmpty(
    names.length > 0 && l10n.t("Uploaded files aren't deleted: {names}.", { names: listOf(names) }),
    folders.length > 0 &&
      l10n.t("Created folders aren't deleted: {names}.", {
        names: listOf(folders.map(folderName)),
      }),
  );
