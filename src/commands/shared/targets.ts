import * as vscode from "vscode";
import { activeAddress, openDocuments } from "../../files/shared/openEditors.ts";
import { addressIn, fromUri } from "../../files/shared/documentUri.ts";
import { noteConnection } from "../../host/failures/commandRegistry.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { choose, search } from "../../host/shared/prompts.ts";
import type { Choice } from "../../host/shared/stepInput.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { statusWord, untitled } from "../../texts/shared/failureWords.ts";
import {
  isMediaFile,
  isNew,
  isSingle,
  isUser,
  singleId,
  usersType,
} from "../../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../../model/foundation/address.ts";
import { headingOf, type ContentType } from "../../model/schemas/catalog.ts";
import type { Connection } from "../../model/connect/connection.ts";
import type { ServiceContext } from "./commandContexts.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { Row } from "../../model/browse/contentList.ts";

export interface CommandRow {
  readonly connection?: Connection;
  readonly collection?: CollectionAddress;
  readonly address?: Address;
  readonly row?: Row;
}

/** A tree row, or the URI of the editor whose button the user pressed. */
export type Argument = CommandRow | vscode.Uri;

export const rowOf = (on: Argument | undefined): Row | undefined =>
  on instanceof vscode.Uri ? undefined : on?.row;

export const addressOf = (on: Argument | undefined): Address | undefined =>
  on instanceof vscode.Uri ? addressIn(on) : on?.address;

/** Whether it is a document of a content type, or a collection of those. */
export const isDocument = (address: CollectionAddress): boolean =>
  address.type !== usersType && !isMediaFile(address);

/** The target of a command: its row, the active editor, or what the user chooses. */
export class Targets {
  readonly #context: ServiceContext;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  async connection(row: CommandRow | undefined): Promise<Connection> {
    if (row?.connection) return row.connection;
    const { all } = this.#context.connections;
    if (all.length === 0)
      throw new Guidance(vscode.l10n.t("Add a connection first."), addConnection());
    // Enter selects the connection of the active editor.
    const front = activeAddress()?.connection;
    const ordered = all.toSorted((a, b) => Number(b.id === front) - Number(a.id === front));
    const title = vscode.l10n.t("Choose a Connection");
    const chosen = await choose(ordered.map(connectionChoice), { title });
    noteConnection(chosen.id);
    return chosen;
  }

  /** The row's collection or users, those of the active document, or what the user chooses. */
  async collection(row: CommandRow | undefined, title: string): Promise<CollectionAddress> {
    const active = activeAddress();
    if (row?.collection) return row.collection;
    if (active && !isSingle(active)) return active;
    return this.#chooseType(title, isCollection, true);
  }

  /** A collection that the user chooses. */
  anyCollection(title: string): Promise<CollectionAddress> {
    return this.#chooseType(title, isCollection);
  }

  /** The row of a connection, or of one of its collections, that the user chooses. */
  async connectionOrCollection(title: string): Promise<CommandRow> {
    const connection = await this.connection(undefined);
    const whole = { label: vscode.l10n.t("All Content Types"), value: { connection } };
    const collections = (await this.#typeChoices(connection, isCollection)).map(
      ({ label, value: collection }) => ({ label, value: { collection } }),
    );
    return choose<CommandRow>([whole, ...collections], { title });
  }

  /** The row's content type, or one that the user chooses. Ignores the active editor. */
  async typeOfRow(row: CommandRow | undefined, title: string): Promise<CollectionAddress> {
    return row?.collection ?? this.#chooseType(title, () => true);
  }

  async localizedType(row: CommandRow | undefined, title: string): Promise<CollectionAddress> {
    const active = activeAddress();
    if (row?.collection) return row.collection;
    if (active?.locale !== undefined) return active;
    return this.#chooseType(title, ({ localized }) => localized);
  }

  /** The document of the row or of the editor, the active one, or one that the user chooses. */
  async document(on: Argument | undefined, title: string): Promise<Address> {
    return saved(addressOf(on) ?? activeAddress()) ?? this.anyDocument(title);
  }

  /** Asks for a document or user, searched for on the service. */
  async anyDocument(title: string): Promise<Address> {
    const { catalogs, lists } = this.#context;
    const collection = await this.#chooseType(title, () => true, true);
    if (collection.type === usersType) return this.#find(collection, title);
    const { catalog, type } = must(await catalogs.type(collection.connection, collection.type));
    const locale = lists.locale(collection, type, catalog.defaultLocale);
    const inLocale = { ...collection, ...(locale && { locale }) };
    return type.kind === "single" ? { ...inLocale, id: singleId } : this.#find(inLocale, title);
  }

  /** The row's user, the active editor's, or one that the user searches for on the service. */
  async user(on: Argument | undefined, title: string): Promise<Address> {
    const user = [addressOf(on), activeAddress()].find((address) => address && isUser(address));
    if (user) return saved(user);
    const connection = await this.connection(undefined);
    return this.#find({ connection: connection.id, type: usersType }, title);
  }

  /** Asks for a connection, then for one of its types or, if `withUsers`, its users. */
  async #chooseType(
    title: string,
    isOffered: (type: ContentType) => boolean,
    withUsers = false,
  ): Promise<CollectionAddress> {
    const connection = await this.connection(undefined);
    const choices = await this.#typeChoices(connection, isOffered);
    const usersAddress = { connection: connection.id, type: usersType };
    const users = { label: vscode.l10n.t("Users"), value: usersAddress };
    return choose(withUsers ? [...choices, users] : choices, { title });
  }

  async #typeChoices(
    { id: connection }: Connection,
    isOffered: (type: ContentType) => boolean,
  ): Promise<Choice<CollectionAddress>[]> {
    const { catalog } = must(await this.#context.catalogs.service(connection));
    return [...catalog.types.values()]
      .filter(isOffered)
      .map((type) => ({ label: headingOf(type), value: { connection, type: type.name } }));
  }

  async #find(collection: Omit<Address, "id">, title: string): Promise<Address> {
    const placeholder = vscode.l10n.t("Type to search the service");
    return search({ title, placeholder }, async (text) => {
      const { rows, isLast } = must(await this.#context.lists.find(collection, text));
      const choices = rows.map((row) => ({
        label: row.title || untitled(),
        description: factsOf(row),
        value: { ...collection, id: row.id },
      }));
      return { rows: choices, isTruncated: !isLast };
    });
  }
}

export const connectionChoice = (value: Connection): Choice<Connection> => ({
  label: value.name,
  description: value.url,
  value,
});

export const addConnection = (): vscode.Command => ({
  title: vscode.l10n.t("Add Connection"),
  command: "cms.connection.add",
});

/** Rejects a document that was never saved, which the service does not have. */
export function saved<T extends Address | undefined>(address: T): T {
  if (address && isNew(address)) throw new Guidance(vscode.l10n.t("Save the new document first."));
  return address;
}

const isCollection = ({ kind }: ContentType): boolean => kind === "collection";

function factsOf(row: Row): string {
  if (row.kind === "user") return row.email;
  if (row.kind === "file") return row.file.mime;
  return nonEmpty(row.state && statusWord(row.state), ago(row.updatedAt)).join(" · ");
}

/** The document of the editor, or the active one. Of two names, the one with unsaved changes. */
export function openedDocument(on: vscode.Uri | undefined) {
  const address = (on && addressIn(on)) ?? activeAddress();
  const documents = address ? openDocuments(address) : [];
  const document = documents.find(({ isDirty }) => isDirty) ?? documents[0];
  if (!address || !document) throw new Guidance(vscode.l10n.t("Open the document first."));
  return { address, document };
}

/** The editor of the URI if it is visible, or otherwise the active one. */
export function editorOf(on: vscode.Uri | undefined): vscode.TextEditor {
  const activeEditor = vscode.window.activeTextEditor;
  const isTarget = ({ document }: vscode.TextEditor) => document.uri.toString() === on?.toString();
  const editors = [activeEditor, ...vscode.window.visibleTextEditors];
  const editor = editors.find((candidate) => candidate && isTarget(candidate)) ?? activeEditor;
  if (!editor || !fromUri(editor.document.uri)) {
    throw new Guidance(vscode.l10n.t("Open the document first."));
  }
  return editor;
}
