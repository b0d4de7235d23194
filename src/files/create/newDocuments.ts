import * as vscode from "vscode";
import { untitled } from "../../texts/shared/failureWords.ts";
import { Emitter, ResourceOwner } from "../../model/foundation/events.ts";
import { isNew, keyOf, type Address } from "../../model/foundation/address.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { ContentLists } from "../../model/browse/contentLists.ts";
import type { SaveResult } from "../../model/save/openDocuments.ts";
import { toText } from "../../model/content/documentText.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { editWhole, openTab, textTabs } from "../shared/openEditors.ts";
import { fromUri, toUri } from "../shared/documentUri.ts";

/** Documents that were never saved. The first save replaces each with the created one. */
export class NewDocuments extends ResourceOwner {
  readonly #created = this.own(new Emitter<Address>());
  /** Fires once the tab of a new document shows the document that its first save created. */
  readonly onDidCreate = this.#created.event;
  readonly #connections: Connections;
  readonly #lists: ContentLists;
  /** The documents that first saves created, until VS Code reports the save. */
  readonly #createdDocuments = new Map<
    string,
    NonNullable<SaveResult["created"]> & { readonly text: string }
  >();

  constructor(connections: Connections, lists: ContentLists) {
    super();
    this.#connections = connections;
    this.#lists = lists;
  }

  follow(): vscode.Disposable {
    return vscode.workspace.onDidSaveTextDocument((document) => {
      const address = fromUri(document.uri);
      if (address && isNew(address)) void this.#become(document, keyOf(address));
    });
  }

  /** Opens a new document or localization with this content, or shows it if it is open. */
  async open(
    address: Address,
    title: string,
    content: JsonObject,
    viewColumn = vscode.ViewColumn.Active,
  ): Promise<void> {
    const uri = this.#uriOf(address, title);
    const isOpen = openTab(address) !== undefined;
    const editor = await vscode.window.showTextDocument(uri, { preview: false, viewColumn });
    // Keep the text of a document that is already open.
    if (isOpen) return;
    await editWhole(editor.document, toText(content));
    const text = editor.document.getText();
    const start = editor.document.positionAt(Math.max(0, text.search(/(?<=: ")"/)));
    editor.selection = new vscode.Selection(start, start);
  }

  /** Records the document that a save created, and the text that was saved last. */
  note(address: Address, createdDocument: SaveResult["created"], text: string): void {
    if (createdDocument) this.#createdDocuments.set(keyOf(address), { ...createdDocument, text });
  }

  /** Replaces the new document's tab with the created one's, if all text is saved. */
  async #become(document: vscode.TextDocument, key: string): Promise<void> {
    const createdDocument = this.#createdDocuments.get(key);
    // Text that the user typed during the save stays in this editor. The next save includes it.
    if (createdDocument?.text !== document.getText() || document.isDirty) return;
    this.#createdDocuments.delete(key);
    this.#lists.refresh(createdDocument.address);
    const [tab] = tabsOf(document.uri);
    const { selection } =
      vscode.window.visibleTextEditors.find((editor) => editor.document === document) ?? {};
    await vscode.window.showTextDocument(
      this.#uriOf(createdDocument.address, createdDocument.title),
      {
        preview: false,
        ...(tab && { viewColumn: tab.group.viewColumn, preserveFocus: !tab.isActive }),
        ...(selection && { selection }),
      },
    );
    if (!isUnsaved(document)) await vscode.window.tabGroups.close(tabsOf(document.uri), true);
    this.#created.fire(createdDocument.address);
  }

  #uriOf(address: Address, title: string): vscode.Uri {
    const connectionName = this.#connections.get(address.connection)?.name ?? "";
    return openTab(address) ?? toUri(address, { connectionName, title: title || untitled() });
  }
}

/** The value can change during an await, but the compiler assumes that it doesn't. */
const isUnsaved = ({ isDirty }: vscode.TextDocument): boolean => isDirty;

const tabsOf = (uri: vscode.Uri): vscode.Tab[] =>
  textTabs((tabUri) => tabUri.toString() === uri.toString()).map(({ tab }) => tab);
