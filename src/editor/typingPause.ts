import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";

/** A text with at least this many characters is too long to be read at every keystroke. */
const large = 500_000;

/** The delay after the last keystroke before a large text is read, in milliseconds. */
const debounceMs = 1_000;

/** Whether reading a text noticeably slows down typing. */
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

/** Resolves after this many milliseconds, or as soon as the signal aborts. */
export const pauseWhile = (signal: AbortSignal, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
