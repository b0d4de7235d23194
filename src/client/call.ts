import type { CallFacts } from "./errors.ts";
import type { CallOptions } from "./params.ts";
import type { Result } from "./result.ts";

/** One line for a log: never a token, a header, a query or a body. */
export interface LogEntry {
  readonly method: string;
  readonly path: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly elapsedMs: number;
}

export interface Request extends CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The segments below `/api/`, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: object;
  readonly body?: unknown;
}

export interface Answer {
  readonly call: CallFacts;
  readonly status: number;
  /** The parsed body; undefined when it was empty. */
  readonly body: unknown;
}

/** The one way to the service: every group of methods stands on it. */
export interface Transport {
  request(request: Request): Promise<Result<Answer>>;
  close(): Promise<void>;
}
