import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";

/** A text with at least this many characters is too long to be read at every keystroke. */
const large = 500_000;

/** After the last keystroke in a large text. */
const debounceMs = 1_000;

export const isLarge = (document: vscode.TextDocument): boolean =>
  document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > large;

/** Resolves when a document may be read: at once, or for a large one after the user pauses. */
export async function untilQuiet(document: vscode.TextDocument): Promise<void> {
  let version: number;
  do {
    if (!isLarge(document)) return;
    ({ version } = document);
    await pause(debounceMs);
  } while (!document.isClosed && document.version !== version);
}

/** Runs a task with a signal that VS Code's token aborts; undefined once the token is cancelled. */
export async function whileWanted<T>(
  token: vscode.CancellationToken,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (token.isCancellationRequested) return undefined;
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => abort.abort());
  try {
    const result = await task(abort.signal);
    return abort.signal.aborted ? undefined : result;
  } finally {
    listening.dispose();
  }
}

/** Tasks by key. A new task for a key aborts the one before it. */
export class LatestTasks implements vscode.Disposable {
  readonly #running = new Map<string, AbortController>();

  /** Begins the task after a pause, unless it is aborted meanwhile. */
  async run(key: string, delayMs: number, task: (signal: AbortSignal) => Promise<void>) {
    this.abort(key);
    const running = new AbortController();
    const { signal } = running;
    this.#running.set(key, running);
    await pause(delayMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await task(signal);
    if (this.#running.get(key) === running) this.#running.delete(key);
  }

  abort(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
  }

  dispose(): void {
    for (const key of this.#running.keys()) this.abort(key);
  }
}
