import * as vscode from "vscode";
import {
  agrees,
  showInformation,
  showModal,
  showWarning,
  tellDone,
} from "../../host/surfaces/messages.ts";
import { describeConflict, quotedTitle } from "../../texts/save/conflictWords.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { writeText } from "../../host/shared/workspaceFiles.ts";
import { unlessCancelled, FailureError } from "../../host/shared/commandFailure.ts";
import { askNewPassword, askSaveTarget } from "../../host/shared/prompts.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { otherChangesWords, reportRemarks } from "../../texts/shared/changeReportWords.ts";
import { untitled, describe } from "../../texts/shared/failureWords.ts";
import { isNew, isUser, isSame, keyOf, type Address } from "../../model/foundation/address.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Consent, UnannouncedSave } from "../../model/save/saveConsents.ts";
import type { SaveResult, SaveRequest } from "../../model/save/openDocuments.ts";
import { fromText } from "../../model/content/documentText.ts";
import { textIn, pick } from "../../model/foundation/json.ts";
import type { MergeSide } from "../../model/content/merge.ts";
import type { Conflict } from "../../model/journal/changeFailure.ts";
import { notIncludedWords } from "../../texts/shared/unreadWords.ts";
import type { FileContext } from "../fileContext.ts";
import { isMissing, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { unsentChanges } from "../../model/writing/changeReport.ts";
import {
  askToSendAllFields,
  sendAllFieldsLabel,
} from "../../host/failures/failureNotifications.ts";
import { lostIn } from "../../model/writing/verification.ts";
import type { OtherChange } from "../../model/journal/journalEntry.ts";

/** Returns undefined if the user cancels. */
export async function askAboutConflict(
  connections: Connections,
  uri: vscode.Uri,
  address: Address,
  conflict: Conflict,
): Promise<MergeSide | undefined> {
  const connection = connectionName(connections, address.connection);
  const sentence = describeConflict(conflict, address.locale, connection);
  const compare = vscode.l10n.t("Compare");
  const mine = vscode.l10n.t("Keep Mine");
  const theirs = vscode.l10n.t("Take Theirs");
  const fields = listOf(conflict.both);
  const detail = [
    vscode.l10n.t(
      "Keep Mine saves your changes to {fields} and overwrites the values on the service.",
      { fields },
    ),
    vscode.l10n.t("Take Theirs discards your changes to {fields} and saves your other changes.", {
      fields,
    }),
  ];
  const answer = await showModal(sentence, detail, [compare, mine, theirs]);
  if (answer === compare) void vscode.commands.executeCommand("cms.document.compare", uri);
  return answer === mine ? "mine" : answer === theirs ? "theirs" : undefined;
}

/**
 * Asks whether to send a save that VS Code did not announce; undefined if not. With `mayBeAlways`,
 * the user may also give consent to later saves.
 */
export async function askToSave(
  connections: Connections,
  address: Address,
  uri: vscode.Uri,
  { title, isLive }: UnannouncedSave,
  mayBeAlways: boolean,
): Promise<Consent | undefined> {
  const connection = connectionName(connections, address.connection);
  const once = vscode.l10n.t("Save");
  const always = vscode.l10n.t("Save and Don't Ask Again");
  const changes = vscode.l10n.t("Show Changes");
  const detail = nonEmpty(
    vscode.l10n.t(
      "An extension, an agent or the command Save without Formatting started this save.",
    ),
    isUser(address)
      ? vscode.l10n.t("The change applies immediately.")
      : isLive
        ? vscode.l10n.t("The change is published immediately.")
        : vscode.l10n.t("Only the draft changes."),
    mayBeAlways &&
      vscode.l10n.t("Don't Ask Again applies to drafts on {connection} in this window.", {
        connection,
      }),
  );
  const answer = await showModal(
    vscode.l10n.t("Save {document} to {connection}?", {
      document: quotedTitle(title, address.locale),
      connection,
    }),
    detail,
    [once, ...(mayBeAlways ? [always] : []), changes],
    vscode.l10n.t("Don't Save"),
  );
  if (answer === changes) void vscode.commands.executeCommand("cms.document.compare", uri);
  return answer === once ? "once" : answer === always ? "always" : undefined;
}

/** Returns undefined if the user cancels. */
export function askPasswordOfNew(
  connections: Connections,
  { connection }: Address,
  text: string,
): Promise<string | undefined> {
  const user = textIn(fromText(text)[1] ?? {}, "username") || untitled();
  return unlessCancelled(askNewPassword(`'${user}'`, connectionName(connections, connection)));
}

/** Asks before a save clears attributes that the user removed from the text. */
export const askToClear =
  (connections: Connections, { connection }: Address) =>
  ({ cleared }: { readonly cleared: readonly string[] }) =>
    agrees(
      vscode.l10n.t("Clear {fields} on {connection}?", {
        fields: listOf(cleared),
        connection: connectionName(connections, connection),
      }),
      vscode.l10n.t(
        "You removed this content from the text. Saving also removes it from the service.",
      ),
      vscode.l10n.t("Clear and Save"),
    );

/** Asks before a save takes targets of one-to-one relations from other documents. */
export const askToTake =
  (connections: Connections, { connection }: Address) =>
  (changes: readonly OtherChange[]) =>
    agrees(
      vscode.l10n.t("Take relations from other documents on {connection}?", {
        connection: connectionName(connections, connection),
      }),
      [
        ...otherChangesWords(changes),
        vscode.l10n.t("Only one document can have the target of a one-to-one relation."),
      ],
      vscode.l10n.t("Take and Save"),
    );

export function reportSaveResult({ sent, remotePaths, factsChanged, ignored }: SaveResult): void {
  const fields = listOf(remotePaths);
  const merged =
    sent.length > 0
      ? vscode.l10n.t("Saved and merged with changes by others: {fields}.", { fields })
      : vscode.l10n.t("Nothing to save. Loaded changes by others: {fields}.", { fields });
  const warnings = nonEmpty(
    factsChanged && vscode.l10n.t("Changes to $ and $schema were not sent. The service sets them."),
    ignored.length > 0 &&
      vscode.l10n.t("Changes to {fields} were not sent. Change the related document instead.", {
        fields: listOf(ignored),
      }),
  );
  const words = [...(remotePaths.length > 0 ? [merged] : []), ...warnings].join(" ");
  if (words) void (warnings.length > 0 ? showWarning(words) : showInformation(words));
}

/** Recovers failed saves while the user waits: a rejected token or a deleted document. */
export class FailedSaves {
  readonly #context: FileContext;
  /** The texts that were recreated in only some of their locales. */
  readonly #halfMade = new Map<string, string>();

  constructor(context: FileContext) {
    this.#context = context;
  }

  async settled(
    outcome: Outcome<SaveResult, Failure>,
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const [failure] = outcome;
    const connection = this.#context.connections.get(address.connection);
    if (!failure || !connection) return outcome;
    if (isMissing(failure)) return this.#afterDelete(failure, address, save);
    const isRefused = failure.code === "service" && failure.error.name === "UnauthorizedError";
    if (!isRefused || !(await this.#context.signIns.again(connection, describe(failure))))
      return outcome;
    return this.settled(await this.#context.documents.write(address, save), address, save);
  }

  async #afterDelete(
    failure: Failure,
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const title = this.#context.documents.editorSnapshot(address)?.title ?? "";
    const document = title || untitled();
    // User accounts can't be created from a text.
    const canRecreate = !isUser(address) && !isNew(address);
    const recreateLabel = vscode.l10n.t("Recreate");
    const fileLabel = vscode.l10n.t("Save to File…");
    const discardLabel = vscode.l10n.t("Discard");
    const answer = await showModal(
      vscode.l10n.t("'{document}' was deleted on {connection}. Nothing was saved.", {
        document,
        connection: connectionName(this.#context.connections, address.connection),
      }),
      nonEmpty(
        canRecreate &&
          vscode.l10n.t("Recreate creates a draft with your text and a new documentId."),
        vscode.l10n.t("Discard deletes your changes."),
      ).join(" "),
      [...(canRecreate ? [recreateLabel] : []), fileLabel, discardLabel],
    );
    if (answer === recreateLabel) return this.#makeAnew(address, save);
    if (answer === fileLabel) {
      const filters = { JSON: ["json"] };
      const target = await askSaveTarget({ title, ending: "json" }, { filters });
      if (!target) return [failure, null];
      await writeText(target, save.text);
    } else if (answer !== discardLabel) return [failure, null];
    this.#context.documents.dismiss(address);
    return [null, null];
  }

  async #makeAnew(
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const key = keyOf(address);
    const isTried = this.#halfMade.get(key) === save.text;
    const { recreate } = await import("../../model/history/restoration.ts");
    const [refusal, created] = await recreate(address, save.text, this.#context, isTried);
    if (refusal?.code === "half-made") this.#halfMade.set(key, save.text);
    if (refusal?.code === "made-before") openAnother(address, refusal.documentId);
    if (refusal) return [refusal, null];
    this.#halfMade.delete(key);
    const { omitted, unread, report } = created;
    const omittedWords = nonEmpty(
      omitted.length > 0 &&
        vscode.l10n.t("Recreated without {fields}, because the content no longer exists.", {
          fields: listOf(omitted),
        }),
      ...notIncludedWords(unread),
      ...reportRemarks(report),
    ).join(" ");
    if (omittedWords !== "") void showWarning(omittedWords);
    // A document that still exists in other locales keeps its documentId.
    if (isSame(created.address, address)) return this.#context.documents.write(address, save);
    openAnother(address, created.address.id);
    this.#context.documents.dismiss(address);
    return [null, null];
  }
}

function openAnother(address: Address, id: string): void {
  void vscode.commands.executeCommand("cms.document.open", { address: { ...address, id } });
}

/**
 * Reports where the service stores other content than the save sent. Offers to restore lost
 * content, and to send all fields if the service changed what was not sent.
 */
export async function reportDeviations(
  address: Address,
  saved: SaveResult,
  context: FileContext,
): Promise<void> {
  const { deviating, partialType } = saved;
  const remarks = reportRemarks(saved);
  if (!deviating || remarks.length === 0) return;
  const lost = lostIn(saved.deviations);
  const isLost = lost.length > 0;
  const putBack = vscode.l10n.t("Restore Content");
  const history = vscode.l10n.t("Show History");
  const sendAll = sendAllFieldsLabel();
  const fields = listOf(lost);
  const connection = connectionName(context.connections, address.connection);
  const lostWords =
    lost.length === 1
      ? vscode.l10n.t(
          "Saved, but {field} is missing on {connection}. Select Restore Content to save it again.",
          { connection, field: fields },
        )
      : vscode.l10n.t(
          "Saved, but {fields} are missing on {connection}. Select Restore Content to save them again.",
          { connection, fields },
        );
  const words = isLost ? lostWords : [vscode.l10n.t("Saved."), ...remarks].join(" ");
  const answers = [...(isLost ? [putBack, history] : []), ...(partialType ? [sendAll] : [])];
  const answer = await (isLost ? showWarning : showInformation)(words, ...answers);
  if (answer === history) {
    await vscode.commands.executeCommand("cms.document.showHistory", { address });
  }
  if (answer === putBack) await putBackNow(address, deviating, context);
  if (answer === sendAll) await sendAllFields(address, saved, context);
}

/** Sends all fields from now on if the user agrees, and restores what the service changed. */
async function sendAllFields(
  address: Address,
  { deviating, partialType: type = "", ...report }: SaveResult,
  context: FileContext,
): Promise<void> {
  const unsent = unsentChanges(report);
  const next = vscode.l10n.t("Then the previous values are restored: {fields}.", {
    fields: listOf(unsent),
  });
  const choice = { connection: address.connection, type, next };
  if (!deviating || !(await askToSendAllFields(context.connections, choice))) return;
  const { expected, actual } = deviating;
  const restored = { expected: { ...actual, ...pick(expected, unsent) }, actual };
  await putBackNow(address, restored, context);
}

async function putBackNow(
  address: Address,
  deviating: NonNullable<SaveResult["deviating"]>,
  context: FileContext,
): Promise<void> {
  const { rewriteLostContent } = await import("../../model/history/saveUndo.ts");
  const [failure, report] = await rewriteLostContent(address, deviating, context);
  if (failure) {
    const again = () => putBackNow(address, deviating, context);
    await context.failures.show(new FailureError(failure), {
      id: failure.code,
      args: [address],
      again,
    });
    return;
  }
  tellDone(
    report.sent.length > 0
      ? vscode.l10n.t("Restored {fields}", { fields: listOf(report.sent) })
      : vscode.l10n.t("The service already has all content. Nothing was changed"),
    reportRemarks(report),
  );
}
