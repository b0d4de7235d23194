import { answerError } from "./answerError.ts";
import { AbortError, NetworkError, ParseError, TimeoutError } from "./errors.ts";
import type { CallFacts, CmsError } from "./errors.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Answer, LogEntry, Request } from "./call.ts";

/** A request in the form in which it leaves. */
export interface Outgoing {
  readonly method: Request["method"];
  /** The part of the URL that a log may show. */
  readonly path: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** Sends one request once; rejects when no whole answer came. */
export type Wire = (
  outgoing: Outgoing,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

interface Caller {
  readonly signal?: AbortSignal;
  readonly log?: (entry: LogEntry) => void;
}

/** One call, tried again where that is safe; what went wrong comes back as an error tuple. */
export async function exchange(
  outgoing: Outgoing,
  wire: Wire,
  caller: Caller,
): Promise<Result<Answer>> {
  const started = performance.now();
  const { method, path, url } = outgoing;
  for (let attempts = 1; ; attempts += 1) {
    const facts = (): CallFacts => ({
      method,
      url,
      attempts,
      elapsedMs: Math.round(performance.now() - started),
    });
    try {
      const { status, text } = await wire(outgoing, caller.signal);
      note(caller, { method, path, status, elapsedMs: facts().elapsedMs });
      return understand(facts(), status, text);
    } catch (cause) {
      const error = failure(facts(), cause, caller.signal);
      if (attempts === 1 && isStale(error)) continue;
      note(caller, { method, path, elapsedMs: error.call.elapsedMs });
      return fail(error);
    }
  }
}

function understand(call: CallFacts, status: number, text: string): Result<Answer> {
  let body: unknown;
  let broken: unknown;
  try {
    body = text === "" ? undefined : JSON.parse(text);
  } catch (cause) {
    broken = cause;
  }
  // The status speaks before the body: a 502 with a page of HTML is a 502.
  if (status < 200 || status > 299) return fail(answerError(call, status, body));
  if (broken === undefined) return ok({ call, status, body }, null);
  return fail(new ParseError("The answer is no JSON.", { call, status, cause: broken }));
}

function failure(call: CallFacts, cause: unknown, signal?: AbortSignal): CmsError {
  if (signal?.aborted) return new AbortError("The call was cancelled.", { call, cause });
  const { name, code, message } = cause as { name?: string; code?: string; message?: string };
  if (name === "TimeoutError" || code?.includes("TIMEOUT")) {
    return new TimeoutError("No answer in time.", { call, cause });
  }
  // A refused connection to a name with several addresses has a code and no message.
  const why = [message, code, "The connection failed."].find(Boolean) ?? "";
  return new NetworkError(why, { call, cause, code });
}

/** An idle connection that the service has closed meanwhile shows as this; so does a cut answer. */
const isStale = (error: CmsError): boolean =>
  error.name === "NetworkError" &&
  error.call.method === "GET" &&
  ["ECONNRESET", "UND_ERR_SOCKET", "EPIPE"].includes(error.code ?? "");

function note({ log }: Caller, entry: LogEntry): void {
  try {
    log?.(entry);
  } catch {
    // A log that fails is the log's trouble; the call has its answer.
  }
}
