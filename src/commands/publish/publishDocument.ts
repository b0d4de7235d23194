import * as vscode from "vscode";
import { showInformation, showWarning, tell, tellDone } from "../../host/surfaces/messages.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { reportRemarks, predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { nonEmpty, withRemarks, type NameList } from "../../texts/shared/nameList.ts";
import { relationWords } from "../../texts/publish/versionDifferenceWords.ts";
import {
  askToSendAllFields,
  sendAllFieldsLabel,
} from "../../host/failures/failureNotifications.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import { merge } from "../../model/content/merge.ts";
import { differingAttributes } from "../../model/documents/versionDifferences.ts";
import { publishTogether } from "../../model/publish/groupPublication.ts";
import {
  readForPreview,
  titleOrUntitled,
  versionSeenBy,
  type SeenVersion,
} from "../shared/previewedDocument.ts";
import type { SnapshotWithStatus } from "../../model/documents/snapshotReader.ts";
import { askAboutChange, changeNoticesOf } from "../shared/changeNotices.ts";
import {
  blockersAt,
  blockerWords,
  omittedElsewhereWords,
  publishWithRelationsLabel,
  publishedChangesWords,
  showProblemsLabel,
  unchangedLocalesWords,
  unpublishCommand,
  versionsOf,
  whyNotPublished,
} from "./publishNotices.ts";
import { problemLocationsIn, type ProblemLocation } from "../../editor/edit/problems.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { openDocument } from "../shared/openDocument.ts";
import type { Argument } from "../shared/targets.ts";
import type { ViewContext } from "../shared/commandContexts.ts";
import type { Connections } from "../../model/connect/connections.ts";

type PublishRequest = Awaited<ReturnType<typeof prepare>>;

/**
 * Publishes after one confirmation; saves unsaved changes first. True if the user chose to publish
 * with relations instead.
 */
export async function publishDocument(
  context: ViewContext,
  address: Address,
  on?: Argument,
): Promise<boolean> {
  const service = await publishable(context, address);
  await requireUnlocked(context.locks, address.connection);
  await context.texts.takeOver(address);
  let seenVersion = versionSeenBy(context, address, on);
  // If anything changes while a question is open, the user is asked again.
  for (;;) {
    const request = await prepare(context, address, service);
    const { previewed, content, unsaved, publishing } = request;
    const { state } = previewed.snapshot;
    if (state === "published" && !unsaved && publishing.changedAttributes.length === 0)
      return tellRefusal(request);
    const answer = await confirmPublish(context, request, seenVersion, service);
    if (answer === showProblemsLabel()) {
      await showProblems(context, address, blockersAt(publishing));
      return false;
    }
    // VS Code reports itself why a save was rejected.
    if (unsaved && !(await unsaved.save())) return false;
    if (answer === publishWithRelationsLabel()) return true;
    if (await publishWithProgress(context, request, service)) return false;
    seenVersion = { ...previewed.snapshot, content, text: toText(content) };
  }
}

/** `content` is the content of the draft after unsaved changes are saved. */
async function prepare(context: ViewContext, address: Address, service: TypedService) {
  const { documents, publication } = context;
  const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
  const draftOf = (snapshot: SnapshotWithStatus): SnapshotWithStatus => {
    if (!unsaved) return snapshot;
    const { name: document } = titleOrUntitled(context, address, snapshot);
    const words = vscode.l10n.t("{document} was not published.", { document });
    const mine = must(fromText(unsaved.getText()), words);
    const base = documents.base(address, mine)?.content ?? snapshot.content;
    const { merged: content } = merge({ base, mine, theirs: snapshot.content }, service);
    const isChanged = snapshot.state === "published";
    return { ...snapshot, content, ...(isChanged && { state: "modified" as const }) };
  };
  const progressTitle = vscode.l10n.t("Comparing the draft with the published version");
  const { snapshot, draft, ...preview } = await runTask(progressTitle, (signal) =>
    publication.previewAction("publish", address, { draftOf, signal }),
  );
  const previewed = titleOrUntitled(context, address, snapshot);
  return { previewed, content: draft.content, unsaved, ...preview };
}

/** Offers to publish the targets of the document's relations. True if the user accepts. */
async function tellRefusal({ previewed: { name }, publishing }: PublishRequest): Promise<boolean> {
  const words = vscode.l10n.t("{document} is published and has no unpublished changes.", {
    document: name,
  });
  if (publishing.omitted.length === 0) {
    tell(words);
    return false;
  }
  const lacks = vscode.l10n.t(
    "The published version has no relations to unpublished documents: {relations}.",
    { relations: relationWords(publishing.omitted) },
  );
  const label = publishWithRelationsLabel();
  return (await showInformation(`${words} ${lacks}`, label)) === label;
}

async function confirmPublish(
  context: ViewContext,
  { previewed, content, unsaved, publishing, elsewhere }: PublishRequest,
  seenVersion: SeenVersion | undefined,
  service: TypedService,
): Promise<string> {
  const changes = changeNoticesOf(previewed, seenVersion, service);
  const { address, name: document, connection } = previewed;
  const isAgain = previewed.snapshot.state === "published" && !unsaved;
  const detailOf = (list: NameList) => [
    ...blockerWords([{ address, publishing }], list),
    ...(unsaved ? [vscode.l10n.t("Your changes are saved first.")] : []),
    ...changes.map(({ words }) => words),
    publishedChangesWords(publishing, isAgain, list),
    ...predictedChangesWords(elsewhere, list),
    ...unchangedLocalesWords(publishing, list),
  ];
  const question = isAgain
    ? vscode.l10n.t("Publish {document} on {connection} again?", { document, connection })
    : vscode.l10n.t("Publish {document} on {connection}?", { document, connection });
  const first = unsaved ? vscode.l10n.t("Save and Publish") : vscode.l10n.t("Publish");
  const answers = nonEmpty(
    publishing.blockers.length > 0 && showProblemsLabel(),
    isAgain ? vscode.l10n.t("Publish Again") : first,
    publishing.omitted.length > 0 && publishWithRelationsLabel(),
  );
  const versions = versionsOf(previewed, content, publishing, service);
  return askAboutChange(context, { question, detailOf, answers, changes, versions });
}

/** False if it would publish something the question did not name: then the user is asked again. */
async function publishWithProgress(
  context: ViewContext,
  { previewed, content, unsaved, publishing, elsewhere }: PublishRequest,
  service: TypedService,
): Promise<boolean> {
  const { publication, connections } = context;
  const { address, name: document, connection } = previewed;
  const { snapshot } = unsaved ? await readForPreview(context, address) : previewed;
  if (differingAttributes({ before: content, after: snapshot.content }, service).length > 0)
    return false;
  const [result] = await withProgress(
    vscode.l10n.t("Publishing {document}", { document }),
    (signal) =>
      publishTogether(
        [{ address }],
        () => publication.publish(address, { ...snapshot, publishing, elsewhere }, signal),
        context,
        { signal },
      ),
  );
  const { failure, report, compared } = result ?? {};
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) {
    await showProblems(context, address, problemLocationsIn(failure));
    must([failure, null], whyNotPublished(failure, document));
  }
  const words = vscode.l10n.t("Published {document} on {connection}", { document, connection });
  const remarks = [...reportRemarks(report), ...omittedElsewhereWords(compared, publishing)];
  if (report?.partialType === undefined) tellDone(words, remarks, unpublishCommand([address]));
  else void offerToSendAllFields(connections, address, withRemarks(words, remarks));
  return true;
}

/** After the service changed what was not sent. */
async function offerToSendAllFields(
  connections: Connections,
  { connection, type }: Address,
  words: string,
): Promise<void> {
  const answer = await showWarning(words, sendAllFieldsLabel());
  if (answer !== sendAllFieldsLabel()) return;
  const next = vscode.l10n.t("Values that the service has already changed stay.");
  await askToSendAllFields(connections, { connection, type, next });
}

/** The service of a document that can be published. Otherwise, the command ends. */
export async function publishable(
  { catalogs }: ViewContext,
  address: Address,
): Promise<TypedService> {
  if (isUser(address)) endWith(vscode.l10n.t("Users can't be published."));
  const service = must(await catalogs.type(address.connection, address.type));
  if (service.type.draftAndPublish) return service;
  const type = headingOf(service.type);
  return endWith(
    vscode.l10n.t("The content type {type} has no drafts. Saving publishes immediately.", { type }),
  );
}

/** Shows at the fields the problems that the service reports only in a publish. */
export async function showProblems(
  context: ViewContext,
  address: Address,
  locations: readonly ProblemLocation[],
): Promise<void> {
  if (locations.length === 0) return;
  await openDocument(context, address);
  context.problems.show(address, locations);
  const editor = vscode.window.activeTextEditor;
  const diagnostics = editor ? vscode.languages.getDiagnostics(editor.document.uri) : [];
  const first = diagnostics.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  if (!editor || !first) return;
  // The field may be far below the visible lines.
  editor.selection = new vscode.Selection(first.range.start, first.range.start);
  editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
