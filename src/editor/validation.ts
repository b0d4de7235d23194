import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { ResourceOwner } from "../model/foundation/events.ts";
import { onDidEdit, openDocuments } from "../files/openDocuments.ts";
import { fromUri } from "../files/uri.ts";
import { describeFinding } from "../texts/findingWords.ts";
import type { Address } from "../model/foundation/address.ts";
import { findingsIn } from "../model/changes/validation/validate.ts";
import type { EditorContext } from "./editorContext.ts";
import { LatestTasks, untilQuiet } from "./editorTasks.ts";

/** The delay after the last keystroke before a text is validated, in milliseconds. */
const rest = 150;

/** Validates every open document, and underlines the values that the service would reject. */
export class Validation extends ResourceOwner {
  readonly #context: EditorContext;
  readonly #waiting = new Set<vscode.TextDocument>();
  readonly #checks = this.own(new LatestTasks());

  constructor(context: EditorContext) {
    super();
    this.#context = context;
    const { documents, catalogs } = context;
    const lookAt = (address: Address): void => {
      for (const document of openDocuments(address)) void this.#follow(document);
    };
    const lookAtAll = (connection: string): void => {
      for (const document of vscode.workspace.textDocuments) {
        if (fromUri(document.uri)?.connection === connection) void this.#follow(document);
      }
    };
    this.own(
      vscode.workspace.onDidOpenTextDocument((document) => void this.#follow(document)),
      onDidEdit((document) => void this.#follow(document)),
      documents.onDidChangeEdit(lookAt),
      documents.onDidSave(({ address }) => {
        lookAt(address);
      }),
      catalogs.onDidForget(lookAtAll),
      // The database of the service decides which values are errors.
      catalogs.onDidInform(lookAtAll),
    );
    for (const document of vscode.workspace.textDocuments) void this.#follow(document);
  }

  async #follow(document: vscode.TextDocument): Promise<void> {
    if (!fromUri(document.uri) || this.#waiting.has(document)) return;
    this.#waiting.add(document);
    let version: number;
    do {
      ({ version } = document);
      await pause(rest);
      await untilQuiet(document);
    } while (!document.isClosed && document.version !== version);
    this.#waiting.delete(document);
    if (document.isClosed) return;
    await this.#checks.run(document.uri.toString(), (signal) => this.#look(document, signal));
  }

  async #look(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const { uri, version } = document;
    const address = fromUri(uri);
    if (!address) return;
    const { catalogs, documents, problems } = this.#context;
    const parts = { catalogs, edits: documents.edits };
    const [failure, findings] = await findingsIn(document.getText(), address, parts);
    // A text that is not valid JSON keeps its earlier problems. A text that changed meanwhile is
    // validated again.
    if (failure || document.version !== version || signal.aborted) return;
    const places = findings.map((finding) => ({ ...finding, message: describeFinding(finding) }));
    // The document may have been closed meanwhile.
    if (openDocuments(address).includes(document)) problems.find(document, places);
  }
}
