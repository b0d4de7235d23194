import * as vscode from "vscode";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith } from "../../host/shared/commandFailure.ts";
import { relationWords } from "../../texts/publish/versionDifferenceWords.ts";
import { predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { listOf, nonEmpty, type NameList } from "../../texts/shared/nameList.ts";
import { requireAdministrator } from "../../host/connect/signInPrompts.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import type { Withdrawal, OtherChanges } from "../../model/journal/journalEntry.ts";
import type { PublishPreview } from "../../model/publish/publishPreview.ts";
import { actWithProgress, titleOrUntitled, versionSeenBy } from "../shared/previewedDocument.ts";
import type { PreviewedDocument, SeenVersion } from "../shared/previewedDocument.ts";
import { askAboutChange, changeNoticesOf } from "../shared/changeNotices.ts";
import { publishable } from "./publishDocument.ts";
import { isUncertain, versionsOf } from "./publishNotices.ts";
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
    const progressTitle = vscode.l10n.t("Comparing the draft with the published version");
    const { snapshot, publishing, elsewhere } = await runTask(progressTitle, (signal) =>
      context.publication.previewAction(kind, address, { signal }),
    );
    const previewed = titleOrUntitled(context, address, snapshot);
    const { name: document, connection } = previewed;
    if (snapshot.state === "draft")
      endWith(vscode.l10n.t("{document} is not published.", { document }));
    if (kind === "discard" && snapshot.state !== "modified") {
      const words = vscode.l10n.t("{document} is published and has no unpublished changes.", {
        document,
      });
      endWith(words);
    }
    await requireAdministrator(context, address.connection, kind);
    await ask(context, kind, { previewed, publishing, elsewhere, seenVersion, service });
    const isDiscard = kind === "discard";
    const canUndo =
      context.journal.isEnabled(address) &&
      (isDiscard || publishing.changedAttributes.length === 0);
    const isWithdrawn = await actWithProgress(
      (signal) => context.publication.withdraw(kind, address, { ...snapshot, elsewhere }, signal),
      isDiscard
        ? vscode.l10n.t("Discarding the changes to {document}", { document })
        : vscode.l10n.t("Unpublishing {document}", { document }),
      isDiscard
        ? vscode.l10n.t("Discarded the changes to {document} on {connection}", {
            document,
            connection,
          })
        : vscode.l10n.t("Unpublished {document} on {connection}", { document, connection }),
      (failure) =>
        isUncertain(failure)
          ? vscode.l10n.t(
              "It's not known whether {document} was changed. Check the service before you retry.",
              { document },
            )
          : vscode.l10n.t("{document} was not changed.", { document }),
      canUndo && {
        title: vscode.l10n.t("Undo"),
        command: "cms.document.undoLastSave",
        arguments: [{ address, undoes: kind }],
      },
    );
    if (isWithdrawn) return;
    seenVersion = snapshot;
  }
}

async function ask(
  context: ViewContext,
  kind: Withdrawal,
  {
    previewed,
    publishing,
    elsewhere,
    seenVersion,
    service,
  }: {
    readonly previewed: PreviewedDocument;
    readonly publishing: PublishPreview;
    readonly elsewhere: OtherChanges;
    readonly seenVersion: SeenVersion | undefined;
    readonly service: TypedService;
  },
): Promise<void> {
  const { address, snapshot, name: document, connection } = previewed;
  const changes = changeNoticesOf(previewed, seenVersion, service);
  const isDirty = openDocuments(address).some((openDocument) => openDocument.isDirty);
  const { action, undo } = wordsOf(kind, previewed, publishing, listOf);
  const detailOf = (list: NameList) =>
    nonEmpty(
      ...changes.map((change) => change.words),
      ...wordsOf(kind, previewed, publishing, list).detail,
      ...predictedChangesWords(elsewhere, list),
      kind === "unpublish" &&
        elsewhere.changed.length > 0 &&
        vscode.l10n.t("Publishing again doesn't restore all relations of other documents."),
      isDirty && vscode.l10n.t("Your unsaved changes stay in the editor."),
      context.journal.isEnabled(address) ? undo : vscode.l10n.t("This can't be undone."),
    );
  const question =
    kind === "discard"
      ? vscode.l10n.t("Discard the changes to {document} on {connection}?", {
          document,
          connection,
        })
      : vscode.l10n.t("Unpublish {document} on {connection}?", { document, connection });
  const versions = versionsOf(previewed, snapshot.content, publishing, service);
  await askAboutChange(context, { question, detailOf, answers: [action], changes, versions });
}

function wordsOf(
  kind: Withdrawal,
  { snapshot, address }: PreviewedDocument,
  { changedAttributes, omitted, selfReferences, lost }: PublishPreview,
  list: NameList,
) {
  const fields = list(changedAttributes);
  if (kind === "discard") {
    const relations = [...omitted, ...selfReferences, ...lost];
    return {
      action: vscode.l10n.t("Discard Changes"),
      detail: nonEmpty(
        fields
          ? vscode.l10n.t("Reverts to the published version: {fields}.", { fields })
          : vscode.l10n.t(
              "The content that you have permission to read is the same in the published version.",
            ),
        relations.length > 0 &&
          vscode.l10n.t(
            "The draft loses these relations, because the published version doesn't have them: {relations}.",
            { relations: relationWords(relations, list) },
          ),
      ),
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
