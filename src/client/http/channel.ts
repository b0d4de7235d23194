import type { CallFacts, CmsError } from "../errors.ts";
import type { OpenFile } from "./call.ts";
import type { Limits, NoAnswer, Outgoing, RawAnswer } from "./attempt.ts";

/** What carries the requests: undici in Node, or a fetch function anywhere. */
export interface Channel {
  /** The encodings that `decompressed` reads; undefined where answers arrive decompressed. */
  readonly acceptEncoding: string | undefined;
  /** Sends a request once. `attempts` counts this one. */
  send(outgoing: Outgoing, attempts: number, limits: Limits): Promise<RawAnswer | NoAnswer>;
  /** The body of an answer. Throws an error for a body that isn't readable, or is larger. */
  readonly decompressed: (answer: RawAnswer, maxBytes: number) => Promise<Uint8Array>;
  /** The error for a connection that failed. `isRetryable` is true if the request may be repeated. */
  connectionError(call: CallFacts, cause: unknown, isRetryable: boolean): CmsError;
  readonly openFile: OpenFile;
  close(): Promise<void>;
}
