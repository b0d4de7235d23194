import * as vscode from "vscode";
import type { ComparedSides } from "../editor/comparedSides.ts";
import type { Problems } from "../editor/problems.ts";
import type { Versions } from "../editor/versions.ts";
import type { TextFiles } from "../files/textFiles.ts";
import { must } from "../host/commandFailure.ts";
import { withProgress } from "../host/progress.ts";
import { connectionName } from "../host/words/environmentWords.ts";
import { untitled } from "../host/words/words.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import { fromText, versionOfText } from "../model/documents/content/documentText.ts";
import type { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import type { Draft, SnapshotWithStatus } from "../model/documents/snapshot/reader.ts";
import type { Row } from "../model/query/listing/rows.ts";
import type { PublicationStatus } from "../model/documents/snapshot/publicationStatus.ts";
import type { HasAddress, TargetDependencies } from "./targets.ts";

/** What commands on a document act through. */
export interface DocumentActions extends TargetDependencies {
  readonly documents: Documents;
  readonly lifecycle: Lifecycle;
}

/** What commands need that show a document beside what they ask. */
export interface DocumentViews extends DocumentActions {
  readonly versions: Versions;
  readonly comparedSides: ComparedSides;
  readonly problems: Problems;
  readonly texts: TextFiles;
}

/** A row of the tree, or the URI of the editor whose button was pressed. */
export type Argument = (Partial<HasAddress> & { readonly row?: Row }) | vscode.Uri;

/** What a person has before their eyes: a row, of which only the version is known, or a text. */
export type SeenVersion = Pick<Draft, "version"> &
  Partial<
    Pick<Draft, "content" | "text" | "localeVersions"> & Pick<PublicationStatus, "publishedAt">
  >;

/** A document as it is on the service now, and how a question names it. */
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

/** Looks at a document before it is asked about. */
export async function readForPreview(
  acting: DocumentActions,
  address: Address,
): Promise<PreviewedDocument> {
  const reading = vscode.l10n.t("Reading the document");
  const looking = (signal: AbortSignal) => acting.lifecycle.preview(address, signal);
  return titleOrUntitled(acting, address, must(await withProgress(reading, looking)));
}

export function titleOrUntitled(
  { connections }: DocumentActions,
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

/** The documentId of what was looked at; of what has none, its id. */
export function documentIdIn({ address, snapshot }: PreviewedDocument): string {
  const { documentId = snapshot.content["documentId"] } = snapshot.facts;
  return typeof documentId === "string" ? documentId : address.id;
}

/** What the person saw last: the editor's text, else the row. */
export function versionSeenBy(
  { documents }: DocumentActions,
  address: Address,
  on?: Argument,
): SeenVersion | undefined {
  const row = on && "row" in on ? on.row : undefined;
  const fromRow = row?.kind === "document" ? { version: Date.parse(row.updatedAt) } : undefined;
  const read = documents.editorSnapshot(address);
  if (read) return { ...read, ...read.publication.now };
  return journalWords(documents.baseText(address)) ?? fromRow;
}

/** What unsaved changes are changes of, where the window has not read the document itself. */
function journalWords(text: string | undefined): SeenVersion | undefined {
  const version = versionOfText(text ?? "");
  const [, content] = fromText(text ?? "");
  return text && version && content ? { version, content, text } : undefined;
}
