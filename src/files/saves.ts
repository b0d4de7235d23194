import * as vscode from "vscode";

/** The saves that VS Code has announced: its file system calls don't say what they are for. */
export class Saves {
  readonly #announced = new Map<string, vscode.TextDocumentSaveReason>();
  /** Those whose stat was asked: what asks next is not the save. */
  readonly #asked = new Set<string>();
  readonly #keyIn: (uri: vscode.Uri) => string | undefined;

  /** @param keyIn What is saved under a URI, as one string; undefined for what is not meant here. */
  constructor(keyIn: (uri: vscode.Uri) => string | undefined) {
    this.#keyIn = keyIn;
  }

  /** Hears what VS Code announces, for as long as there may be something to save. */
  readonly follow = (): vscode.Disposable =>
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      const key = this.#keyIn(document.uri);
      if (key === undefined) return;
      this.#announced.set(key, reason);
      this.#asked.delete(key);
    });

  /** Whether the stat that is asked now is that of a save. */
  begin(key: string): boolean {
    if (!this.#announced.has(key) || this.#asked.has(key)) return false;
    this.#asked.add(key);
    return true;
  }

  /** Whether a person waits for the save, and can be asked. */
  isByHand(key: string): boolean {
    const reason = this.#announced.get(key);
    return reason === undefined || reason === vscode.TextDocumentSaveReason.Manual;
  }

  end(key: string): void {
    this.#announced.delete(key);
    this.#asked.delete(key);
  }
}
