import { once } from "node:events";
import * as vscode from "vscode";
import { StatusBarItem } from "../surfaces/statusBarItem.ts";

/**
 * Pauses the runs of this window between two documents, and continues them. While there is a run, a
 * status bar item shows it; selecting the item pauses or continues all of them.
 */
export class Pauses implements vscode.Disposable {
  /** The titles of the runs. Two may have the same one. */
  readonly #running = new Map<symbol, string>();
  #item: StatusBarItem | undefined;
  /** Aborted when the user continues; undefined if nothing is paused. */
  #pause: AbortController | undefined;

  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /** Performs a task that calls `untilContinued` between its steps. */
  async during<T>(title: string, task: () => Promise<T>): Promise<T> {
    const run = Symbol(title);
    this.#running.set(run, title);
    this.#show();
    try {
      return await task();
    } finally {
      this.#running.delete(run);
      if (this.#running.size === 0) this.continue();
      else this.#show();
    }
  }

  /** Waits while the runs are paused. A cancelled run doesn't wait. */
  async untilContinued(signal: AbortSignal): Promise<void> {
    if (!this.#pause || signal.aborted) return;
    await once(this.#pause.signal, "abort", { signal }).catch(() => undefined);
  }

  pause(): void {
    if (this.#running.size === 0) return;
    this.#pause ??= new AbortController();
    this.#show();
  }

  continue(): void {
    this.#pause?.abort();
    this.#pause = undefined;
    this.#show();
  }

  dispose(): void {
    this.continue();
    this.#item?.dispose();
  }

  #show(): void {
    const [title] = this.#running.values();
    const state = { "cms.running": title !== undefined, "cms.paused": this.isPaused };
    for (const [key, value] of Object.entries(state))
      void vscode.commands.executeCommand("setContext", key, value);
    if (title === undefined) {
      this.#item?.hide();
      return;
    }
    this.#item ??= new StatusBarItem("cms.run", vscode.l10n.t("CMS Running Action"), 1);
    this.#item.show(
      this.isPaused
        ? {
            icon: "debug-continue",
            text: vscode.l10n.t("{action}: paused", { action: title }),
            tooltip: [title, vscode.l10n.t("Select to continue")],
            spoken: vscode.l10n.t("{action}. Paused. Select to continue.", { action: title }),
            command: { command: "cms.run.continue", title: vscode.l10n.t("Continue") },
          }
        : {
            icon: "debug-pause",
            text: title,
            tooltip: [title, vscode.l10n.t("Select to pause")],
            spoken: vscode.l10n.t("{action}. Select to pause.", { action: title }),
            command: { command: "cms.run.pause", title: vscode.l10n.t("Pause") },
          },
    );
  }
}
