import * as l10n from "@vscode/l10n";
import { apiUrlOf } from "../../model/connect/connection.ts";
import type { OtherChange } from "../../model/journal/otherChange.ts";
import type { State } from "../../model/content/states.ts";
import type { Failure } from "../../model/failure.ts";
import type { OddRowReason } from "../../model/content/oddRows.ts";
import { describeError, describeNotUndoable, lockedWords } from "./serviceErrorWords.ts";
import { sizeOf } from "./mediaFileWords.ts";
import { describeFinding } from "./validationWords.ts";
import { listOf, nonEmpty, wordsFor } from "./nameList.ts";
import { describeMisfit } from "./misfitWords.ts";
import { describeProblem } from "./unreadWords.ts";
import { textLanguage } from "./textLanguage.ts";

/** A sentence with its full stop, which a message from the service may lack. */
export const ended = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** What happened and what to do. */
export function describe(failure: Failure): string {
  switch (failure.code) {
    case "service":
      return failure.partialType === undefined
        ? describeError(failure.error)
        : l10n.t(
            "{error} Only changes were sent to {type}, and a hook of the service may need all fields.",
            { error: ended(describeError(failure.error)), type: failure.partialType },
          );
    case "no-connection":
      return l10n.t(
        "The connection of this document was removed. Copy any text that you want to keep.",
      );
    case "not-a-service":
      return l10n.t("{url} is not a content service. Check the URL.", { url: failure.url });
    case "no-api":
      return l10n.t(
        "{host} has no content API at {url}. Enter the URL with the API prefix of the service, such as {example}.",
        { host: new URL(failure.url).host, url: apiUrlOf(failure), example: `${failure.url}/v1` },
      );
    case "invalid-network-setting":
      return failure.part === "proxy"
        ? l10n.t(
            "The proxy URL in the settings is not valid. Enter an http or https URL with percent-encoded credentials.",
          )
        : l10n.t("The certificate file {file} can't be read as PEM: {error}", {
            file: failure.file,
            error: failure.why,
          });
    case "locked":
      return lockedWords(failure.name);
    case "locked-secrets":
      return l10n.t("The token can't be read from the secret storage: {error}", {
        error: failure.why,
      });
    case "declined":
      return l10n.t("You cancelled. Nothing was saved.");

    case "no-type":
      return l10n.t("The service has no content type named {type}.", { type: failure.name });

    case "invalid-json":
      return l10n.t("The text is not valid JSON at line {line}, column {column}.", {
        line: failure.line,
        column: failure.column,
      });
    case "doubled-key":
      return l10n.t("Duplicate key at line {line}, column {column}.", {
        line: failure.line,
        column: failure.column,
      });
    case "rounded-number":
      return l10n.t(
        "The number at line {line}, column {column} has too many digits and would be rounded. Put it in quotes.",
        { line: failure.line, column: failure.column },
      );
    case "too-deep":
      return l10n.t("Arrays and objects are nested too deeply at line {line}, column {column}.", {
        line: failure.line,
        column: failure.column,
      });
    case "not-an-object":
      return l10n.t("A document must be a JSON object.");
    case "gone":
      return l10n.t("The document no longer exists on the service.");
    case "nothing-yet":
      return l10n.t("The single type has no content yet.");
    case "no-draft":
      return failure.published.length > 0
        ? l10n.t(
            "The document has no draft, only published versions in these locales: {locales}. Delete the document, or restore its draft on the service.",
            { locales: failure.published.join(", ") },
          )
        : l10n.t(
            "The document has no draft, only a published version. Delete the document, or restore its draft on the service.",
          );
    case "no-locale":
      return l10n.t(
        "The document has no locale in the database of the service, so it can't be read. Delete the document, or set its locale there.",
      );

    case "needs-version":
      return describeNeededVersion(failure);

    case "not-sendable":
      return failure.problems.map(describeProblem).join(" ");
    case "not-valid":
      return failure.findings.map(describeFinding).join(" ");
    case "no-such-file":
    case "unknown-locale":
    case "locale-there":
      return `${describeCause(failure)} ${l10n.t("Nothing was saved.")}`;
    case "not-kept":
      return l10n.t("The service didn't store {fields}. Show History has the previous values.", {
        fields: failure.paths.join(", "),
      });
    case "not-created":
      return failure.documentId === undefined
        ? l10n.t(
            "The service accepted the new document, but doesn't return it. Look for it before you retry.",
          )
        : l10n.t(
            "The service accepted the new document {id}, but doesn't return it. Look for it before you retry.",
            { id: failure.documentId },
          );
    case "changed-meanwhile":
      return l10n.t(
        "The document was changed on the service after it was read. Nothing was overwritten. Retry to see what changed.",
      );
    case "changed-after-publish":
      return l10n.t("The draft was changed again after it was published.");
    case "read-only":
      return l10n.t("This content is read-only and can't be changed here.");

    case "not-recorded":
      return l10n.t(
        "The journal can't be written: {error}. Nothing was sent. The setting cms.journal.connections turns the journal off.",
        { error: withoutFullStop(failure.why) },
      );
    case "journal-full":
      return l10n.t(
        "The journal has no space to record this change. Nothing was sent. Change fewer documents at a time, or increase the setting cms.journal.maxSizeMB.",
      );

    case "half-made":
      return l10n.t(
        "The document {documentId} was created without {locales}. {error} Retry to add the missing locales.",
        {
          documentId: failure.documentId,
          locales: failure.missing.join(", "),
          error: describeCause(failure.cause),
        },
      );

    case "not-utf-8":
      return l10n.t(
        "Documents must be saved as UTF-8. Change the encoding of this editor and save again.",
      );
    case "conflict":
      return l10n.t(
        "Your changes to {fields} conflict with changes on the service. Nothing was saved. Select Compare, Keep Mine or Take Theirs above the text.",
        { fields: failure.conflict.both.join(", ") },
      );
    case "unasked":
      return l10n.t(
        "Saving clears {fields}. Nothing was saved. Save the document manually to confirm.",
        { fields: failure.cleared.join(", ") },
      );
    case "two-editors":
      return l10n.t(
        "This document has unsaved changes in another editor. Copy the text that you need from one editor, and close that editor.",
      );
    case "never-opened":
      return l10n.t("This document doesn't exist. Nothing was saved.");
    case "nothing-to-undo":
      return l10n.t("There is nothing to undo in this document.");
    case "undo-conflict":
      return l10n.t(
        "{fields} changed again later. Nothing was undone. Use Show History to see the earlier values.",
        { fields: failure.paths.join(", ") },
      );

    case "still-there":
      return l10n.t("The document still exists on the service. Nothing was restored.");
    case "made-before":
      return l10n.t(
        "This document was already recreated without your latest changes. Nothing was saved. Copy your changes to the new document, or save your text to a file.",
      );

    case "unsaved":
      return l10n.t("An editor has unsaved changes. Save or revert them first.");
    case "unchanged":
      return l10n.t("The action wouldn't change anything.");
    case "pointed-to":
      return l10n.t("Not deleted, because of relations from other documents.");
    case "not-undoable":
      return describeNotUndoable(failure.why);
    case "no-drafts":
      return l10n.t("Users and content types without drafts can't be published or unpublished.");

    case "invalid-pattern":
      return l10n.t("The regular expression is not valid: {error}", { error: failure.why });
    case "matches-nothing":
      return l10n.t(
        "The search matches empty text. Enter a search that matches at least one character.",
      );
    case "slow-pattern":
      return l10n.t(
        "The regular expression took too long and was stopped. Use fewer repetitions in it.",
      );
    case "no-match":
      return l10n.t("The search text was not found.");

    case "not-written":
      return l10n.t("The file can't be written: {error}", { error: failure.why });

    case "unreadable-file":
      return l10n.t("The rest of the file can't be read: {error}", { error: failure.why });
    case "file-not-utf-8":
      return l10n.t("The file is not UTF-8. Save it as UTF-8 and retry.");
    case "not-a-list":
      return l10n.t("The file must be a JSON array of records.");
    case "doubled-column":
      return l10n.t("Two columns are named {name}.", { name: failure.name });
    case "cell-count":
      return l10n.t(
        "The number of cells in the row ({cells}) differs from the number of columns in the header ({columns}).",
        { cells: failure.cells, columns: failure.columns },
      );
    case "wrong-quotes":
      return l10n.t(
        "A quotation mark is misplaced, and the rest of the file can't be read. Enclose the cell in quotation marks, and double each quotation mark inside it.",
      );
    case "record-too-long":
      return l10n.t(
        "The record is longer than {limit} characters, which is more than the service accepts.",
        { limit: failure.limit },
      );
    case "not-a-record":
      return l10n.t("A record must be a JSON object.");

    case "ambiguous-key":
      return l10n.t("{field} {value} matches several documents.", {
        field: failure.name,
        value: failure.value,
      });
    case "taken-value":
      return l10n.t("{field} must be unique, but {document} has the value {value}, too.", {
        field: failure.name,
        document: `'${failure.title || untitled()}'`,
        value: failure.value,
      });
    case "doubled-record":
      return l10n.t("The file contains this document more than once. Other lines: {lines}.", {
        lines: listOf(failure.lines.map(String), failure.count),
      });
    case "no-target":
      return l10n.t(
        "{field}: nothing on the service matches {value}, and nothing is created for it.",
        { field: failure.path, value: failure.value },
      );
    case "refused-target":
      return l10n.t("{field} needs {document}, which has an error: {error}", {
        field: failure.path,
        document: `'${failure.title || untitled()}' (${failure.type})`,
        error: describe(failure.cause),
      });
    case "ambiguous-target":
      return l10n.t("{field}: several documents on the service match {value}.", {
        field: failure.path,
        value: failure.value,
      });
    case "doubled-target":
      return l10n.t("{field}: several documents in the file match {value}.", {
        field: failure.path,
        value: failure.value,
      });
    case "file-elsewhere":
      return l10n.t(
        "{file} is stored on another host, so it can't be copied. Upload it to the target with the same name, then copy again.",
        { file: failure.name },
      );
    case "file-too-large":
      return l10n.t(
        "{file} is larger than {limit}, so it isn't copied. Upload it to the target with the same name, then copy again.",
        { file: failure.name, limit: sizeOf(failure.limit) },
      );
    case "file-unreadable":
      return l10n.t(
        "The service describes the media file {id} without a name or URL, so it can't be copied.",
        { id: failure.id },
      );
    case "odd-row":
      return oddReasonWords(failure.why);
    case "endless-pages":
      return l10n.t(
        "The service returns many more documents than it counted, or the same documents again, so reading was stopped. Its pages may have no end.",
      );
    case "taken-target":
      return l10n.t(
        "Other documents have these one-to-one relations, and only one document can have each target: {relations}. Remove them there first.",
        { relations: otherRelationsWords(failure.elsewhere) },
      );
    case "may-be-made":
      return l10n.t(
        "An earlier run may have created this document, but no draft on the service clearly matches it. Look for the document on the service. If it doesn't exist, remove its lines from the results log and run this again.",
      );
    case "no-document":
      return l10n.t("Not written, because its document was not created.");
    case "another-run":
      return l10n.t(
        "Another run is writing to this service, possibly in another window. Nothing was sent. Wait until it finishes, then run this again.",
      );
    case "not-linked":
      return l10n.t(
        "Written without the relations in {fields}, because their targets were not written. Run this again to add them.",
        { fields: listOf(failure.paths) },
      );
    case "results-not-kept":
      return l10n.t("The results can't be saved: {error}. The run stopped.", {
        error: withoutFullStop(failure.why),
      });

    case "no-schema":
      return l10n.t(
        "Neither service describes its content types, so their documents can't be compared. Use a token that may read content types, or open the folder of the Strapi project.",
      );
    case "misfit":
      return l10n.t("Line {line}, column {column}: {problem}", {
        line: failure.line,
        column: failure.column,
        problem: describeMisfit(failure.misfit),
      });
  }
}

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
const withoutFullStop = (message: string): string => message.replace(/\.$/, "");

const describeNeededVersion = ({ part, version }: NeededVersion): string =>
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
  });

type NeededVersion = Extract<Failure, { readonly code: "needs-version" }>;

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
export const otherRelationsWords = (changes: readonly OtherChange[]): string =>
  listOf([
    ...new Set(
      changes.map(
        ({ title, type, path, locale }) =>
          `'${title || untitled()}' (${nonEmpty(type, locale).join(", ")}) ${path}`,
      ),
    ),
  ]);

const oddReasonWords = (why: OddRowReason): string =>
  wordsFor(why, {
    "no-document-id": l10n.t("It has no documentId."),
    "no-locale": l10n.t("It has no locale."),
    "no-draft": l10n.t("It is published without a draft."),
  });
