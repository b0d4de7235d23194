import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { unlockedMark } from "../host/stateIcons.ts";
import type { Locks } from "../model/connections/locks.ts";

const scheme = "cms-connection";

/** The resource URI by which VS Code requests the decoration of a connection's row. */
export const markedUri = (connection: string): vscode.Uri =>
  vscode.Uri.from({ scheme, path: `/${connection}` });

/** Decorates the rows of unlocked production connections. */
export class UnlockedRows implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #locks: Locks;
  readonly #listening: { dispose(): void };

  constructor(locks: Locks) {
    this.#locks = locks;
    this.#listening = locks.onDidChange(({ id }) => {
      this.#changed.fire(markedUri(id));
    });
  }

  provideFileDecoration(uri: vscode.Uri): Plain<vscode.FileDecoration> | undefined {
    const isUnlocked =
      uri.scheme === scheme && this.#locks.unlockedUntil(uri.path.slice(1)) !== undefined;
    return isUnlocked ? unlockedMark() : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
