import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Failure } from "../../model/failure.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import { must } from "./commandFailure.ts";
import { showProgress } from "../surfaces/messages.ts";

const notificationDelayMs = 1_500;

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
  // The current step, even before a notification shows it.
  let latest = "";
  let show: ((step: string) => void) | undefined;
  const running = task(abort.signal, (step) => {
    latest = step;
    show?.(step);
  });
  const finished = Promise.allSettled([running]);
  const isSlow = await showProgress({ location: { viewId: "cms.content" } }, () =>
    Promise.race([finished.then(() => false), pause(notificationDelayMs, true)]),
  );
  if (!isSlow) return running;
  const location = vscode.ProgressLocation.Notification;
  await showProgress({ location, title, cancellable: task.length > 0 }, (report, token) => {
    token.onCancellationRequested(() => {
      abort.abort();
    });
    show = report;
    if (latest) report(latest);
    return finished;
  });
  return running;
}

/** Throws like `must` if the task fails. */
export const runTask = async <T>(
  title: string,
  task: (signal: AbortSignal, say: (step: string) => void) => Promise<Outcome<T, Failure>>,
  consequence?: string,
): Promise<T> => must(await withProgress(title, task), consequence);
