import * as vscode from "vscode";
import { ResourceOwner } from "../model/foundation/events.ts";

/** A file system whose code loads when VS Code first asks for a file. */
export class LazyFiles extends ResourceOwner implements vscode.FileSystemProvider {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #load: () => Promise<vscode.FileSystemProvider>;

  constructor(load: () => Promise<vscode.FileSystemProvider>) {
    super();
    this.#load = load;
  }

  /** Reports the changes of the loaded files. */
  follow({ onDidChangeFile }: vscode.FileSystemProvider): vscode.Disposable {
    return onDidChangeFile((changes) => this.#changed.fire(changes));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#load()).stat(uri);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return (await this.#load()).readDirectory(uri);
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    return (await this.#load()).createDirectory(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#load()).readFile(uri);
  }

  async writeFile(...write: Parameters<vscode.FileSystemProvider["writeFile"]>): Promise<void> {
    return (await this.#load()).writeFile(...write);
  }

  async delete(...deletion: Parameters<vscode.FileSystemProvider["delete"]>): Promise<void> {
    return (await this.#load()).delete(...deletion);
  }

  async rename(...move: Parameters<vscode.FileSystemProvider["rename"]>): Promise<void> {
    return (await this.#load()).rename(...move);
  }
}

/** Read-only texts whose code loads when VS Code first asks for one. */
export class LazyTexts extends ResourceOwner implements vscode.TextDocumentContentProvider {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #load: () => Promise<vscode.TextDocumentContentProvider>;

  constructor(load: () => Promise<vscode.TextDocumentContentProvider>) {
    super();
    this.#load = load;
  }

  /** Reports the changes of the loaded texts. */
  follow(texts: { readonly onDidChange: vscode.Event<vscode.Uri> }): vscode.Disposable {
    return texts.onDidChange((uri) => this.#changed.fire(uri));
  }

  async provideTextDocumentContent(
    ...request: Parameters<vscode.TextDocumentContentProvider["provideTextDocumentContent"]>
  ): Promise<string | null | undefined> {
    return (await this.#load()).provideTextDocumentContent(...request);
  }
}
