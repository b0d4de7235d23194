import * as vscode from "vscode";
import { must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { untitled } from "../host/words.ts";
import type { Address } from "../model/address.ts";
import type { ContentType } from "../model/catalog.ts";
import type { Documents } from "../model/documents.ts";
import type { Lifecycle } from "../model/lifecycle.ts";
import type { Snapshot } from "../model/reader.ts";
import type { Row } from "../model/rows.ts";
import type { HasAddress, Models } from "./targets.ts";

/** What commands on a document act through. */
export interface Acting extends Models {
  readonly documents: Documents;
  readonly lifecycle: Lifecycle;
}

/** A row of the tree, or the URI of the editor whose button was pressed. */
export type Argument = (Partial<HasAddress> & { readonly row?: Row }) | vscode.Uri;

/** A document as it is on the service now, and how a question names it. */
export interface Looked {
  readonly snapshot: Snapshot;
  /** The title in quotes. */
  readonly title: string;
  /** The title in quotes, and the locale. */
  readonly name: string;
  /** The connection's name. */
  readonly connection: string;
  /** What a person should hear who has an older version before their eyes. */
  readonly news: readonly string[];
}

/** Looks at a document before it is asked about, and compares it with what the person sees of it. */
export async function look(acting: Acting, address: Address, seen?: Argument): Promise<Looked> {
  const { lifecycle, connections } = acting;
  const reading = vscode.l10n.t("Reading the document");
  const snapshot = must(await withProgress(reading, (signal) => lifecycle.look(address, signal)));
  const title = `'${snapshot.title || untitled()}'`;
  const version = seenVersion(acting, address, seen);
  return {
    snapshot,
    title,
    name: address.locale ? `${title} (${address.locale})` : title,
    connection: connections.get(address.connection)?.name ?? "",
    news: version === undefined || version === snapshot.version ? [] : [changedSince()],
  };
}

/** The version that the person has before their eyes: the editor's, else the row's. */
function seenVersion({ documents }: Acting, address: Address, seen?: Argument): number | undefined {
  const row = seen && "row" in seen ? seen.row : undefined;
  const listed = row?.kind === "document" ? Date.parse(row.updatedAt) : undefined;
  return documents.seenVersion(address) ?? listed;
}

const changedSince = (): string =>
  vscode.l10n.t("It was changed on the service since you saw it: this acts on the newer version.");

export const typeOf = async (
  { catalogs }: Acting,
  { connection, type }: Address,
): Promise<ContentType> => must(await catalogs.type(connection, type)).type;
