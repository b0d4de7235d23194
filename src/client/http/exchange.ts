import { setTimeout as pause } from "node:timers/promises";
import { readAnswer } from "./answer.ts";
import { longestTimer } from "./call.ts";
import type { Answer, RequestBounds, LogEntry, Request } from "./call.ts";
import { AbortError, LockedError } from "../errors.ts";
import type { CallFacts } from "../errors.ts";
import { failure } from "./noAnswerError.ts";
import { pauseBefore, retryAfter } from "./retry.ts";
import type { Result } from "../result.ts";
import { fail } from "../result.ts";
import type { RawAnswer, NoAnswer, Limits, Outgoing } from "./attempt.ts";

/** What a client was told once for all of its calls. */
export interface ClientDefaults {
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retries: number;
  readonly maxResponseBytes: number;
  readonly token: string | undefined;
  readonly mayWrite: (() => unknown) | undefined;
  readonly log: ((entry: LogEntry) => unknown) | undefined;
}

/** The way to the service. */
export interface RequestChannel {
  send(outgoing: Outgoing, attempts: number, limits: Limits): Promise<RawAnswer | NoAnswer>;
  /** Fires when the client is closed. */
  readonly closing: AbortSignal;
}

type AttemptBounds = RequestBounds & Pick<Request, "isHarmless">;

/** One call, tried again where that is safe; what went wrong comes back as an error tuple. */
export async function exchange(
  outgoing: Outgoing,
  channel: RequestChannel,
  { bounds, defaults }: { readonly bounds: AttemptBounds; readonly defaults: ClientDefaults },
): Promise<Result<Answer>> {
  const started = performance.now();
  const limits: Limits = { ...defaults, deadlineAt: started + defaults.deadlineMs, ...bounds };
  const { signal, deadlineAt } = limits;
  const reading = { ...limits, token: defaults.token, isFile: outgoing.isFile };
  for (let attempts = 1; ; attempts += 1) {
    if (isLocked(outgoing, bounds, defaults)) {
      // What was tried before it had not begun to leave.
      return fail(new LockedError("Locked.", { call: factsOf(outgoing, 0, started) }));
    }
    const outcome = await channel.send(outgoing, attempts, limits);
    const call = factsOf(outgoing, attempts, started);
    const result =
      "why" in outcome
        ? fail(failure(call, outcome, channel.closing.aborted))
        : await readAnswer(call, outcome, reading);
    const wait = pauseAfter(result, outcome, defaults.retries);
    const isLast = performance.now() + wait >= deadlineAt;
    const goesOn = !isLast && (await waited(wait, channel.closing, signal));
    if (goesOn) continue;
    note(defaults.log, outgoing, { ...call, ...outcome });
    if (isLast) return result;
    return fail(new AbortError("The call was cancelled.", { call, cause: result[0] }));
  }
}

function isLocked(
  { method }: Outgoing,
  { isHarmless = false }: AttemptBounds,
  { mayWrite }: ClientDefaults,
): boolean {
  if (mayWrite === undefined || method === "GET" || isHarmless) return false;
  try {
    return mayWrite() !== true;
  } catch {
    // Nobody can say that it is open.
    return true;
  }
}

const factsOf = (
  { method, origin, target, headers }: Outgoing,
  attempts: number,
  started: number,
): CallFacts => ({
  method,
  url: origin + target,
  attempts,
  elapsedMs: Math.round(performance.now() - started),
  isAnonymous: headers["authorization"] === undefined,
});

/** How long to wait before another attempt, in milliseconds; forever where there is to be none. */
function pauseAfter(
  [error]: Result<Answer>,
  outcome: RawAnswer | NoAnswer,
  retries: number,
): number {
  if (!error) return Infinity;
  const answered = "status" in outcome;
  return pauseBefore({
    error,
    sent: answered || outcome.sent,
    retryAfterMs: answered ? retryAfter(outcome.status, outcome.headers) : undefined,
    retries,
  });
}

/** False when a signal fired before the time was over. */
async function waited(
  ms: number,
  closing: AbortSignal,
  callers: AbortSignal | undefined,
): Promise<boolean> {
  const signal = AbortSignal.any([closing, ...(callers ? [callers] : [])]);
  try {
    // A timer that is asked for more than it can count fires at once.
    for (let left = ms; left >= 0; left -= longestTimer) {
      await pause(Math.min(left, longestTimer), undefined, { signal });
    }
    return true;
  } catch {
    // It fails for no other reason.
    return false;
  }
}

/** A log that fails, at once or later, is the log's trouble: the call has its answer. */
function note(
  log: ClientDefaults["log"],
  { method, path }: Outgoing,
  { elapsedMs, status, cause }: LogFacts,
): void {
  const { code } = Object(cause) as { readonly code?: unknown };
  const entry: LogEntry = {
    method,
    path,
    elapsedMs,
    ...(status !== undefined && { status }),
    ...(typeof code === "string" && { code }),
  };
  const logged = async (): Promise<unknown> => await log?.(entry);
  logged().catch(() => undefined);
}

interface LogFacts {
  readonly elapsedMs: number;
  readonly status?: number;
  readonly cause?: unknown;
}
