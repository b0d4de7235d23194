import * as vscode from "vscode";
import { contentOf, JsonLocations, rangeOf } from "../../editor/shared/jsonLocations.ts";
import { openTab } from "../../files/shared/openEditors.ts";
import { fromUri, toUri } from "../../files/shared/documentUri.ts";
import { must, Guidance } from "../../host/shared/commandFailure.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { locateText } from "../../model/content/textMatch.ts";
import { isSame, singleId, usersType } from "../../model/foundation/address.ts";
import type { Address } from "../../model/foundation/address.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { choose } from "../../host/shared/prompts.ts";
import { connectionsToService, fromLinkQuery, toLinkQuery } from "../../model/find/documentLink.ts";
import { connectionChoice } from "./targets.ts";
import type { ChangeContext } from "./commandContexts.ts";

type OpenDependencies = Pick<ChangeContext, "catalogs" | "connections" | "documents">;

/** Shows the document's tab, whatever title it was opened under; otherwise opens one. */
export async function openDocument(
  context: OpenDependencies,
  address: Address,
  rowName?: string,
  options?: OpenOptions,
): Promise<void> {
  const uri = await uriOf(context, address, rowName);
  await vscode.commands.executeCommand("vscode.open", uri, options);
}

/**
 * Opens a document and selects a text that a search found in it. `field` is the field of the match,
 * such as `seo.metaTitle`; empty if it isn't known.
 */
export async function openAtText(
  context: OpenDependencies,
  address: Address,
  rowName: string,
  { text, field }: { readonly text: string; readonly field: string },
  options?: OpenOptions,
): Promise<void> {
  await openDocument(context, address, rowName, options);
  const editor = visibleEditor(address);
  const match = editor && locateText(contentOf(editor.document), text, field);
  if (!match) return;
  const locations = new JsonLocations(editor.document.getText());
  const span = locations.part(match.path, match.start, match.length);
  select(editor, rangeOf(editor.document, span));
}

/**
 * The editor of a document, in the active group if there is one in each. Undefined if the user
 * closed or replaced it while it was read, and if it can't be read: its tab says why.
 */
function visibleEditor(address: Address): vscode.TextEditor | undefined {
  const editors = vscode.window.visibleTextEditors.filter(({ document }) => {
    const editorAddress = fromUri(document.uri);
    return editorAddress && isSame(editorAddress, address);
  });
  const { viewColumn } = vscode.window.tabGroups.activeTabGroup;
  return editors.find((editor) => editor.viewColumn === viewColumn) ?? editors[0];
}

function select(editor: vscode.TextEditor, range: vscode.Range): void {
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

type OpenOptions = vscode.ViewColumn | vscode.TextDocumentShowOptions;

async function uriOf(
  { connections, documents, catalogs }: OpenDependencies,
  address: Address,
  rowName: string | undefined,
): Promise<vscode.Uri> {
  const uri = openTab(address);
  if (uri) return uri;
  let title = rowName;
  if (title === undefined) {
    const progressTitle = vscode.l10n.t("Reading the document");
    const outcome = await withProgress(progressTitle, () => documents.read(address));
    // The command that opens it reports the failure and its remedies.
    title =
      outcome[0]?.code === "nothing-yet"
        ? must(await catalogs.type(address.connection, address.type)).type.displayName
        : must(outcome).title;
  }
  const connectionName = connections.get(address.connection)?.name ?? "";
  return toUri(address, { connectionName, title: title || untitled() });
}

export const openBeside = (
  context: OpenDependencies,
  address: Address,
  rowName?: string,
): Promise<void> => openDocument(context, address, rowName, vscode.ViewColumn.Beside);

/** Opens a document for an edit of its title, which is selected. */
export async function openAtTitle(
  context: OpenDependencies,
  address: Address,
  rowName?: string,
): Promise<void> {
  await openDocument(context, address, rowName, { preview: false });
  const editor = visibleEditor(address);
  if (!editor) return;
  const { document } = editor;
  const { titleField } = must(await serviceFor(address, {}, context.catalogs)).type;
  const value = titleField && new JsonLocations(document.getText()).written([titleField]);
  if (!value || value.type !== "string") return;
  // Without the quotation marks.
  const { offset, length } = value;
  select(editor, rangeOf(document, { offset: offset + 1, length: length - 2 }));
}

const path = "/open";

/** A link that opens a document here, and on any computer with a connection to its service. */
export function linkTo(
  { connections }: OpenDependencies,
  address: Address,
  extension: string,
): string {
  const connection = connections.get(address.connection);
  if (!connection) throw new Guidance(vscode.l10n.t("The connection was removed."));
  return `${vscode.env.uriScheme}://${extension}${path}?${toLinkQuery(address, connection)}`;
}

/**
 * Opens the document that a link names, on an existing connection. A link may come from any source.
 * So it never adds a connection or sends requests elsewhere.
 */
export async function openLink(context: OpenDependencies, uri: vscode.Uri): Promise<void> {
  const link = uri.path === path ? fromLinkQuery(uri.query) : undefined;
  if (!link) throw noDocument();
  const { url, type: name, id, locale: linkLocale } = link;
  const matchingConnections = connectionsToService(url, context.connections.all);
  if (matchingConnections.length === 0) {
    throw new Guidance(vscode.l10n.t("There is no connection to {url}. Add one first.", { url }));
  }
  const title = vscode.l10n.t("Choose a Connection");
  const { id: connection } = await choose(matchingConnections.map(connectionChoice), { title });
  const address = { connection, type: name, id };
  if (name === usersType) {
    await openDocument(context, address);
    return;
  }
  const { type, catalog } = must(await context.catalogs.type(connection, name));
  if ((type.kind === "single") !== (id === singleId)) throw noDocument();
  const { locales, defaultLocale } = catalog;
  const locale = type.localized ? (linkLocale ?? defaultLocale) : undefined;
  if (locale !== undefined && locales.length > 0 && !locales.some(({ code }) => code === locale)) {
    throw new Guidance(vscode.l10n.t("The service has no locale {locale}.", { locale }));
  }
  await openDocument(context, { ...address, ...(locale !== undefined && { locale }) });
}

const noDocument = (): Error =>
  new Error(
    vscode.l10n.t(
      "This link doesn't identify a document. Use CMS: Copy Link to Document to create one.",
    ),
  );
