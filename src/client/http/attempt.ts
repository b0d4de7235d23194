import { setMaxListeners } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { longestTimer, type Request, type RequestBounds, type StreamedBody } from "./call.ts";

export interface Outgoing {
  readonly method: Request["method"];
  /** The part of the URL that logs can contain. */
  readonly path: string;
  readonly origin: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | null;
  /** Whether the request is for a file instead of JSON. */
  readonly isFile: boolean;
}

/** A complete answer as received, its body still compressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface NoAnswer {
  readonly why: "aborted" | "timeout" | "deadline" | "too-large" | "failed";
  readonly cause: unknown;
  /** Whether any of the request may have reached the service. */
  readonly sent: boolean;
}

export interface Limits extends Pick<RequestBounds, "signal" | "onFirstByte"> {
  /** In milliseconds, for the complete answer; for a streamed body, from its last chunk. */
  readonly timeoutMs: number;
  /** A time of `performance.now()`, in milliseconds. */
  readonly deadlineAt: number;
  readonly maxResponseBytes: number;
}

/** The value of a header; the first one of several. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  [headers[name]].flat()[0];

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/**
 * Sends one request once. A write may be retried only if it had not begun to leave. undici tells
 * only the handler beneath its own methods when a request begins to leave, so this uses that one.
 */
export const sendAttempt = (
  dispatcher: Dispatcher,
  outgoing: Outgoing,
  limits: Limits,
): Promise<RawAnswer | NoAnswer> =>
  new Promise((resolve) => {
    const { origin, target, method, headers, body } = outgoing;
    const attempt = new Attempt(limits, resolve);
    if (attempt.isOver) return;
    // A proxy's dispatcher modifies the headers that it receives.
    const options = { origin, path: target, method, headers: { ...headers } };
    const sent = typeof body === "object" && body ? attempt.counting(body.chunks()) : body;
    // undici accepts any iterable, but its types list only some.
    dispatcher.dispatch({ ...options, body: sent as string | null }, attempt);
  });

class Attempt implements Dispatcher.DispatchHandler {
  isOver = false;
  readonly #limits: Limits;
  readonly #resolve: (outcome: RawAnswer | NoAnswer) => void;
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(limits: Limits, resolve: (outcome: RawAnswer | NoAnswer) => void) {
    const { signal } = limits;
    this.#limits = limits;
    // Many calls can share a signal. Node would warn of a leak.
    if (signal) setMaxListeners(0, signal);
    this.#resolve = resolve;
    signal?.addEventListener("abort", this.#abort);
    if (signal?.aborted) this.#abort();
    else this.#wait();
  }

  /** Yields the chunks unchanged. Each chunk restarts the timeout. */
  async *counting(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of chunks) {
      if (this.isOver) return;
      this.#wait();
      yield chunk;
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The call ended while it waited for a connection. It must not be sent any more.
    if (this.isOver) controller.abort(new Error("The call has already ended."));
    else this.#controller = controller;
  }

  /** Called again after an informational answer. */
  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
    this.#limits.onFirstByte?.();
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > this.#limits.maxResponseBytes) this.#stop("too-large");
  }

  onResponseEnd(): void {
    const [first, ...more] = this.#chunks;
    const body = first && more.length === 0 ? first : Buffer.concat(this.#chunks, this.#length);
    this.#settle({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: unknown, cause: Error): void {
    this.#stop("failed", cause);
  }

  #wait(): void {
    const { timeoutMs, deadlineAt } = this.#limits;
    const leftMs = deadlineAt - performance.now();
    const why = leftMs < timeoutMs ? "deadline" : "timeout";
    const ms = Math.min(timeoutMs, leftMs, longestTimer);
    clearTimeout(this.#timer);
    if (ms <= 0) this.#stop(why);
    else this.#timer = setTimeout(this.#stop, ms, why);
  }

  readonly #abort = (): void => this.#stop("aborted", this.#limits.signal?.reason);

  readonly #stop = (why: NoAnswer["why"], cause?: unknown): void => {
    if (this.isOver) return;
    const running = this.#controller;
    // The status determines the error, whatever happens to its body.
    if (this.#status >= 300 && (why === "failed" || why === "too-large")) this.onResponseEnd();
    else this.#settle({ why, cause, sent: running !== undefined });
    running?.abort(new Error("The call has already ended."));
  };

  #settle(outcome: RawAnswer | NoAnswer): void {
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#limits.signal?.removeEventListener("abort", this.#abort);
    this.#resolve(outcome);
  }
}
