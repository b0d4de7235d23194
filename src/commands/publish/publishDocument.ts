import * as vscode from "vscode";
import { showInformation, showWarning, tell, tellDone } from "../../host/surfaces/messages.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { reportRemarks, predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { withRemarks } from "../../texts/shared/nameList.ts";
import { relationWords } from "../../texts/publish/versionDifferenceWords.ts";
import {
  askToSendAllFields,
  sendAllFieldsLabel,
} from "../../host/failures/failureNotifications.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import { merge } from "../../model/content/merge.ts";
import { differingAttributes } from "../../model/documents/versionDifferences.ts";
import { publishTogether } from "../../model/publish/groupPublication.ts";
import { readForPreview, versionSeenBy, type SeenVersion } from "../shared/previewedDocument.ts";
import { askWithChangeNotice, changeNoticesOf } from "../shared/changeNotices.ts";
import {
  omittedElsewhereWords,
  publishWithRelationsLabel,
  publishedChangesWords,
  unchangedLocalesWords,
  whyNotPublished,
} from "./publishNotices.ts";
import { problemLocationsIn } from "../../editor/edit/problems.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { openDocument } from "../shared/openDocument.ts";
import type { Failure } from "../../model/failure.ts";
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
  const previewed = await readForPreview(context, address);
  const { snapshot, name: document } = previewed;
  const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
  let { content } = snapshot;
  if (unsaved) {
    const words = vscode.l10n.t("{document} was not published.", { document });
    const mine = must(fromText(unsaved.getText()), words);
    const base = documents.base(address, mine)?.content ?? content;
    content = merge({ base, mine, theirs: content }, service).merged;
  }
  const isChanged = unsaved !== undefined && snapshot.state === "published";
  const draft = { ...snapshot, content, ...(isChanged && { state: "modified" as const }) };
  const progressTitle = vscode.l10n.t("Comparing the draft with the published version");
  return withProgress(progressTitle, async (signal) => {
    const publishing = must(await publication.previewPublish(address, draft, signal));
    const elsewhere = must(await publication.otherChanges("publish", address, signal));
    return { previewed, content, unsaved, publishing, elsewhere };
  });
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
  { previewed, unsaved, publishing, elsewhere }: PublishRequest,
  seenVersion: SeenVersion | undefined,
  service: TypedService,
): Promise<string> {
  const changes = changeNoticesOf(previewed, seenVersion, service);
  const isAgain = previewed.snapshot.state === "published" && !unsaved;
  const detail = [
    ...(unsaved ? [vscode.l10n.t("Your changes are saved first.")] : []),
    ...changes.map(({ words }) => words),
    publishedChangesWords(publishing, isAgain),
    ...predictedChangesWords(elsewhere),
    ...unchangedLocalesWords(publishing),
  ];
  const { name: document, connection } = previewed;
  const question = isAgain
    ? vscode.l10n.t("Publish {document} on {connection} again?", { document, connection })
    : vscode.l10n.t("Publish {document} on {connection}?", { document, connection });
  const others = publishing.omitted.length > 0 ? [publishWithRelationsLabel()] : [];
  const first = unsaved ? vscode.l10n.t("Save and Publish") : vscode.l10n.t("Publish");
  const action = isAgain ? vscode.l10n.t("Publish Again") : first;
  return askWithChangeNotice(context, question, detail, [action, ...others], changes);
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
    await showRefusal(context, address, failure);
    must([failure, null], whyNotPublished(failure, document));
  }
  const words = vscode.l10n.t("Published {document} on {connection}", { document, connection });
  const remarks = [...reportRemarks(report), ...omittedElsewhereWords(compared, publishing)];
  if (report?.partialType === undefined) tellDone(words, remarks);
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
export async function showRefusal(
  context: ViewContext,
  address: Address,
  failure: Failure,
): Promise<void> {
  const locations = problemLocationsIn(failure);
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
