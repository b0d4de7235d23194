import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Failure } from "../../model/failure.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import { must } from "./commandFailure.ts";
import { showProgress } from "../surfaces/messages.ts";

const notificationDelayMs = 1_500;

/**
 * Runs a task with progress in the view and in the status bar, because the view may be hidden. A
 * longer task gets a notification instead. The notification has Cancel if the task accepts a signal, which Cancel aborts. The task itself reports its result.
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
  const firstMoment = Promise.race([finished.then(() => false), pause(notificationDelayMs, true)]);
  void showProgress({ location: { viewId: "cms.content" } }, () => firstMoment);
  const window = { location: vscode.ProgressLocation.Window, title };
  const isSlow = await showProgress(window, (report) => {
    show = report;
    return firstMoment;
  });
  if (!isSlow) return running;
  const location = vscode.ProgressLocation.Notification;
  await showProgress({ location, title, cancellable: task.length > 0 }, (report, token) => {
    token.onCancellationRequested(() => abort.abort());
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
