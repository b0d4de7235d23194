import * as l10n from "@vscode/l10n";
import { apiUrlOf } from "../../model/connect/connection.ts";
import type { Failure } from "../../model/failure.ts";
import { describeError, lockedWords } from "./serviceErrorWords.ts";
import { sizeOf } from "./mediaFileWords.ts";
import { describeFinding } from "./validationWords.ts";
import { listOf, nonEmpty, wordsBy, wordsFor, type NameList } from "./nameList.ts";
import { describeMarkdownProblem, describeMisfit } from "./misfitWords.ts";
import { describeProblem } from "./unreadWords.ts";
import { textLanguage } from "./textLanguage.ts";
import type { State } from "../../model/content/publicationStatus.ts";
import type { OtherChange } from "../../model/journal/journalEntry.ts";

/** A sentence with its full stop, which a message from the service may lack. */
export const ended = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** What happened and what to do. */
export const describe = (failure: Failure): string => failureWords(failure.code, failure);

const failureWords = wordsBy<"code", Failure>({
  service: ({ partialType, error }) =>
    partialType === undefined
      ? describeError(error)
      : l10n.t(
          "{error} Only changes were sent to {type}, and a hook of the service may need all fields.",
          { error: ended(describeError(error)), type: partialType },
        ),
  "no-connection": () =>
    l10n.t("The connection of this document was removed. Copy any text that you want to keep."),
  "not-a-service": ({ url }) => l10n.t("{url} is not a content service. Check the URL.", { url }),
  "no-api": (failure) =>
    l10n.t(
      "{host} has no content API at {url}. Enter the URL with the API prefix of the service, such as {example}.",
      { host: new URL(failure.url).host, url: apiUrlOf(failure), example: `${failure.url}/v1` },
    ),
  "invalid-network-setting": (failure) =>
    failure.part === "proxy"
      ? l10n.t(
          "The proxy URL in the settings is not valid. Enter an http or https URL with percent-encoded credentials.",
        )
      : l10n.t("The certificate file {file} can't be read as PEM: {error}", {
          file: failure.file,
          error: failure.why,
        }),
  locked: ({ name }) => lockedWords(name),
  "locked-secrets": ({ why: error }) =>
    l10n.t("The token can't be read from the secret storage: {error}", { error }),
  declined: () => l10n.t("You cancelled. Nothing was saved."),

  "no-type": ({ name: type }) => l10n.t("The service has no content type named {type}.", { type }),

  "invalid-json": ({ line, column }) =>
    l10n.t("The text is not valid JSON at line {line}, column {column}.", { line, column }),
  "doubled-key": ({ line, column }) =>
    l10n.t("Duplicate key at line {line}, column {column}.", { line, column }),
  "rounded-number": ({ line, column }) =>
    l10n.t(
      "The number at line {line}, column {column} has too many digits and would be rounded. Put it in quotes.",
      { line, column },
    ),
  "too-deep": ({ line, column }) =>
    l10n.t("Arrays and objects are nested too deeply at line {line}, column {column}.", {
      line,
      column,
    }),
  "not-an-object": () => l10n.t("A document must be a JSON object."),
  gone: () => l10n.t("The document no longer exists on the service."),
  "nothing-yet": () => l10n.t("The single type has no content yet."),
  "no-draft": ({ published }) =>
    published.length > 0
      ? l10n.t(
          "The document has no draft, only published versions in these locales: {locales}. Delete the document, or restore its draft on the service.",
          { locales: published.join(", ") },
        )
      : l10n.t(
          "The document has no draft, only a published version. Delete the document, or restore its draft on the service.",
        ),
  "no-locale": () =>
    l10n.t(
      "The document has no locale in the database of the service, so it can't be read. Delete the document, or set its locale there.",
    ),

  "needs-version": ({ part, version }) =>
    wordsFor(part, {
      components: l10n.t(
        "Components can't be saved on this service without data loss. Nothing was saved. Update the service to Strapi {version} or later.",
        { version },
      ),
      localization: l10n.t(
        "Locales can't be added on this service without data loss. Nothing was saved. Update the service to Strapi {version} or later.",
        { version },
      ),
      "status-filter": l10n.t(
        "This service can't filter by publication status. Update it to Strapi {version} or later.",
        { version },
      ),
    }),

  "not-sendable": ({ problems }) => problems.map(describeProblem).join(" "),
  "not-valid": ({ findings }) => findings.map(describeFinding).join(" "),
  "no-such-file": (failure) => `${describeCause(failure)} ${l10n.t("Nothing was saved.")}`,
  "unknown-locale": (failure) => `${describeCause(failure)} ${l10n.t("Nothing was saved.")}`,
  "no-locale-list": () =>
    l10n.t(
      "The service lists no locales. Listing them requires the I18n plugin and the permission I18n: listLocales.",
    ),
  "locale-there": (failure) => `${describeCause(failure)} ${l10n.t("Nothing was saved.")}`,
  "not-kept": ({ paths }) =>
    l10n.t("The service didn't store {fields}. Show History has the previous values.", {
      fields: paths.join(", "),
    }),
  "not-created": ({ documentId }) =>
    documentId === undefined
      ? l10n.t(
          "The service accepted the new document, but doesn't return it. Look for it before you retry.",
        )
      : l10n.t(
          "The service accepted the new document {id}, but doesn't return it. Look for it before you retry.",
          { id: documentId },
        ),
  "changed-meanwhile": () =>
    l10n.t(
      "The document was changed on the service after it was read. Nothing was overwritten. Retry to see what changed.",
    ),
  "changed-after-publish": () => l10n.t("The draft was changed again after it was published."),
  "read-only": () => l10n.t("This content is read-only and can't be changed here."),

  "not-recorded": ({ why }) =>
    l10n.t(
      "The journal can't be written: {error}. Nothing was sent. The setting cms.journal.connections turns the journal off.",
      { error: withoutFullStop(why) },
    ),
  "journal-full": () =>
    l10n.t(
      "The journal has no space to record this change. Nothing was sent. Change fewer documents at a time, or increase the setting cms.journal.maxSizeMB.",
    ),

  "half-made": ({ documentId, missing, cause }) =>
    l10n.t(
      "The document {documentId} was created without {locales}. {error} Retry to add the missing locales.",
      { documentId, locales: missing.join(", "), error: describeCause(cause) },
    ),

  "not-utf-8": () =>
    l10n.t("Documents must be saved as UTF-8. Change the encoding of this editor and save again."),
  conflict: ({ conflict }) =>
    l10n.t(
      "Your changes to {fields} conflict with changes on the service. Nothing was saved. Select Compare, Keep Mine or Take Theirs above the text.",
      { fields: conflict.both.join(", ") },
    ),
  unasked: ({ cleared }) =>
    l10n.t("Saving clears {fields}. Nothing was saved. Save the document manually to confirm.", {
      fields: cleared.join(", "),
    }),
  "two-editors": () =>
    l10n.t(
      "This document has unsaved changes in another editor. Copy the text that you need from one editor, and close that editor.",
    ),
  "never-opened": () => l10n.t("This document doesn't exist. Nothing was saved."),
  "nothing-to-undo": () => l10n.t("There is nothing to undo in this document."),
  "undo-conflict": ({ paths }) =>
    l10n.t(
      "{fields} changed again later. Nothing was undone. Use Show History to see the earlier values.",
      { fields: paths.join(", ") },
    ),

  "still-there": () => l10n.t("The document still exists on the service. Nothing was restored."),
  "made-before": () =>
    l10n.t(
      "This document was already recreated without your latest changes. Nothing was saved. Copy your changes to the new document, or save your text to a file.",
    ),

  unsaved: () => l10n.t("An editor has unsaved changes. Save or revert them first."),
  unchanged: () => l10n.t("The action wouldn't change anything."),
  "pointed-to": () => l10n.t("Not deleted, because of relations from other documents."),
  "not-undoable": ({ why }) =>
    wordsFor(why, {
      "published-later": l10n.t("It was published later. Unpublish it, and retry."),
      "localized-later": l10n.t(
        "Another localization was added later. Delete that localization, and retry.",
      ),
      "published-first": l10n.t(
        "It was published, and only an administrator can unpublish it. Sign in as an administrator and retry.",
      ),
      "published-again": l10n.t(
        "Its published version was replaced, which can't be undone. Copy the earlier values from Show History, and publish them.",
      ),
      user: l10n.t("A deleted user can't be restored, because the journal has no passwords."),
    }),
  "no-drafts": () =>
    l10n.t("Users and content types without drafts can't be published or unpublished."),

  "invalid-pattern": ({ why: error }) =>
    l10n.t("The regular expression is not valid: {error}", { error }),
  "matches-nothing": () =>
    l10n.t("The search matches empty text. Enter a search that matches at least one character."),
  "slow-pattern": () =>
    l10n.t("The regular expression took too long and was stopped. Use fewer repetitions in it."),
  "no-match": () => l10n.t("The search text was not found."),

  "not-written": ({ why: error }) => l10n.t("The file can't be written: {error}", { error }),
  "no-files": () =>
    l10n.t("The folder has only the list of the media files. Export it with the files."),
  "folder-in-use": () => l10n.t("The folder is not empty. Choose a new one."),
  "folder-locked": () => l10n.t("Another pull or push uses this folder. Retry when it has ended."),
  "not-whole": ({ part: folder, cause }) =>
    cause.code === "declined"
      ? l10n.t("Export cancelled. What it has so far is in {folder}.", { folder })
      : [
          ended(describe(cause)),
          l10n.t("The export is not whole. What it has so far is in {folder}.", { folder }),
        ].join(" "),
  "no-manifest": ({ file }) =>
    l10n.t(
      "The folder is not a whole export, because it has no valid {file}. The export may have been interrupted.",
      { file },
    ),
  "left-out-file": ({ path: file }) =>
    l10n.t("A sparse checkout leaves out {file}. Check out the whole folder.", { file }),
  "outside-folder": ({ path: file }) =>
    l10n.t(
      "A symbolic link leads from {file} out of the folder. Replace the link by a file or folder.",
      { file },
    ),
  unmerged: () =>
    l10n.t("The file has a conflict. Resolve it, and mark it as resolved with git add."),

  "unreadable-file": ({ why: error }) => l10n.t("The file can't be read: {error}", { error }),
  "file-not-utf-8": () => l10n.t("The file is not UTF-8. Save it as UTF-8 and retry."),
  "not-a-list": () => l10n.t("The file must be a JSON array of records."),
  "doubled-column": ({ name }) => l10n.t("Two columns are named {name}.", { name }),
  "cell-count": ({ cells, columns }) =>
    l10n.t(
      "The number of cells in the row ({cells}) differs from the number of columns in the header ({columns}).",
      { cells, columns },
    ),
  "wrong-quotes": () =>
    l10n.t(
      "A quotation mark is misplaced, and the rest of the file can't be read. Enclose the cell in quotation marks, and double each quotation mark inside it.",
    ),
  "record-too-long": ({ limit }) =>
    l10n.t(
      "The record is longer than {limit} characters, which is more than the service accepts.",
      { limit },
    ),
  "not-a-record": () => l10n.t("A record must be a JSON object."),

  "ambiguous-key": ({ name: field, value }) =>
    l10n.t("{field} {value} matches several documents.", { field, value }),
  "taken-value": ({ name: field, title, value }) =>
    l10n.t("{field} must be unique, but {document} has the value {value}, too.", {
      field,
      document: `'${title || untitled()}'`,
      value,
    }),
  "doubled-record": ({ lines, count }) =>
    l10n.t("The file contains this document more than once. Other lines: {lines}.", {
      lines: listOf(lines.map(String), count),
    }),
  "no-target": ({ path: field, value }) =>
    l10n.t("{field}: nothing on the service matches {value}, and nothing is created for it.", {
      field,
      value,
    }),
  "refused-target": ({ path: field, title, type, cause }) =>
    l10n.t("{field} needs {document}, which has an error: {error}", {
      field,
      document: `'${title || untitled()}' (${type})`,
      error: describe(cause),
    }),
  "ambiguous-target": ({ path: field, value }) =>
    l10n.t("{field}: several documents on the service match {value}.", { field, value }),
  "doubled-target": ({ path: field, value }) =>
    l10n.t("{field}: several documents in the file match {value}.", { field, value }),
  "file-elsewhere": ({ name: file }) =>
    l10n.t(
      "{file} is stored on another host, so it can't be copied. Upload it to the target with the same name, then copy again.",
      { file },
    ),
  "file-too-large": ({ name: file, limit }) =>
    l10n.t(
      "{file} is larger than {limit}, so it isn't copied. Upload it to the target with the same name, then copy again.",
      { file, limit: sizeOf(limit) },
    ),
  "file-unreadable": ({ id }) =>
    l10n.t(
      "The service describes the media file {id} without a name or URL, so it can't be copied.",
      { id },
    ),
  "file-missing": ({ name: file }) =>
    l10n.t(
      "The folder doesn't have {file}. Upload it to the target with the same name, then import again.",
      { file },
    ),
  "file-size": ({ name: file, actual, expected }) =>
    l10n.t("{file} has {actual} bytes, but the media library has {expected} bytes for it.", {
      file,
      actual: numeral(actual),
      expected: numeral(expected),
    }),
  "odd-row": ({ why }) =>
    wordsFor(why, {
      "no-document-id": l10n.t("It has no documentId."),
      "no-locale": l10n.t("It has no locale."),
      "no-draft": l10n.t("It is published without a draft."),
    }),
  "endless-pages": () =>
    l10n.t(
      "The service returns many more documents than it counted, or the same documents again, so reading was stopped. Its pages may have no end.",
    ),
  "taken-target": ({ elsewhere }) =>
    l10n.t(
      "Other documents have these one-to-one relations, and only one document can have each target: {relations}. Remove them there first.",
      { relations: otherRelationsWords(elsewhere) },
    ),
  "may-be-made": () =>
    l10n.t(
      "An earlier run may have created this document, but no draft on the service clearly matches it. Look for the document on the service. If it doesn't exist, remove its lines from the results log and run this again.",
    ),
  "no-document": () => l10n.t("Not written, because its document was not created."),
  "another-run": () =>
    l10n.t(
      "Another run is writing to this service, possibly in another window. Nothing was sent. Wait until it finishes, then run this again.",
    ),
  "not-linked": ({ paths }) =>
    l10n.t(
      "Written without the relations in {fields}, because their targets were not written. Run this again to add them.",
      { fields: listOf(paths) },
    ),
  "results-not-kept": ({ why }) =>
    l10n.t("The results can't be saved: {error}. The run stopped.", {
      error: withoutFullStop(why),
    }),

  "no-schema": () =>
    l10n.t(
      "No service describes its content types. Use a token that may read content types, or open the folder of the Strapi project.",
    ),
  misfit: ({ line, column, misfit }) =>
    l10n.t("Line {line}, column {column}: {problem}", {
      line,
      column,
      problem: describeMisfit(misfit),
    }),

  "invalid-yaml": ({ line, column, why: error }) =>
    l10n.t("The front matter is not valid YAML at line {line}, column {column}: {error}", {
      line,
      column,
      error,
    }),
  "invalid-markdown-file": ({ why }) => describeMarkdownProblem(why),
});

/** The reason of a failure, without a sentence about what was saved. */
function describeCause(failure: Failure): string {
  switch (failure.code) {
    case "no-such-file":
      return failure.paths.length === 1
        ? l10n.t("The file of {field} doesn't exist in the media library.", {
            field: failure.paths.join(", "),
          })
        : l10n.t("The files of {fields} don't exist in the media library.", {
            fields: failure.paths.join(", "),
          });
    case "unknown-locale":
      return l10n.t("The service has no locale {locale} for this content type.", {
        locale: failure.locale,
      });
    case "locale-there":
      return l10n.t("The document already has a localization in {locale}.", {
        locale: failure.locale,
      });
    default:
      return describe(failure);
  }
}

/** A message of another program, which a sentence continues after. */
export const withoutFullStop = (message: string): string => message.replace(/\.$/, "");

export function describeRefusedSave(failure: Failure): string {
  if (failure.code !== "service") return describe(failure);
  const arrivalWords = {
    none: l10n.t("Nothing was saved. Your changes are still in the editor."),
    no: l10n.t("Your changes weren't on the service when it was last checked. Save again."),
    unknown: l10n.t(
      "It's not known whether your changes were saved. When you save again, the service is checked first.",
    ),
  };
  return `${describe(failure)} ${arrivalWords[failure.arrived ?? "none"]}`;
}

export const statusWord = (state: State): string =>
  wordsFor(state, {
    draft: l10n.t({ message: "draft", comment: ["Publication status of a document"] }),
    published: l10n.t({ message: "published", comment: ["Publication status of a document"] }),
    modified: l10n.t({ message: "modified", comment: ["Publication status of a document"] }),
  });

export const numeral = (number: number): string => number.toLocaleString(textLanguage());

/** Empty if there are none. */
export const countWords = (number: number, words: (count: string) => string): string =>
  number > 0 ? words(numeral(number)) : "";

/** The name of a document without a title, in file names and in windows. */
export const untitled = (): string => l10n.t("Untitled");

/** Relations of other documents as a list in a sentence, such as `'Tea' (articles, en) author`. */
export const otherRelationsWords = (
  changes: readonly OtherChange[],
  list: NameList = listOf,
): string =>
  list([
    ...new Set(
      changes.map(
        ({ title, type, path, locale }) =>
          `'${title || untitled()}' (${nonEmpty(type, locale).join(", ")}) ${path}`,
      ),
    ),
  ]);
