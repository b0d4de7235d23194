import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { showProgress } from "../../host/surfaces/messages.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { isNew, keyOf, type Address } from "../../model/foundation/address.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import { Emitter } from "../../model/foundation/events.ts";

/** VS Code itself shows progress in the status bar only after 150 ms. */
const tabMarkDelayMs = 200;

/** Shows slow saves in the status bar and on the tabs. */
export class SaveProgress {
  readonly #documents: OpenDocuments;
  readonly #changed = new Emitter<{ readonly address: Address }>();
  readonly onDidChange = this.#changed.event;
  readonly #slow = new Set<string>();

  constructor(documents: OpenDocuments) {
    this.#documents = documents;
  }

  has(address: Address): boolean {
    return this.#slow.has(keyOf(address));
  }

  /** Shows one step of a save while it runs, and returns the result of the step. */
  async show<T>(address: Address, step: Promise<T>): Promise<T> {
    const ended = Promise.allSettled([step]);
    const name = this.#documents.latestSnapshot(address)?.title ?? "";
    const title = isNew(address)
      ? vscode.l10n.t("Saving the new document")
      : vscode.l10n.t("Saving '{document}'", { document: name || untitled() });
    void showProgress({ location: vscode.ProgressLocation.Window, title }, () => ended);
    const isSlow = await Promise.race([ended.then(() => false), pause(tabMarkDelayMs, true)]);
    if (isSlow) void this.#mark(address, ended);
    return step;
  }

  async #mark(address: Address, ended: Promise<unknown>): Promise<void> {
    this.#slow.add(keyOf(address));
    this.#changed.fire({ address });
    await ended;
    this.#slow.delete(keyOf(address));
    this.#changed.fire({ address });
  }
}
