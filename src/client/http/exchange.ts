import { CmsAbortError, WriteDeniedError, ParseError, CmsTimeoutError } from "../errors.ts";
import type { CallFacts, CmsError } from "../errors.ts";
import { fail, type Result } from "../result.ts";
import { readAnswer } from "./answer.ts";
import type { NoAnswer, Outgoing } from "./attempt.ts";
import type { Answer, RequestBounds, LogEntry, Request } from "./call.ts";
import type { Channel } from "./channel.ts";
import { pause } from "./pause.ts";
import { pauseBefore } from "./retry.ts";

export interface ExchangeClient {
  readonly channel: Channel;
  /** Fires when the client is closed. */
  readonly closing: AbortSignal;
  readonly timeoutMs: number;
  readonly deadlineMs: number | undefined;
  readonly retries: number;
  readonly maxResponseBytes: number;
  readonly token: string | undefined;
  readonly isWriteAllowed: (() => unknown) | undefined;
  readonly log: ((entry: LogEntry) => unknown) | undefined;
}

/** Sends one request and retries it where that is safe. Failures are returned as an error tuple. */
export async function exchange(
  outgoing: Outgoing,
  bounds: RequestBounds & Pick<Request, "isHarmless">,
  client: ExchangeClient,
): Promise<Result<Answer>> {
  const started = performance.now();
  const { channel, closing, token } = client;
  const { signal, timeoutMs = client.timeoutMs } = bounds;
  const deadlineAt =
    bounds.deadlineAt ?? started + (client.deadlineMs ?? Math.max(60_000, timeoutMs));
  const maxResponseBytes = bounds.maxResponseBytes ?? client.maxResponseBytes;
  const limits = { ...bounds, timeoutMs, deadlineAt, maxResponseBytes, token };
  for (let attempts = 1; ; attempts += 1) {
    if (!bounds.isHarmless && isWriteDenied(outgoing, client)) {
      // No earlier attempt had begun to leave.
      const call = factsOf(outgoing, 0, started);
      const message = "The client's isWriteAllowed option denied the write.";
      return fail(new WriteDeniedError(message, { call }));
    }
    const outcome = await channel.send(outgoing, attempts, limits);
    const call = factsOf(outgoing, attempts, started);
    const result =
      "why" in outcome
        ? fail(failure(call, outcome, timeoutMs, client))
        : await readAnswer(call, outcome, outgoing, channel, limits);
    const wait = result[0] ? pauseBefore(result[0], outcome, client.retries) : Infinity;
    const isLast = performance.now() + wait >= deadlineAt;
    const goesOn =
      !isLast && (await pause(wait, AbortSignal.any([closing, ...(signal ? [signal] : [])])));
    if (goesOn) continue;
    note(client.log, outgoing, { ...call, ...outcome });
    if (isLast) return result;
    const isClosed = signal?.aborted !== true;
    const message = isClosed ? "The client was closed." : "The call was cancelled.";
    return fail(new CmsAbortError(message, { call, cause: result[0], isClosed }));
  }
}

function isWriteDenied({ method }: Outgoing, { isWriteAllowed }: ExchangeClient): boolean {
  if (isWriteAllowed === undefined || method === "GET") return false;
  try {
    return isWriteAllowed() !== true;
  } catch {
    // If `isWriteAllowed` throws, the write is denied.
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

/** Calls the log. Errors of the log, synchronous or not, don't affect the call. */
function note(
  log: ExchangeClient["log"],
  { method, path }: Outgoing,
  { elapsedMs, status, cause }: Pick<LogEntry, "elapsedMs" | "status"> & { cause?: unknown },
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

function failure(
  call: CallFacts,
  { why, cause, sent }: NoAnswer,
  timeoutMs: number,
  { channel, closing }: ExchangeClient,
): CmsError {
  const isClosed = closing.aborted;
  if (why === "aborted")
    return new CmsAbortError("The call was cancelled.", { call, cause, isClosed: false });
  if (isClosed) return new CmsAbortError("The client was closed.", { call, cause, isClosed });
  // A read can be repeated, and a request that was never sent had no effect.
  const retryable = call.method === "GET" || !sent;
  if (why === "timeout" || why === "deadline") {
    const message =
      why === "timeout"
        ? `The service didn't answer within ${timeoutMs} ms.`
        : "The deadline of the call has passed.";
    return new CmsTimeoutError(message, { call, cause, retryable });
  }
  if (why === "too-large") return new ParseError("The response is larger than allowed.", { call });
  return channel.connectionError(call, cause, retryable);
}
