import * as vscode from "vscode";
import { must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import type { ChangeReport } from "../../model/writing/changeReport.ts";
import { reportRemarks } from "../../texts/shared/changeReportWords.ts";
import { tellDone } from "../../host/surfaces/messages.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { Failure } from "../../model/failure.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { Draft, SnapshotWithStatus } from "../../model/documents/snapshotReader.ts";
import type { PublicationStatus } from "../../model/content/publicationStatus.ts";
import { rowOf, type Argument } from "./targets.ts";
import type { ChangeContext } from "./commandContexts.ts";

/** The version that the user sees: a row, of which only the version is known, or a text. */
export type SeenVersion = Pick<Draft, "version"> &
  Partial<
    Pick<Draft, "content" | "text" | "localeVersions"> & Pick<PublicationStatus, "publishedAt">
  >;

/** A document as it is on the service now, and its name in a question. */
export interface PreviewedDocument {
  readonly address: Address;
  readonly snapshot: SnapshotWithStatus;
  /** The title in quotes. */
  readonly title: string;
  /** The title in quotes, and the locale. */
  readonly name: string;
  /** The connection as a question names it, such as `Magazine (Production)`. */
  readonly connection: string;
}

export async function readForPreview(
  context: ChangeContext,
  address: Address,
  action: "delete" | "change" = "change",
): Promise<PreviewedDocument> {
  const progressTitle = vscode.l10n.t("Reading the document");
  const readSnapshot = (signal: AbortSignal) =>
    action === "delete"
      ? context.publication.previewDelete(address, signal)
      : context.publication.preview(address, signal);
  return titleOrUntitled(context, address, await runTask(progressTitle, readSnapshot));
}

export function titleOrUntitled(
  { connections }: ChangeContext,
  address: Address,
  snapshot: SnapshotWithStatus,
): PreviewedDocument {
  const title = `'${snapshot.title || untitled()}'`;
  return {
    address,
    snapshot,
    title,
    name: address.locale ? `${title} (${address.locale})` : title,
    connection: connectionName(connections, address.connection),
  };
}

/**
 * Creates a deleted document again from its journal entry. With a locale, only the localization that
 * was deleted.
 */
export const restoreCommand = (
  { connection, type, id }: Address,
  locale?: string,
): vscode.Command => ({
  title: vscode.l10n.t("Undo"),
  command: "cms.document.restoreDeleted",
  arguments: [{ deleted: { connection, type, id, ...(locale && { locale }) } }],
});

/**
 * False if the question did not name all that changes. `whyNot` says whether the action failed, or
 * whether that is unknown. `undo` takes the action back; false if nothing can.
 */
export async function actWithProgress(
  action: (signal: AbortSignal) => Promise<Outcome<ChangeReport, Failure>>,
  doing: string,
  done: string,
  whyNot: (failure: Failure) => string,
  undo: vscode.Command | false,
): Promise<boolean> {
  const [failure, report] = await withProgress(doing, action);
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) must([failure, null], whyNot(failure));
  else tellDone(done, reportRemarks(report), undo || undefined);
  return true;
}

/** The documentId of the document that was read, or its id where it has none. */
export function documentIdIn({ address, snapshot }: PreviewedDocument): string {
  const { documentId = snapshot.content["documentId"] } = snapshot.facts;
  return typeof documentId === "string" ? documentId : address.id;
}

/** The version that the user saw last: the editor's text, or otherwise the row. */
export function versionSeenBy(
  { documents }: ChangeContext,
  address: Address,
  on?: Argument,
): SeenVersion | undefined {
  const read = documents.editorSnapshot(address);
  if (read) return { ...read, ...read.publication.knownValue };
  // The window has not read the document itself if it restored unsaved changes.
  const base = documents.base(address);
  if (base) return base;
  const row = rowOf(on);
  return row?.kind === "document" ? { version: Date.parse(row.updatedAt) } : undefined;
}
