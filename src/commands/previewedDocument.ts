import * as vscode from "vscode";
import type { ComparedSides } from "../editor/comparedSides.ts";
import type { Problems } from "../editor/problems.ts";
import type { Versions } from "../editor/versions.ts";
import type { TextFiles } from "../files/textFiles.ts";
import { must } from "../host/commandFailure.ts";
import { runTask, withProgress } from "../host/progress.ts";
import type { ChangeReport } from "../model/changes/writing/changeReport.ts";
import { reportRemarks } from "../texts/changeReportWords.ts";
import { tellDone } from "../host/surfaces/messages.ts";
import { connectionName } from "../texts/environmentWords.ts";
import { untitled } from "../texts/words.ts";
import type { Failure } from "../model/failure.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Outcome } from "../model/foundation/outcome.ts";
import type { Journal } from "../model/changes/journal/journal.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import { fromText, versionOfText } from "../model/content/documentText.ts";
import type { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import type { Draft, Reader, SnapshotWithStatus } from "../model/documents/reader.ts";
import type { PublicationStatus } from "../model/content/publicationStatus.ts";
import { rowOf } from "./targets.ts";
import type { Argument, ServiceContext } from "./targets.ts";

export interface ChangeContext extends ServiceContext {
  readonly documents: Documents;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly reader: Reader;
  readonly versions: Versions;
}

export interface ViewContext extends ChangeContext {
  readonly comparedSides: ComparedSides;
  readonly problems: Problems;
  readonly texts: TextFiles;
}

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
      ? context.lifecycle.previewDelete(address, signal)
      : context.lifecycle.preview(address, signal);
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

interface ActionTexts {
  readonly doing: string;
  readonly done: string;
  /** Says whether the action failed, or whether that is unknown. */
  readonly failed: (failure: Failure) => string;
}

/** False if the question did not name all that changes. */
export async function actWithProgress(
  action: (signal: AbortSignal) => Promise<Outcome<ChangeReport, Failure>>,
  { doing, done, failed }: ActionTexts,
): Promise<boolean> {
  const [failure, report] = await withProgress(doing, action);
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) must([failure, null], failed(failure));
  else tellDone(done, reportRemarks(report));
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
  const row = rowOf(on);
  const fromRow = row?.kind === "document" ? { version: Date.parse(row.updatedAt) } : undefined;
  const read = documents.editorSnapshot(address);
  if (read) return { ...read, ...read.publication.knownValue };
  return versionInBase(documents.baseText(address)) ?? fromRow;
}

/** The base of the unsaved changes, where the window has not read the document itself. */
function versionInBase(text: string | undefined): SeenVersion | undefined {
  const version = versionOfText(text ?? "");
  const [, content] = fromText(text ?? "");
  return text && version && content ? { version, content, text } : undefined;
}
