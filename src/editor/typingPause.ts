import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";

/** From how many characters on a text is too long to be read with every key that is pressed. */
const large = 500_000;

/** How long nobody types into a large text before it is read, in milliseconds. */
const debounceMs = 1_000;

/** Whether reading a text takes long enough to be felt while typing. */
export const isLarge = (document: vscode.TextDocument): boolean =>
  document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > large;

/** Resolves when a document may be read: at once, or for a large one when the person has paused. */
export async function untilQuiet(document: vscode.TextDocument): Promise<void> {
  let version: number;
  do {
    if (!isLarge(document)) return;
    ({ version } = document);
    await pause(debounceMs);
  } while (!document.isClosed && document.version !== version);
}

/** Resolves after so many milliseconds, or as soon as nobody waits any more. */
export const pauseWhile = (signal: AbortSignal, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
