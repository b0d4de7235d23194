import type { Request, RequestBounds, StreamedBody } from "./call.ts";
import { longestTimer } from "./pause.ts";

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
  /** Whether this is a write, or one follows from the answer. */
  readonly isForWrite: boolean;
}

/** By name in lower case. A header can have several values. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A complete answer as received, its body still compressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
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
export const headerOf = (headers: AnswerHeaders, name: string): string | undefined =>
  [headers[name]].flat()[0];

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/**
 * One request that is sent once, within its limits. A channel reports what arrives, and Attempt
 * resolves to the answer or to the reason why there is none.
 */
export class Attempt {
  isOver = false;
  readonly #limits: Limits;
  readonly #resolve: (outcome: RawAnswer | NoAnswer) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cancel: (() => void) | undefined;
  #status = 0;
  #headers: AnswerHeaders = {};
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limits: Limits, resolve: (outcome: RawAnswer | NoAnswer) => void) {
    const { signal } = limits;
    this.#limits = limits;
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

  /** The request begins to leave, unless the attempt ended while it waited for a connection. */
  begin(cancel: () => void): void {
    if (this.isOver) cancel();
    else this.#cancel = cancel;
  }

  /** Can be called again after an informational answer. */
  receive(status: number, headers: AnswerHeaders): void {
    this.#status = status;
    this.#headers = headers;
    this.#limits.onFirstByte?.();
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > this.#limits.maxResponseBytes) this.#stop("too-large");
  }

  end(): void {
    const [first, ...more] = this.#chunks;
    const body = first && more.length === 0 ? first : joined(this.#chunks, this.#length);
    this.#settle({ status: this.#status, headers: this.#headers, body });
  }

  fail(cause: unknown): void {
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
    // The status determines the error, whatever happens to its body.
    if (this.#status >= 300 && (why === "failed" || why === "too-large")) this.end();
    else this.#settle({ why, cause, sent: this.#cancel !== undefined });
    this.#cancel?.();
  };

  #settle(outcome: RawAnswer | NoAnswer): void {
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#limits.signal?.removeEventListener("abort", this.#abort);
    this.#resolve(outcome);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
