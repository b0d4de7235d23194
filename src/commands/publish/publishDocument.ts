import * as vscode from "vscode";
import { showInformation, showWarning, tell, tellDone } from "../../host/surfaces/messages.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { reportRemarks } from "../../texts/shared/changeReportWords.ts";
import { withRemarks } from "../../texts/shared/nameList.ts";
import { relationWords } from "../../texts/publish/versionDifferenceWords.ts";
import { predictedChangesWords } from "../../texts/shared/otherChangeWords.ts";
import {
  askToSendAllFields,
  sendAllFieldsLabel,
} from "../../host/failures/failureNotifications.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { merge } from "../../model/content/merge.ts";
import { differingAttributes } from "../../model/documents/versionDifferences.ts";
import { publishTogether } from "../../model/publish/groupPublication.ts";
import type { OtherChanges } from "../../model/journal/otherChange.ts";
import type { PublishPreview } from "../../model/publish/publishPreview.ts";
import { readForPreview, versionSeenBy } from "../shared/previewedDocument.ts";
import type { PreviewedDocument, SeenVersion } from "../shared/previewedDocument.ts";
import { askWithChangeNotice, changeNoticesOf } from "../shared/changeNotices.ts";
import {
  omittedElsewhereWords,
  publishWithRelationsLabel,
  publishedChangesWords,
  unchangedLocalesWords,
  whyNotPublished,
} from "./publishNotices.ts";
import { problemLocationsIn } from "../../editor/edit/problems.ts";
import { isUser } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { openDocument } from "../shared/openDocument.ts";
import type { Failure } from "../../model/failure.ts";
import type { Argument } from "../shared/targets.ts";
import type { ViewContext } from "../shared/commandContexts.ts";

interface PublishRequest {
  readonly previewed: PreviewedDocument;
  /** The content of the draft after unsaved changes are saved. */
  readonly content: JsonObject;
  readonly unsaved: vscode.TextDocument | undefined;
  readonly publishing: PublishPreview;
  readonly elsewhere: OtherChanges;
}

/** Publishes after one confirmation; saves unsaved changes first. */
export async function publishDocument(
  context: ViewContext,
  address: Address,
  withRelations: () => Promise<void>,
  on?: Argument,
): Promise<void> {
  const service = await publishable(context, address);
  await requireUnlocked(context.locks, address.connection);
  await context.texts.takeOver(address);
  let seenVersion = versionSeenBy(context, address, on);
  // If anything changes while a question is open, the user is asked again.
  for (;;) {
    const request = await prepare(context, address, service);
    if (hasNothingToDo(request)) {
      await tellRefusal(request, withRelations);
      return;
    }
    const answer = await confirmPublish(context, request, seenVersion, service);
    if (answer === publishWithRelationsLabel()) {
      if (await isSaved(request)) await withRelations();
      return;
    }
    if (await publishWithProgress(context, request, service)) return;
    const { previewed, content } = request;
    seenVersion = { ...previewed.snapshot, content, text: toText(content) };
  }
}

async function prepare(
  context: ViewContext,
  address: Address,
  service: TypedService,
): Promise<PublishRequest> {
  const previewed = await readForPreview(context, address);
  const { snapshot } = previewed;
  const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
  const content = unsaved ? withUnsaved(context, previewed, unsaved, service) : snapshot.content;
  const isChanged = unsaved !== undefined && snapshot.state === "published";
  const progressTitle = vscode.l10n.t("Comparing the draft with the published version");
  return withProgress(progressTitle, async (signal) => {
    const { publication } = context;
    const draft = { ...snapshot, content, ...(isChanged && { state: "modified" as const }) };
    const publishing = must(await publication.previewPublish(address, draft, signal));
    const elsewhere = must(await publication.otherChanges("publish", address, signal));
    return { previewed, content, unsaved, publishing, elsewhere };
  });
}

const hasNothingToDo = ({ previewed, unsaved, publishing }: PublishRequest): boolean =>
  previewed.snapshot.state === "published" && !unsaved && publishing.changedAttributes.length === 0;

/** Offers to publish the targets of the document's relations. */
async function tellRefusal(
  { previewed: { name }, publishing }: PublishRequest,
  withRelations: () => Promise<void>,
): Promise<void> {
  const words = vscode.l10n.t("{document} is published and has no unpublished changes.", {
    document: name,
  });
  if (publishing.omitted.length === 0) {
    tell(words);
    return;
  }
  const lacks = vscode.l10n.t(
    "The published version has no relations to unpublished documents: {relations}.",
    { relations: relationWords(publishing.omitted) },
  );
  const label = publishWithRelationsLabel();
  const answer = await showInformation(`${words} ${lacks}`, label);
  if (answer === label) await withRelations();
}

/** VS Code reports itself why a save was rejected. */
const isSaved = async ({ unsaved }: PublishRequest): Promise<boolean> => !unsaved || unsaved.save();

function withUnsaved(
  { documents }: ViewContext,
  { address, snapshot, name }: PreviewedDocument,
  unsaved: vscode.TextDocument,
  service: TypedService,
): JsonObject {
  const mine = must(
    fromText(unsaved.getText()),
    vscode.l10n.t("{document} was not published.", { document: name }),
  );
  const base = fromText(documents.baseText(address) ?? "")[1] ?? snapshot.content;
  return merge({ base, mine, theirs: snapshot.content }, service).merged;
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
  const { name, connection } = previewed;
  const question = isAgain
    ? vscode.l10n.t("Publish {document} on {connection} again?", { document: name, connection })
    : vscode.l10n.t("Publish {document} on {connection}?", { document: name, connection });
  const others = publishing.omitted.length > 0 ? [publishWithRelationsLabel()] : [];
  const first = unsaved ? vscode.l10n.t("Save and Publish") : vscode.l10n.t("Publish");
  const action = isAgain ? vscode.l10n.t("Publish Again") : first;
  return askWithChangeNotice(context, question, detail, [action, ...others], changes);
}

/** False if it would publish something the question did not name: then the user is asked again. */
async function publishWithProgress(
  context: ViewContext,
  request: PublishRequest,
  service: TypedService,
): Promise<boolean> {
  const { previewed, content, unsaved, publishing, elsewhere } = request;
  const { address, name } = previewed;
  if (!(await isSaved(request))) return true;
  const { snapshot } = unsaved ? await readForPreview(context, address) : previewed;
  if (differingAttributes({ before: content, after: snapshot.content }, service).length > 0)
    return false;
  const title = vscode.l10n.t("Publishing {document}", { document: name });
  const { publication } = context;
  const [result] = await withProgress(title, (signal) =>
    publishTogether(
      [{ address }],
      () => publication.publish(address, { ...snapshot, publishing, elsewhere }, signal),
      context,
      { signal },
    ),
  );
  const failure = result?.failure;
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) {
    await showRefusal(context, address, failure);
    must([failure, null], whyNotPublished(failure, name));
  }
  void reportPublish(context, request, result);
  return true;
}

/** Offers to send all fields if the service changed what was not sent. */
async function reportPublish(
  { connections }: ViewContext,
  { previewed, publishing }: PublishRequest,
  { report, compared }: Pick<ItemResult<unknown>, "report" | "compared"> = {},
): Promise<void> {
  const { address, name: document, connection } = previewed;
  const words = vscode.l10n.t("Published {document} on {connection}", { document, connection });
  const remarks = [...reportRemarks(report), ...omittedElsewhereWords(compared, publishing)];
  if (report?.partialType === undefined) {
    tellDone(words, remarks);
    return;
  }
  const answer = await showWarning(withRemarks(words, remarks), sendAllFieldsLabel());
  if (answer !== sendAllFieldsLabel()) return;
  const next = vscode.l10n.t("Values that the service has already changed stay.");
  const { connection: id, type } = address;
  await askToSendAllFields(connections, { connection: id, type, next });
}

/** The service of a document that can be published. Otherwise, the command ends. */
export async function publishable(
  { catalogs }: ViewContext,
  address: Address,
): Promise<TypedService> {
  if (isUser(address)) endWith(vscode.l10n.t("Users can't be published."));
  const service = must(await catalogs.type(address.connection, address.type));
  if (service.type.draftAndPublish) return service;
  return endWith(
    vscode.l10n.t("The content type {type} has no drafts. Saving publishes immediately.", {
      type: headingOf(service.type),
    }),
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
  revealFirst(vscode.window.activeTextEditor);
}

/** Scrolls to the first problem, because a field may be far below the visible lines. */
function revealFirst(editor: vscode.TextEditor | undefined): void {
  const diagnostics = editor ? vscode.languages.getDiagnostics(editor.document.uri) : [];
  const first = diagnostics.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  if (!editor || !first) return;
  editor.selection = new vscode.Selection(first.range.start, first.range.start);
  editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
