import * as l10n from "@vscode/l10n";
import type { Sides } from "../../model/compare/documentPairs.ts";
import { numeral } from "./failureWords.ts";

/**
 * The words for a number of items in a plan, in results and in a comparison, on the command line as
 * in the window. `from` and `to` are the names of two compared connections.
 */
const countedWords = (number: number, { from, to }: Sides<string>) => {
  const count = numeral(number);
  return {
    toCreate: l10n.t({ message: "{count} to create", args: { count }, comment: ["Items"] }),
    localizationsToAdd:
      number === 1
        ? l10n.t("1 localization to add")
        : l10n.t("{count} localizations to add", { count }),
    toUpdate: l10n.t({ message: "{count} to update", args: { count }, comment: ["Items"] }),
    filesToUpload:
      number === 1 ? l10n.t("1 file to upload") : l10n.t("{count} files to upload", { count }),
    toPublish: l10n.t({ message: "{count} to publish", args: { count }, comment: ["Items"] }),
    withErrors: l10n.t({ message: "{count} with errors", args: { count }, comment: ["Items"] }),

    created: l10n.t({ message: "{count} created", args: { count }, comment: ["Items"] }),
    localized: l10n.t({ message: "{count} localized", args: { count }, comment: ["Items"] }),
    updated: l10n.t({ message: "{count} updated", args: { count }, comment: ["Items"] }),
    deleted: l10n.t({ message: "{count} deleted", args: { count }, comment: ["Items"] }),
    removed: l10n.t({ message: "{count} removed", args: { count }, comment: ["Items"] }),
    published: l10n.t({ message: "{count} published", args: { count }, comment: ["Items"] }),
    unpublished: l10n.t({ message: "{count} unpublished", args: { count }, comment: ["Items"] }),
    restored: l10n.t({ message: "{count} restored", args: { count }, comment: ["Items"] }),
    filesUploaded:
      number === 1 ? l10n.t("1 file uploaded") : l10n.t("{count} files uploaded", { count }),
    unchanged: l10n.t({ message: "{count} unchanged", args: { count }, comment: ["Items"] }),
    alreadyImported: l10n.t({
      message: "{count} already imported",
      args: { count },
      comment: ["Items"],
    }),
    withoutValues: l10n.t({
      message: "{count} without values",
      args: { count },
      comment: ["Records of a file"],
    }),
    failed: l10n.t({ message: "{count} failed", args: { count }, comment: ["Items"] }),
    unknown: l10n.t("{count} with an unknown outcome", { count }),
    skipped: l10n.t({ message: "{count} skipped", args: { count }, comment: ["Items"] }),
    untried: l10n.t({ message: "{count} not attempted", args: { count }, comment: ["Items"] }),

    new: l10n.t("{count} new in {connection}", { count, connection: from }),
    namesake: l10n.t("{count} new, with a title that {connection} has", { count, connection: to }),
    incomplete: l10n.t("{count} that would be published without parts that were not read", {
      count,
    }),
    different: l10n.t({ message: "{count} different", args: { count }, comment: ["Items"] }),
    changedThere: l10n.t("{count} changed in {connection}", { count, connection: to }),
    newerThere: l10n.t("{count} newer in {connection}", { count, connection: to }),
    deletedThere: l10n.t("{count} deleted in {connection} since the last copy", {
      count,
      connection: to,
    }),
    conflicting: l10n.t({ message: "{count} with conflicts", args: { count }, comment: ["Items"] }),
    onlyThere: l10n.t("{count} only in {connection}", { count, connection: to }),
    unclear: l10n.t({
      message: "{count} unclear",
      args: { count },
      comment: ["Number of documents with several possible counterparts"],
    }),
    same: l10n.t({ message: "{count} the same", args: { count }, comment: ["Items"] }),
    sameAsRead: l10n.t({
      message: "{count} the same as far as they can be read",
      args: { count },
      comment: ["Items"],
    }),
  };
};

export type Counts = Partial<Record<keyof ReturnType<typeof countedWords>, number>>;

/** A summary such as `2 created, 1 failed`, in the order of the counts. Empty if all of them are 0. */
export const countsText = (counts: Counts, names: Sides<string> = { from: "", to: "" }): string =>
  (Object.entries(counts) as [keyof Counts, number][])
    .flatMap(([kind, number]) => (number > 0 ? countedWords(number, names)[kind] : []))
    .join(", ");
