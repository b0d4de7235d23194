import * as vscode from "vscode";

/** How long a task runs in the view's progress bar alone, in milliseconds. */
const patience = 1_500;

/**
 * Runs a task with progress in the view. One that takes long gets a notification with Cancel, which
 * aborts the signal; the task says what came of it.
 */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const running = task(abort.signal);
  const finished = running.then(
    () => true,
    () => true,
  );
  const isQuick = await vscode.window.withProgress({ location: { viewId: "cms.content" } }, () =>
    Promise.race([finished, after(patience)]),
  );
  if (isQuick !== true) await withCancel(title, abort, finished);
  return running;
}

async function withCancel(
  title: string,
  abort: AbortController,
  finished: Promise<unknown>,
): Promise<void> {
  const location = vscode.ProgressLocation.Notification;
  await vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
    token.onCancellationRequested(() => {
      abort.abort();
    });
    return finished;
  });
}

const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
