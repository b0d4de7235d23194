import { setTimeout as pause } from "node:timers/promises";
import {
  CmsAbortError,
  WriteDeniedError,
  NetworkError,
  ParseError,
  ProxyError,
  RequestError,
  CmsTimeoutError,
  TlsError,
} from "../errors.ts";
import type { CallFacts, CmsError } from "../errors.ts";
import { fail, type Result } from "../result.ts";
import { readAnswer } from "./answer.ts";
import { sendAttempt, type NoAnswer, type Outgoing } from "./attempt.ts";
import { longestTimer } from "./call.ts";
import type { Answer, RequestBounds, LogEntry, Request } from "./call.ts";
import { ProxyFailure, type Network } from "./network.ts";
import { pauseBefore } from "./retry.ts";

export interface ExchangeClient {
  readonly network: Network;
  /** Fires when the client is closed. */
  readonly closing: AbortSignal;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
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
  const { network, closing, token } = client;
  const { signal, timeoutMs = client.timeoutMs } = bounds;
  const deadlineAt = bounds.deadlineAt ?? started + client.deadlineMs;
  const maxResponseBytes = bounds.maxResponseBytes ?? client.maxResponseBytes;
  const limits = { ...bounds, timeoutMs, deadlineAt, maxResponseBytes, token };
  for (let attempts = 1; ; attempts += 1) {
    if (!bounds.isHarmless && isWriteDenied(outgoing, client)) {
      // No earlier attempt had begun to leave.
      const call = factsOf(outgoing, 0, started);
      const message = "The client's isWriteAllowed option denied the write.";
      return fail(new WriteDeniedError(message, { call }));
    }
    const dispatcher = outgoing.method === "GET" && attempts === 1 ? network.pooled : network.fresh;
    const outcome = await sendAttempt(dispatcher, outgoing, limits);
    const call = factsOf(outgoing, attempts, started);
    const result =
      "why" in outcome
        ? fail(failure(call, outcome, timeoutMs, closing.aborted))
        : await readAnswer(call, outcome, outgoing, limits);
    const wait = result[0] ? pauseBefore(result[0], outcome, client.retries) : Infinity;
    const isLast = performance.now() + wait >= deadlineAt;
    const goesOn = !isLast && (await waited(wait, closing, signal));
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

/** Resolves to false if a signal fired before the time was over. */
async function waited(
  ms: number,
  closing: AbortSignal,
  callers: AbortSignal | undefined,
): Promise<boolean> {
  const signal = AbortSignal.any([closing, ...(callers ? [callers] : [])]);
  try {
    // A timer with a delay above its limit fires immediately.
    for (let remainingMs = ms; remainingMs >= 0; remainingMs -= longestTimer) {
      await pause(Math.min(remainingMs, longestTimer), undefined, { signal });
    }
    return true;
  } catch {
    // It can fail only by abort.
    return false;
  }
}

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

type SystemError = Partial<NodeJS.ErrnoException> & { data?: unknown };

function failure(
  call: CallFacts,
  { why, cause, sent }: NoAnswer,
  timeoutMs: number,
  isClosed: boolean,
): CmsError {
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
  const isProxyFailure = cause instanceof ProxyFailure;
  const systemCause = (isProxyFailure ? cause.cause : cause) as SystemError;
  const { message, code = "" } = systemCause;
  // A refused connection to a host with several addresses has a code and no message.
  const words = [message, code, "The connection failed."].find(Boolean) ?? "";
  const facts = { call, cause: systemCause, code: systemCause.code };
  if (isProxyFailure)
    return new ProxyError(words, { ...facts, code, retryable: !tlsCodes.test(code) });
  // An error for an answer that is not HTTP quotes the raw data, with any token.
  if (systemCause.data !== undefined) delete systemCause.data;
  // undici reports the status of a proxy's refusal only in this message.
  const status = Number(/^Proxy .*\((\d{3})\)/.exec(words)?.[1] ?? 0);
  if (status) return new ProxyError(words, { ...facts, status });
  if (code === "UND_ERR_INVALID_ARG") return new RequestError(words, facts);
  if (tlsCodes.test(code)) return new TlsError(words, facts);
  if (code.includes("TIMEOUT"))
    return new CmsTimeoutError("The connection timed out.", { ...facts, retryable });
  return new NetworkError(words, { ...facts, retryable });
}

/** The codes of rejected certificates have no common prefix. These are of OpenSSL and Node. */
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH|EPROTO)/;
