import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { unlockedMark } from "../host/shared/statusIcons.ts";
import type { Locks } from "../model/connect/locks.ts";
import { ResourceOwner } from "../model/foundation/events.ts";

const scheme = "cms-connection";

/** The resource URI by which VS Code requests the decoration of a connection's row. */
export const markedUri = (connection: string): vscode.Uri =>
  vscode.Uri.from({ scheme, path: `/${connection}` });

export class UnlockedRows extends ResourceOwner implements vscode.FileDecorationProvider {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #locks: Locks;

  constructor(locks: Locks) {
    super();
    this.#locks = locks;
    this.own(locks.onDidChange(({ id }) => this.#changed.fire(markedUri(id))));
  }

  provideFileDecoration(uri: vscode.Uri): Plain<vscode.FileDecoration> | undefined {
    const isUnlocked =
      uri.scheme === scheme && this.#locks.unlockedUntil(uri.path.slice(1)) !== undefined;
    return isUnlocked ? unlockedMark() : undefined;
  }
}
