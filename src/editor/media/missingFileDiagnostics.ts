import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { diagnosticOf, type Plain } from "../../host/surfaces/editorTexts.ts";
import { createDiagnostics } from "../../host/surfaces/languageFeatures.ts";
import { onDidEdit, openDocuments } from "../../files/shared/openEditors.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { noSuchFile } from "../../texts/shared/mediaFileWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import { isObject, type Json } from "../../model/foundation/json.ts";
import type { EditorContext } from "../editorContext.ts";
import { isInvalid } from "../../model/foundation/outcome.ts";
import { filesIn, type LocatedFile } from "../../model/content/references.ts";
import { LatestTasks, untilQuiet } from "../shared/editorTasks.ts";
import { rangeOf, JsonLocations } from "../shared/jsonLocations.ts";

const lookupDelayMs = 600;

/**
 * Warns about files that are not in the media library. A document that was just read names none,
 * because the service omits deleted files. So the first request follows the first edit. It covers
 * only the files that the text before the edit did not name. After a rejected save, it covers all
 * files.
 */
export class MissingFileDiagnostics extends ResourceOwner {
  readonly #collection = this.own(createDiagnostics("cms-files"));
  readonly #lookups = this.own(new LatestTasks());
  readonly #context: EditorContext;

  constructor(context: EditorContext) {
    super();
    this.#context = context;
    const { documents, library } = context;
    this.own(
      vscode.workspace.onDidOpenTextDocument((document) => void this.#look(document, "new")),
      onDidEdit((document) => void this.#look(document, "new")),
      documents.onDidFail(({ address, failure }) => {
        if (!isInvalid(failure)) return;
        library.forget(address.connection);
        for (const document of openDocuments(address)) void this.#look(document, "all");
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#lookups.abort(uri.toString());
        this.#collection.delete(uri);
      }),
    );
    for (const document of vscode.workspace.textDocuments) void this.#look(document, "new");
  }

  async #look(document: vscode.TextDocument, which: "new" | "all"): Promise<void> {
    const address = fromUri(document.uri);
    if (!address) return;
    await this.#lookups.run(document.uri.toString(), lookupDelayMs, async (signal) => {
      await untilQuiet(document);
      const diagnostics = signal.aborted
        ? undefined
        : await this.#find(document, address, which, signal);
      if (!signal.aborted && !document.isClosed) this.#collection.set(document.uri, diagnostics);
    });
  }

  async #find(
    document: vscode.TextDocument,
    address: Address,
    which: "new" | "all",
    signal: AbortSignal,
  ): Promise<Plain<vscode.Diagnostic>[]> {
    const { catalogs, documents, library } = this.#context;
    if (!document.isDirty) return [];
    const [unknown, service] = await catalogs.type(address.connection, address.type);
    if (unknown) return [];
    const filesOf = (content: Json | undefined): LocatedFile[] =>
      isObject(content) ? filesIn(content, service) : [];
    const locations = new JsonLocations(document.getText());
    const files = filesOf(locations.value([]));
    const baseContent = documents.base(address)?.content;
    const baseIds = new Set(which === "new" ? filesOf(baseContent).map(idOf) : []);
    const idsToCheck = files.map(idOf).filter((id) => !baseIds.has(id));
    const [, missing] = await library.missing(address.connection, idsToCheck, { signal });
    return files
      .filter(({ documentId }) => missing?.has(documentId))
      .map(({ path }) => {
        const range = rangeOf(document, locations.stretch(path));
        return diagnosticOf(range, noSuchFile(), vscode.DiagnosticSeverity.Warning);
      });
  }
}

const idOf = ({ documentId }: LocatedFile): string => documentId;
