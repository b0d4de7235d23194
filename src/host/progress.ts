import * as vscode from "vscode";
import { showProgress } from "./surfaces/messages.ts";

/** How long a task shows only the view's progress bar, in milliseconds. */
const patience = 1_500;

/**
 * Runs a task with progress in the view. A longer task also gets a notification. The notification
 * has Cancel if the task accepts a signal, which Cancel aborts. The task itself reports its result.
 * A task with several steps reports its current step.
 */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, say: (step: string) => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const steps = new Steps();
  const running = task(abort.signal, (step) => {
    steps.say(step);
  });
  const finished = running.then(
    () => true,
    () => true,
  );
  const isQuick = await showProgress({ location: { viewId: "cms.content" } }, () =>
    Promise.race([finished, after(patience)]),
  );
  const cancellable = task.length > 0;
  if (isQuick !== true) await notified({ title, cancellable }, { abort, steps }, finished);
  return running;
}

/** The current step of a task, even before a notification shows it. */
class Steps {
  show: ((step: string) => void) | undefined;
  latest = "";

  say(step: string): void {
    this.latest = step;
    this.show?.(step);
  }
}

async function notified(
  options: { readonly title: string; readonly cancellable: boolean },
  { abort, steps }: { readonly abort: AbortController; readonly steps: Steps },
  finished: Promise<unknown>,
): Promise<void> {
  const location = vscode.ProgressLocation.Notification;
  await showProgress({ location, ...options }, (report, token) => {
    token.onCancellationRequested(() => {
      abort.abort();
    });
    steps.show = report;
    if (steps.latest) steps.show(steps.latest);
    return finished;
  });
}

const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
