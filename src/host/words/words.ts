import * as vscode from "vscode";
import { apiUrlOf } from "../../model/connections/connection.ts";
import type { PlanFailure } from "../../model/foundation/planFailure.ts";
import type { RecordFailure } from "../../model/foundation/recordFailure.ts";
import type { Failure } from "../../model/foundation/outcome.ts";
import type { State } from "../../model/documents/snapshot/states.ts";
import { describeError, describeNetworkSettings, lockedWords } from "./errorWords.ts";
import { describeFinding } from "./findingWords.ts";
import { describeJsonFailure, describeReason } from "./flawWords.ts";
import type { JsonFailure } from "./flawWords.ts";
import { describePlanFailure, isPlanFailure } from "./planFailureWords.ts";
import { describeProblem } from "./problemWords.ts";
import { describeRecordFailure, isRecordFailure } from "./recordFailureWords.ts";
import { textLanguage } from "./textLanguage.ts";

/** What happened and what to do, for a person. */
export function describe(failure: Failure): string {
  switch (failure.code) {
    case "service":
      return describeError(failure.error);
    case "not-sendable":
      return failure.problems.map(describeProblem).join(" ");
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
    case "no-type":
      return vscode.l10n.t("The service has no type named {0}.", failure.name);
    case "no-way":
      return describeNetworkSettings(failure);
    case "locked":
      return lockedWords(failure.name);
    case "locked-secrets":
      return vscode.l10n.t("The token can't be read from the secret storage: {0}", failure.why);
    default:
      return describeRest(failure);
  }
}

type Rest = Exclude<
  Failure,
  {
    readonly code:
      | ("service" | "not-sendable" | "not-a-service" | "no-api" | "no-type")
      | ("no-way" | "locked" | "locked-secrets");
  }
>;

function describeRest(failure: Rest): string {
  if (isRecordFailure(failure)) return describeRecordFailure(failure);
  if (isPlanFailure(failure)) return describePlanFailure(failure);
  if ("locale" in failure) return describeLocale(failure);
  return "line" in failure ? describeJsonFailure(failure) : describeOfSaving(failure);
}

const describeLocale = ({ code, locale }: OfLocale): string =>
  code === "locale-there"
    ? vscode.l10n.t("The document is there in {0} already. Nothing was written.", locale)
    : vscode.l10n.t("The service has no locale {0} for this. Nothing was written.", locale);

type OfLocale = Extract<Failure, { readonly locale: string }>;

/** A save that was refused: what happened, and what became of the text. */
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

type OfSaving = Exclude<Rest, JsonFailure | OfLocale | RecordFailure | PlanFailure>;

function describeOfSaving(failure: OfSaving): string {
  if ("why" in failure) return describeReason(failure);
  switch (failure.code) {
    case "conflict":
      return vscode.l10n.t(
        "Somebody else changed {0} too, and nothing was saved. Compare, Keep Mine and Take Theirs stand above the text.",
        failure.conflict.both.join(", "),
      );
    case "unasked":
      return vscode.l10n.t("This clears {0}: save it by hand.", failure.cleared.join(", "));
    case "undo-conflict":
      return vscode.l10n.t(
        "{0} changed again since. Nothing was undone: Show History has what was there before.",
        failure.paths.join(", "),
      );
    case "half-made":
      return describeHalf(failure);
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
    case "needs-version":
      return describeNeededVersion(failure);
    case "not-valid":
      return failure.findings.map(describeFinding).join(" ");
    default:
      return describeSimple(failure.code);
  }
}

/** What an older service can't do without loss, and which version can. */
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

const describeHalf = ({ documentId, missing, cause }: Half): string =>
  vscode.l10n.t(
    "The document {0} was made, and without {1}: {2} Try again to add what is missing.",
    documentId,
    missing.join(", "),
    describe(cause),
  );

type Half = Extract<Failure, { readonly code: "half-made" }>;

type SimpleCode = Exclude<
  OfSaving["code"],
  | ("conflict" | "unasked" | "not-recorded" | "results-not-kept" | "not-written")
  | ("no-such-file" | "needs-version" | "not-kept")
  | ("undo-conflict" | "half-made" | "not-valid" | "invalid-pattern")
>;

function describeSimple(code: SimpleCode): string {
  const words: Record<SimpleCode, string> = {
    "no-connection": vscode.l10n.t(
      "The connection of this document was removed. Copy what you want to keep of it.",
    ),
    "not-utf-8": vscode.l10n.t("Documents are saved as UTF-8: change the encoding of this editor."),
    "not-an-object": vscode.l10n.t("A document is one JSON object."),
    declined: vscode.l10n.t("You cancelled. Nothing was saved."),
    "changed-meanwhile": vscode.l10n.t(
      "The document was changed on the service meanwhile, and nothing was written. Try again to see what changed.",
    ),
    "journal-full": vscode.l10n.t(
      "There is no room to keep what would undo this, and nothing was sent. Do less at once, or raise the setting cms.journal.maxSizeMB.",
    ),
    "nothing-to-undo": vscode.l10n.t("Nothing to undo in this document."),
    "pointed-to": vscode.l10n.t("Something points to it by now, and it was not deleted."),
    "made-before": vscode.l10n.t(
      "This document was made again before, as another one that lacks your latest changes, and nothing was saved. Copy them into that one, or save your text to a file.",
    ),
    "still-there": vscode.l10n.t("The document is on the service: there is nothing to restore."),
    unchanged: vscode.l10n.t("Nothing about it would change."),
    unsaved: vscode.l10n.t("It has unsaved changes in an editor: save or revert them first."),
    "no-drafts": vscode.l10n.t("It has no draft: what is saved is live at once."),
    gone: vscode.l10n.t("The document is not on the service any more."),
    "nothing-yet": vscode.l10n.t("It has no content yet."),
    "never-opened": vscode.l10n.t("There is no such document. Nothing was written."),
    "two-editors": vscode.l10n.t(
      "This document has unsaved changes in another editor, too. Copy what you want to keep of one, and close it.",
    ),
    "matches-nothing": vscode.l10n.t(
      "This finds places without any text in them: say what is to be replaced.",
    ),
    "slow-pattern": vscode.l10n.t(
      "The regular expression takes too long on a text, and was stopped: repeat less in it.",
    ),
    "no-match": vscode.l10n.t("What is looked for is not in it."),
    "read-only": vscode.l10n.t("This can be read here, not changed."),
  };
  return words[code];
}

export function stateWord(state: State): string {
  const words: Record<State, string> = {
    draft: vscode.l10n.t("draft"),
    published: vscode.l10n.t("published"),
    modified: vscode.l10n.t("modified"),
  };
  return words[state];
}

/** A number as a person reads it. */
export const numeral = (number: number): string => number.toLocaleString(textLanguage());

/** A file or a window shows this name where a document has no title. */
export const untitled = (): string => vscode.l10n.t("Untitled");

/** A text for a notification, where VS Code would make a link, and so a command, of what looks like one. */
export const escapeLinks = (text: string): string => text.replaceAll("](", "]\u200b(");

/** What VS Code would draw an icon for in a list stays the text that it is. */
export const escapeIcons = (text: string): string => text.replaceAll("$(", "$\u200b(");

/** A title with line breaks would add sentences of its own to ours. */
export const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
