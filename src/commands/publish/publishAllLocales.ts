import * as vscode from "vscode";
import { showError, showWarning, tell, tellDone } from "../../host/surfaces/messages.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { progressSteps } from "../../texts/shared/progressWords.ts";
import { omittedRelationsWords } from "../../texts/publish/versionDifferenceWords.ts";
import { predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { numeral, withoutFullStop } from "../../texts/shared/failureWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { publishTogether } from "../../model/publish/groupPublication.ts";
import { joinOtherChanges } from "../../model/writing/otherDocuments/otherChanges.ts";
import type { OtherChanges } from "../../model/journal/journalEntry.ts";
import { problemLocationsIn } from "../../editor/edit/problems.ts";
import { nonEmpty, type NameList } from "../../texts/shared/nameList.ts";
import type { PublishPreview } from "../../model/publish/publishPreview.ts";
import { readForPreview, titleOrUntitled, versionSeenBy } from "../shared/previewedDocument.ts";
import type { PreviewedDocument } from "../shared/previewedDocument.ts";
import { askAboutChange, changeNoticesOf } from "../shared/changeNotices.ts";
import { publishable, publishDocument, showProblems } from "./publishDocument.ts";
import {
  blockersAt,
  blockerWords,
  failureIn,
  publishResultWords,
  publishedLocaleWords,
  remarksOn,
  showProblemsLabel,
  unpublishCommand,
  versionsOf,
} from "./publishNotices.ts";
import { addressOf, type Argument } from "../shared/targets.ts";
import type { ViewContext } from "../shared/commandContexts.ts";

/** A locale whose draft differs from its published version. */
interface Localization {
  readonly address: Address;
  readonly previewed: PreviewedDocument;
  readonly publishing: PublishPreview;
  readonly elsewhere: OtherChanges;
}

/** Like `publishDocument`, in every locale. */
export async function publishAllLocales(
  context: ViewContext,
  address: Address,
  on?: Argument,
): Promise<boolean> {
  const service = await publishable(context, address);
  if (!service.type.localized) return publishDocument(context, address, on);
  await requireUnlocked(context.locks, address.connection);
  const { snapshot, title: document, connection } = await readForPreview(context, address);
  const all = (snapshot.facts.locales ?? []).map((locale) => ({ ...address, locale }));
  if (!(await saveFirst(context, all, document))) return false;
  const localizations = await previewAll(context, all);
  const { length: count } = localizations;
  if (count === 0) {
    endWith(
      vscode.l10n.t("{document} is published in every locale and has no unpublished changes.", {
        document,
      }),
    );
  }
  const [only, ...others] = localizations;
  const question =
    only && others.length === 0
      ? vscode.l10n.t("Publish {document} on {connection}?", {
          document: only.previewed.name,
          connection,
        })
      : vscode.l10n.t("Publish {count} locales of {document} on {connection}?", {
          count: numeral(count),
          document,
          connection,
        });
  if (!(await confirmPublish(context, question, localizations, on, service))) return false;
  const doing = vscode.l10n.t("Publishing {document}", { document });
  const results = await withProgress(doing, (signal, say) =>
    publishTogether(
      localizations,
      ({ address: localeAddress, previewed, publishing }) =>
        context.publication.publish(localeAddress, { ...previewed.snapshot, publishing }, signal),
      context,
      {
        signal,
        onItem: (index) => {
          say(`${localizations[index]?.address.locale ?? ""} (${index + 1}/${count})`);
        },
        onStage: progressSteps(say).onStage,
      },
    ),
  );
  const words = publishResultWords(document, results);
  for (const result of results) {
    const failure = failureIn(result);
    if (failure) await showProblems(context, result.item.address, problemLocationsIn(failure));
  }
  if (results.some(failureIn)) void showError(words);
  else if (results.some(({ outcome }) => outcome !== "done")) tell(words);
  else if (results.some((result) => remarksOn(result).length > 0)) void showWarning(words);
  else
    tellDone(
      withoutFullStop(words),
      [],
      unpublishCommand(localizations.map(({ address }) => address)),
    );
  return false;
}

/** Saves texts one by one, because they share fields. False if a save failed. */
export async function saveFirst(
  { texts, connections }: ViewContext,
  all: readonly Address[],
  title: string,
): Promise<boolean> {
  for (const address of all) await texts.takeOver(address);
  const unsaved = () => all.flatMap(openDocuments).filter(({ isDirty }) => isDirty);
  if (unsaved().length === 0) return true;
  await confirm(
    vscode.l10n.t("Save your changes to {document} on {connection} first?", {
      document: title,
      connection: connectionName(connections, all[0]?.connection ?? ""),
    }),
    vscode.l10n.t("You're then asked to confirm what to publish."),
    vscode.l10n.t("Save"),
  );
  // VS Code reports itself why a save was rejected.
  for (const document of unsaved()) if (!(await document.save())) return false;
  return true;
}

async function previewAll(
  context: ViewContext,
  all: readonly Address[],
): Promise<readonly Localization[]> {
  const progressTitle = vscode.l10n.t("Comparing the draft with the published version");
  return withProgress(progressTitle, async (signal) => {
    const outcomes = await Promise.all(
      all.map((address) => context.publication.previewAction("publish", address, { signal })),
    );
    return outcomes.flatMap((outcome, at) => {
      const { snapshot, publishing, elsewhere } = must(outcome);
      const address = all[at];
      if (!address) return [];
      if (snapshot.state === "published" && publishing.changedAttributes.length === 0) return [];
      const previewed = titleOrUntitled(context, address, snapshot);
      return { address, previewed, publishing, elsewhere };
    });
  });
}

/** False if the user chose to look at the problems. */
async function confirmPublish(
  context: ViewContext,
  question: string,
  localizations: readonly Localization[],
  on: Argument | undefined,
  service: TypedService,
): Promise<boolean> {
  const addresses = localizations.map(({ address }) => address);
  const elsewhere = joinOtherChanges(
    localizations.map((localization) => localization.elsewhere),
    addresses,
  );
  const changes = localizations.flatMap(({ address, previewed }) => {
    // The row shows one of the locales.
    const localeRow = addressOf(on)?.locale === address.locale ? on : undefined;
    return changeNoticesOf(previewed, versionSeenBy(context, address, localeRow), service);
  });
  const detailOf = (list: NameList) => [
    ...blockerWords(localizations, list),
    ...localizations.map(({ address, previewed, publishing }) =>
      publishedLocaleWords(address, publishing, previewed.snapshot.state, list),
    ),
    ...changes.map(({ words }) => words),
    ...predictedChangesWords(elsewhere, list),
    ...omittedRelationsWords(
      localizations.map(({ publishing }) => publishing),
      list,
    ),
  ];
  const action =
    localizations.length === 1
      ? vscode.l10n.t("Publish 1 Locale")
      : vscode.l10n.t("Publish {count} Locales", { count: numeral(localizations.length) });
  const blocked = localizations.find(({ publishing }) => publishing.blockers.length > 0);
  const answers = nonEmpty(blocked && showProblemsLabel(), action);
  const versions = localizations.flatMap(({ previewed, publishing }) =>
    versionsOf(previewed, previewed.snapshot.content, publishing, service),
  );
  const answer = await askAboutChange(context, { question, detailOf, answers, changes, versions });
  if (!blocked || answer === action) return true;
  await showProblems(context, blocked.address, blockersAt(blocked.publishing));
  return false;
}
