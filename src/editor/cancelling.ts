import type * as vscode from "vscode";

/** Runs a task with a signal that VS Code's token aborts; undefined once the token is cancelled. */
export async function whileWanted<T>(
  token: vscode.CancellationToken,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (token.isCancellationRequested) return undefined;
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => {
    abort.abort();
  });
  try {
    const result = await task(abort.signal);
    return abort.signal.aborted ? undefined : result;
  } finally {
    listening.dispose();
  }
}
