import * as vscode from "vscode";
import { ResourceOwner } from "../model/foundation/events.ts";
import { createDiagnostics } from "../host/surfaces/languageFeatures.ts";
import { diagnosticOf } from "../host/surfaces/editorTexts.ts";
import { openDocuments } from "../files/openDocuments.ts";
import { fromUri } from "../files/uri.ts";
import { listOf } from "../texts/lists.ts";
import type { Address } from "../model/foundation/address.ts";
import { isShared } from "../model/schemas/catalog.ts";
import { LatestTasks, pauseWhile } from "./editorTasks.ts";
import { rangeOf, JsonLocations } from "./jsonLocations.ts";
import type { EditorContext } from "./editorContext.ts";

/** Warns at an edited field that all locales share: a save changes the other locales too. */
export class SharedFields extends ResourceOwner {
  readonly #collection = this.own(createDiagnostics("cms-shared"));
  readonly #checks = this.own(new LatestTasks());
  readonly #context: EditorContext;

  constructor(context: EditorContext) {
    super();
    this.#context = context;
    const { documents } = context;
    const look = (document: vscode.TextDocument): void => {
      const address = fromUri(document.uri);
      if (address?.locale) void this.#look(document, address);
    };
    const lookAt = ({ address }: { readonly address: Address }): void => {
      openDocuments(address).forEach(look);
    };
    this.own(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        look(document);
      }),
      documents.onDidReadSnapshot(lookAt),
      documents.onDidSave(lookAt),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#collection.delete(uri);
      }),
    );
    vscode.workspace.textDocuments.forEach(look);
  }

  async #look(document: vscode.TextDocument, address: Address): Promise<void> {
    await this.#checks.run(document.uri.toString(), async (signal) => {
      // A large text must not be read once for every keystroke that arrives during a check.
      await pauseWhile(signal, 0);
      const others = this.#othersOf(address);
      const names = signal.aborted ? undefined : await this.#editedIn(document, address, others);
      // A text that is not valid JSON at the moment keeps its warnings.
      if (names && !signal.aborted && !document.isClosed) this.#say(document, names, others);
    });
  }

  #say(document: vscode.TextDocument, names: readonly string[], others: readonly string[]): void {
    if (names.length === 0) {
      this.#collection.delete(document.uri);
      return;
    }
    const places = new JsonLocations(document.getText());
    const words = vscode.l10n.t("Shared across locales. Saving also changes {locales}.", {
      locales: listOf(others),
    });
    const notices = names.map((name) => {
      const range = rangeOf(document, places.stretch([name]));
      return diagnosticOf(range, words, vscode.DiagnosticSeverity.Information);
    });
    this.#collection.set(document.uri, notices);
  }

  #othersOf(address: Address): string[] {
    const { locales = [] } = this.#context.documents.latestSnapshot(address)?.facts ?? {};
    return locales.filter((code) => code !== address.locale);
  }

  /** The shared attributes that a save would send; undefined where they can't be determined now. */
  async #editedIn(
    document: vscode.TextDocument,
    { connection, type: name }: Address,
    others: readonly string[],
  ): Promise<readonly string[] | undefined> {
    if (!document.isDirty || others.length === 0) return [];
    const { pending, catalogs } = this.#context;
    const [, unsaved] = (await pending.of(document)) ?? [];
    const [, service] = await catalogs.type(connection, name);
    if (!unsaved || !service) return undefined;
    const { type } = service;
    return Object.keys(unsaved.changes.data).filter((attribute) => {
      const schema = type.attributes.get(attribute);
      return schema !== undefined && isShared(schema, type);
    });
  }
}
