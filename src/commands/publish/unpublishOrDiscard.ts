import * as vscode from "vscode";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { relationWords } from "../../texts/publish/versionDifferenceWords.ts";
import { predictedChangesWords } from "../../texts/shared/otherChangeWords.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { Failure } from "../../model/failure.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import type { Withdrawal } from "../../model/journal/journalEntry.ts";
import type { OtherChanges } from "../../model/journal/otherChange.ts";
import type { PublishPreview } from "../../model/publish/publishPreview.ts";
import { actWithProgress, readForPreview, versionSeenBy } from "../shared/previewedDocument.ts";
import type { PreviewedDocument, SeenVersion } from "../shared/previewedDocument.ts";
import { askWithChangeNotice, changeNoticesOf } from "../shared/changeNotices.ts";
import { publishable } from "./publishDocument.ts";
import { isUncertain } from "./publishNotices.ts";
import type { Argument } from "../shared/targets.ts";
import type { ViewContext } from "../shared/commandContexts.ts";

export async function unpublishOrDiscard(
  context: ViewContext,
  kind: Withdrawal,
  address: Address,
  on?: Argument,
): Promise<void> {
  const service = await publishable(context, address);
  await requireUnlocked(context.locks, address.connection);
  await context.texts.takeOver(address);
  let seenVersion = versionSeenBy(context, address, on);
  // If anything changes while the question is open, the user is asked again.
  for (;;) {
    const previewed = await readForPreview(context, address);
    requireDifference(kind, previewed);
    const elsewhere = await ask(context, kind, previewed, seenVersion, service);
    if (await withdrawWithProgress(context, kind, previewed, elsewhere)) return;
    seenVersion = previewed.snapshot;
  }
}

/** Ends the command if there is nothing to unpublish or discard. */
function requireDifference(
  kind: Withdrawal,
  { snapshot: { state }, name }: PreviewedDocument,
): void {
  if (state === "draft") endWith(vscode.l10n.t("{document} is not published.", { document: name }));
  if (kind === "unpublish" || state === "modified") return;
  endWith(
    vscode.l10n.t("{document} is published and has no unpublished changes.", { document: name }),
  );
}

/** Returns the changes of other documents that the question names. */
async function ask(
  context: ViewContext,
  kind: Withdrawal,
  previewed: PreviewedDocument,
  seenVersion: SeenVersion | undefined,
  service: TypedService,
): Promise<OtherChanges> {
  const { address, snapshot, name, connection } = previewed;
  const progressTitle = vscode.l10n.t("Reading the published version");
  const { publication } = context;
  const [previewOutcome, elsewhereOutcome] = await withProgress(progressTitle, (signal) =>
    Promise.all([
      publication.previewPublish(address, snapshot, signal),
      publication.otherChanges(kind, address, signal),
    ]),
  );
  const [publishing, elsewhere] = [must(previewOutcome), must(elsewhereOutcome)];
  const changes = changeNoticesOf(previewed, seenVersion, service);
  const isDirty = openDocuments(address).some((document) => document.isDirty);
  const words = wordsOf(kind, previewed, publishing);
  const detail = nonEmpty(
    ...changes.map((change) => change.words),
    ...words.detail,
    ...predictedChangesWords(elsewhere),
    kind === "unpublish" &&
      elsewhere.changed.length > 0 &&
      vscode.l10n.t("Publishing again doesn't restore all relations of other documents."),
    isDirty && vscode.l10n.t("Your unsaved changes stay in the editor."),
    context.journal.isEnabled(address) ? words.undo : vscode.l10n.t("This can't be undone."),
  );
  const question =
    kind === "discard"
      ? vscode.l10n.t("Discard the changes to {document} on {connection}?", {
          document: name,
          connection,
        })
      : vscode.l10n.t("Unpublish {document} on {connection}?", { document: name, connection });
  await askWithChangeNotice(context, question, detail, [words.action], changes);
  return elsewhere;
}

function wordsOf(
  kind: Withdrawal,
  { snapshot, address }: PreviewedDocument,
  publishing: PublishPreview,
) {
  const { changedAttributes } = publishing;
  const fields = listOf(changedAttributes);
  if (kind === "discard") {
    return {
      action: vscode.l10n.t("Discard Changes"),
      detail: [
        fields
          ? vscode.l10n.t("Reverts to the published version: {fields}.", { fields })
          : vscode.l10n.t(
              "The content that you have permission to read is the same in the published version.",
            ),
        ...whatDraftLoses(publishing),
      ],
      undo: vscode.l10n.t("Undo Last Save can restore the changes."),
    };
  }
  const { states = {}, state } = snapshot;
  const others = Object.keys(states).filter(
    (code) => code !== address.locale && states[code] !== "draft",
  );
  return {
    action: vscode.l10n.t("Unpublish"),
    detail: nonEmpty(
      vscode.l10n.t("This removes the published version. The draft doesn't change."),
      state === "modified" &&
        fields &&
        vscode.l10n.t("The draft differs from the published version in {fields}.", { fields }),
      others.length > 0 &&
        vscode.l10n.t("Locales that stay published: {locales}.", { locales: others.join(", ") }),
    ),
    undo: fields
      ? vscode.l10n.t("The published version stays available in the history of the document.")
      : vscode.l10n.t(
          "Undo Last Save publishes the document again if its draft equals the previous published version.",
        ),
  };
}

/** The draft's relations that the published version lacks. A discard removes them. */
function whatDraftLoses({ omitted, selfReferences, lost }: PublishPreview): string[] {
  const relations = [...omitted, ...selfReferences, ...lost];
  if (relations.length === 0) return [];
  return [
    vscode.l10n.t(
      "The draft loses these relations, because the published version doesn't have them: {relations}.",
      { relations: relationWords(relations) },
    ),
  ];
}

/** False where the user must be asked again: the question did not name all that is removed. */
function withdrawWithProgress(
  { publication }: ViewContext,
  kind: Withdrawal,
  { address, snapshot, name, connection }: PreviewedDocument,
  elsewhere: OtherChanges,
): Promise<boolean> {
  const isDiscard = kind === "discard";
  const doing = isDiscard
    ? vscode.l10n.t("Discarding the changes to {document}", { document: name })
    : vscode.l10n.t("Unpublishing {document}", { document: name });
  const done = isDiscard
    ? vscode.l10n.t("Discarded the changes to {document} on {connection}", {
        document: name,
        connection,
      })
    : vscode.l10n.t("Unpublished {document} on {connection}", { document: name, connection });
  const agreed = { ...snapshot, elsewhere };
  return actWithProgress(
    (signal) => publication.withdraw(kind, address, agreed, signal),
    doing,
    done,
    (failure) => whyNot(failure, name),
  );
}

const whyNot = (failure: Failure, name: string): string =>
  isUncertain(failure)
    ? vscode.l10n.t(
        "It's not known whether {document} was changed. Check the service before you retry.",
        { document: name },
      )
    : vscode.l10n.t("{document} was not changed.", { document: name });
