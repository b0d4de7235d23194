import * as vscode from "vscode";
import { applyEdits, modify, parseTree } from "jsonc-parser";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { createQuickDiff } from "../../host/surfaces/languageFeatures.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { ownIn, type JsonObject } from "../../model/foundation/json.ts";
import { isLarge } from "../shared/editorTasks.ts";
import { editOptionsFor } from "../shared/jsonLocations.ts";
import type { EditorContext } from "../editorContext.ts";

/**
 * Marks the lines that a save would change, compared with the base, in the extension's documents
 * only. VS Code asks it about every file, and lists a source control for it. So it exists only
 * while it is needed.
 */
export class Gutter extends ResourceOwner implements vscode.QuickDiffProvider {
  readonly #context: EditorContext;
  readonly #originals = new Map<string, vscode.Uri>();

  constructor(context: EditorContext) {
    super();
    this.#context = context;
    this.own(
      createQuickDiff("cms", this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#originals.delete(uri.toString())),
      // A save removes the changes, but no keystroke follows that would make VS Code compare again.
      // It compares when the original changes.
      context.documents.onDidSave(({ address }) => {
        for (const document of openDocuments(address)) {
          const isShown = this.#originals.has(document.uri.toString());
          if (isShown) this.#show(document, document.getText());
        }
      }),
    );
  }

  async provideOriginalResource(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const document = vscode.workspace.textDocuments.find(
      (textDocument) => textDocument.uri.toString() === uri.toString(),
    );
    const outcome = document && (await this.#context.pending.of(document));
    if (!outcome) return undefined;
    const [failure, pending] = outcome;
    // A text that is not valid JSON at the moment keeps its marks.
    if (failure) return this.#originals.get(uri.toString());
    const names = Object.keys(pending.changes.data);
    if (names.length > 0) {
      const address = fromUri(uri);
      const base = address && this.#context.documents.base(address);
      if (base === undefined) return undefined;
      const text = isLarge(document)
        ? base.text
        : restoreText(document.getText(), names, base.content);
      return this.#show(document, text);
    }
    // VS Code draws no marks after an original disappears and returns. The text itself is the
    // original instead.
    return this.#originals.has(uri.toString())
      ? this.#show(document, document.getText())
      : undefined;
  }

  #show(document: vscode.TextDocument, text: string): vscode.Uri {
    const { uri } = document;
    const name = uri.path.split("/").at(-1) ?? "";
    const original = this.#context.versionTexts.show(name, text, `base ${uri.toString()}`);
    this.#originals.set(uri.toString(), original);
    return original;
  }
}

/**
 * A text with these attributes restored to the base. Compared with the current text, it shows only
 * the changes that a save would send, in any layout.
 */
export function restoreText(text: string, names: readonly string[], base: JsonObject): string {
  if (parseTree(text)?.type !== "object") return text;
  const options = editOptionsFor(text);
  const order = Object.keys(base);
  return names.reduce((current, name) => {
    const earlierNames = order.slice(0, order.indexOf(name));
    const edits = modify(current, [name], ownIn(base, name), {
      ...options,
      getInsertionIndex: (properties) =>
        properties.findLastIndex((property) => earlierNames.includes(property)) + 1,
    });
    return applyEdits(current, edits);
  }, text);
}
