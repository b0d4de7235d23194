import type * as vscode from "vscode";

const minute = 60_000;

/** Runs a task once a minute while its output is visible. */
export class MinuteTimer implements vscode.Disposable {
  readonly #task: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(task: () => void) {
    this.#task = task;
  }

  run(isInSight: boolean): void {
    if (isInSight) this.#timer ??= setInterval(this.#task, minute);
    else this.dispose();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
