import * as vscode from "vscode";
import { apiUrlOf } from "../../model/connections/connection.ts";
import type { State } from "../../model/documents/snapshot/states.ts";
import type { Failure } from "../../model/failure.ts";
import { describeError, lockedWords } from "./errorWords.ts";
import { describeFinding } from "./findingWords.ts";
import { listOf } from "./lists.ts";
import { describeProblem } from "./problemWords.ts";
import { textLanguage } from "./textLanguage.ts";

/** The message of a failure for the user: what happened and what to do. It covers every failure. */
export function describe(failure: Failure): string {
  switch (failure.code) {
    case "service":
      return describeError(failure.error);
    case "no-connection":
      return vscode.l10n.t(
        "The connection of this document was removed. Copy what you want to keep of it.",
      );
    case "not-a-service":
      return vscode.l10n.t(
        "{0} answers, but not as a content service: check the URL.",
        failure.url,
      );
    case "no-api":
      return vscode.l10n.t(
        "{0} answers, but has no content API at {1}. Enter the URL with the API prefix of the service, such as {2}.",
        new URL(failure.url).host,
        apiUrlOf(failure),
        `${failure.url}/v1`,
      );
    case "invalid-network-setting":
      return failure.part === "proxy"
        ? vscode.l10n.t(
            "The proxy that is set can't be used: give it an http or https URL, its credentials percent-encoded.",
          )
        : vscode.l10n.t(
            "The certificate file {0} can't be read as PEM: {1}",
            failure.file,
            failure.why,
          );
    case "locked":
      return lockedWords(failure.name);
    case "locked-secrets":
      return vscode.l10n.t("The token can't be read from the secret storage: {0}", failure.why);
    case "declined":
      return vscode.l10n.t("You cancelled. Nothing was saved.");

    case "no-type":
      return vscode.l10n.t("The service has no type named {0}.", failure.name);

    case "invalid-json":
      return vscode.l10n.t(
        "The text is not valid JSON at line {0}, column {1}.",
        failure.line,
        failure.column,
      );
    case "doubled-key":
      return vscode.l10n.t(
        "A key stands twice, at line {0}, column {1}.",
        failure.line,
        failure.column,
      );
    case "rounded-number":
      return vscode.l10n.t(
        "The number at line {0}, column {1} has more digits than JSON can carry: put it in quotes.",
        failure.line,
        failure.column,
      );
    case "too-deep":
      return vscode.l10n.t(
        "Lists and objects are nested too deeply at line {0}, column {1}.",
        failure.line,
        failure.column,
      );
    case "not-an-object":
      return vscode.l10n.t("A document is one JSON object.");
    case "gone":
      return vscode.l10n.t("The document is not on the service any more.");
    case "nothing-yet":
      return vscode.l10n.t("It has no content yet.");

    case "needs-version":
      return describeNeededVersion(failure);

    case "not-sendable":
      return failure.problems.map(describeProblem).join(" ");
    case "not-valid":
      return failure.findings.map(describeFinding).join(" ");
    case "no-such-file":
      return vscode.l10n.t(
        "The media library has no such file: {0}. Nothing was saved.",
        failure.paths.join(", "),
      );
    case "not-kept":
      return vscode.l10n.t(
        "The service did not keep {0}. Show History has what was there before.",
        failure.paths.join(", "),
      );
    case "changed-meanwhile":
      return vscode.l10n.t(
        "The document was changed on the service meanwhile, and nothing was written. Try again to see what changed.",
      );
    case "read-only":
      return vscode.l10n.t("This can be read here, not changed.");

    case "not-recorded":
      return vscode.l10n.t(
        "What would be needed to undo this can't be written to disk, and nothing was sent: {0}. The setting cms.journal.connections turns the journal off.",
        failure.why,
      );
    case "journal-full":
      return vscode.l10n.t(
        "There is no room to keep what would undo this, and nothing was sent. Do less at once, or raise the setting cms.journal.maxSizeMB.",
      );

    case "unknown-locale":
      return vscode.l10n.t(
        "The service has no locale {0} for this. Nothing was written.",
        failure.locale,
      );
    case "locale-there":
      return vscode.l10n.t(
        "The document is there in {0} already. Nothing was written.",
        failure.locale,
      );
    case "half-made":
      return vscode.l10n.t(
        "The document {0} was made, and without {1}: {2} Try again to add what is missing.",
        failure.documentId,
        failure.missing.join(", "),
        describe(failure.cause),
      );

    case "not-utf-8":
      return vscode.l10n.t("Documents are saved as UTF-8: change the encoding of this editor.");
    case "conflict":
      return vscode.l10n.t(
        "Somebody else changed {0} too, and nothing was saved. Compare, Keep Mine and Take Theirs stand above the text.",
        failure.conflict.both.join(", "),
      );
    case "unasked":
      return vscode.l10n.t("This clears {0}: save it by hand.", failure.cleared.join(", "));
    case "two-editors":
      return vscode.l10n.t(
        "This document has unsaved changes in another editor, too. Copy what you want to keep of one, and close it.",
      );
    case "never-opened":
      return vscode.l10n.t("There is no such document. Nothing was written.");
    case "nothing-to-undo":
      return vscode.l10n.t("Nothing to undo in this document.");
    case "undo-conflict":
      return vscode.l10n.t(
        "{0} changed again since. Nothing was undone: Show History has what was there before.",
        failure.paths.join(", "),
      );

    case "still-there":
      return vscode.l10n.t("The document is on the service: there is nothing to restore.");
    case "made-before":
      return vscode.l10n.t(
        "This document was made again before, as another one that lacks your latest changes, and nothing was saved. Copy them into that one, or save your text to a file.",
      );

    case "unsaved":
      return vscode.l10n.t("It has unsaved changes in an editor: save or revert them first.");
    case "unchanged":
      return vscode.l10n.t("Nothing about it would change.");
    case "pointed-to":
      return vscode.l10n.t("Something points to it by now, and it was not deleted.");
    case "no-drafts":
      return vscode.l10n.t("It has no draft: what is saved is live at once.");

    case "invalid-pattern":
      return vscode.l10n.t("This is no regular expression: {0}", failure.why);
    case "matches-nothing":
      return vscode.l10n.t(
        "This finds places without any text in them: say what is to be replaced.",
      );
    case "slow-pattern":
      return vscode.l10n.t(
        "The regular expression takes too long on a text, and was stopped: repeat less in it.",
      );
    case "no-match":
      return vscode.l10n.t("What is looked for is not in it.");

    case "not-written":
      return vscode.l10n.t("The file can't be written: {0}", failure.why);

    case "unreadable-file":
      return vscode.l10n.t("The file can't be read any further: {0}", failure.why);
    case "file-not-utf-8":
      return vscode.l10n.t("The file is not UTF-8 from here on: save it in that encoding.");
    case "not-a-list":
      return vscode.l10n.t("The file must be one list of records, from [ to ].");
    case "doubled-column":
      return vscode.l10n.t("Two columns are named {0}.", failure.name);
    case "cell-count":
      return vscode.l10n.t(
        "Cells in the row: {0}. Columns in the first line: {1}.",
        failure.cells,
        failure.columns,
      );
    case "wrong-quotes":
      return vscode.l10n.t(
        "A quote stands where none may: nothing behind it can be read. A quote in a cell is written twice, in a cell that is in quotes.",
      );
    case "record-too-long":
      return vscode.l10n.t(
        "The record is longer than {0} characters, more than a service takes.",
        failure.limit,
      );
    case "not-a-record":
      return vscode.l10n.t("A record is one JSON object.");

    case "ambiguous-key":
      return vscode.l10n.t(
        "{0} {1} does not tell which of several documents it is.",
        failure.name,
        failure.value,
      );
    case "doubled-record":
      return vscode.l10n.t(
        "The file has the same document again: line {0}.",
        listOf(failure.lines.map(String), failure.count),
      );
    case "no-target":
      return vscode.l10n.t(
        "{0}: {1} is not on the service, nor in the file.",
        failure.path,
        failure.value,
      );
    case "ambiguous-target":
      return vscode.l10n.t("{0}: the service has several {1}.", failure.path, failure.value);
    case "doubled-target":
      return vscode.l10n.t(
        "{0}: the file has several documents with {1}.",
        failure.path,
        failure.value,
      );
    case "taken-target":
      return vscode.l10n.t(
        "{0} points to what another document has, and only one can: take it away there first.",
        listOf(failure.paths),
      );
    case "may-be-made":
      return vscode.l10n.t(
        "An earlier import may have made it, and nothing tells it from other documents: look for it on the service. If it is not there, take its lines out of the results, and import the file again.",
      );
    case "no-document":
      return vscode.l10n.t(
        "Its document was to be made of another record, which was not imported.",
      );
    case "another-import":
      return vscode.l10n.t(
        "Another import of this file has begun since, here or in another window, and would make the same twice: nothing was sent. Import it again when that one is over.",
      );
    case "not-linked":
      return vscode.l10n.t(
        "It was imported without relations in {0}: what they point to was not. Import the file again to add them.",
        listOf(failure.paths),
      );
    case "results-not-kept":
      return vscode.l10n.t(
        "What becomes of each record can't be written beside the file: {0}. Nothing more was imported.",
        failure.why,
      );
  }
}

/** The operation that an older service can't do without data loss, and the version that can. */
function describeNeededVersion({ part, version }: NeededVersion): string {
  switch (part) {
    case "components":
      return vscode.l10n.t(
        "Components can't be saved on this service without loss. Update it to Strapi {0} or later. Nothing was saved.",
        version,
      );
    case "localization":
      return vscode.l10n.t(
        "Locales can't be added on this service without loss. Update it to Strapi {0} or later. Nothing was saved.",
        version,
      );
    case "status-filter":
      return vscode.l10n.t(
        "This service can't filter by publication status. Update it to Strapi {0} or later.",
        version,
      );
  }
}

type NeededVersion = Extract<Failure, { readonly code: "needs-version" }>;

/** The message of a rejected save: what happened, and whether the text was saved. */
export function describeRefusedSave(failure: Failure): string {
  if (failure.code !== "service") return describe(failure);
  const kept = {
    none: vscode.l10n.t("Nothing was saved; your text is kept."),
    no: vscode.l10n.t("Your changes had not arrived when the service was checked: save again."),
    unknown: vscode.l10n.t(
      "Your changes may have arrived: save again, and what is there is looked at first.",
    ),
  };
  return `${describe(failure)} ${kept[failure.arrived ?? "none"]}`;
}

export function stateWord(state: State): string {
  const words: Record<State, string> = {
    draft: vscode.l10n.t("draft"),
    published: vscode.l10n.t("published"),
    modified: vscode.l10n.t("modified"),
  };
  return words[state];
}

/** Formats a number in the language of the texts. */
export const numeral = (number: number): string => number.toLocaleString(textLanguage());

/** The name of a document without a title, in file names and in windows. */
export const untitled = (): string => vscode.l10n.t("Untitled");

/**
 * Escapes a text for a notification. VS Code would otherwise turn link syntax into a link, and so
 * into a command.
 */
export const escapeLinks = (text: string): string => text.replaceAll("](", "]\u200b(");

/** Escapes icon syntax in a list, which VS Code would otherwise show as an icon. */
export const escapeIcons = (text: string): string => text.replaceAll("$(", "$\u200b(");

/** Replaces line breaks in a title with spaces. They would otherwise add sentences to a message. */
export const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
