import { NetworkError } from "../errors.ts";
import { Attempt } from "../http/attempt.ts";
import type { Channel } from "../http/channel.ts";

/** A function in the form of the web's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Sends requests with a fetch function. It doesn't tell whether a request began to leave, so each
 * one counts as sent, and no write is ever retried.
 */
export const openFetch = (fetch: Fetch): Channel => ({
  acceptEncoding: undefined,
  send: ({ origin, target, method, headers, body, isForWrite }, _, limits) =>
    new Promise((resolve) => {
      // A signal of its own: with many calls that share one, Node 20 would warn of a leak.
      const signal = limits.signal && AbortSignal.any([limits.signal]);
      const attempt = new Attempt({ ...limits, signal }, resolve);
      if (attempt.isOver) return;
      const ending = new AbortController();
      attempt.begin(() => ending.abort());
      const exchange = async (): Promise<void> => {
        if (typeof body === "object" && body) throw new TypeError("The body can't be streamed.");
        const response = await fetch(origin + target, {
          method,
          headers,
          body,
          redirect: "manual",
          signal: ending.signal,
          // A cache must neither answer a write nor decide one.
          ...(isForWrite && { cache: "no-store" }),
        });
        const { body: stream } = response as Partial<Response>;
        const reader = stream?.getReader();
        if (!attempt.isOver) {
          attempt.receive(response.status, Object.fromEntries(response.headers));
          // Functions that are made from XMLHttpRequest return responses without a stream.
          if (stream === undefined) attempt.add(new Uint8Array(await response.arrayBuffer()));
        }
        while (reader && !attempt.isOver) {
          const { value } = (await reader.read()) as { readonly value?: Uint8Array };
          if (!value) break;
          attempt.add(value);
        }
        if (attempt.isOver) await reader?.cancel();
        else attempt.end();
      };
      exchange().catch((cause: unknown) => {
        // The error of Node's fetch says nothing, but its cause does.
        const { cause: reason } = Object(cause) as Error;
        attempt.fail(reason instanceof Error ? reason : cause);
      });
    }),
  decompressed: ({ body }) => Promise.resolve(body),
  connectionError: (call, cause, retryable) => {
    const { message, code } = Object(cause) as Readonly<Partial<Record<string, unknown>>>;
    const texts = [message, code].filter((text) => typeof text === "string");
    const words = texts.find((text) => text !== "") ?? "The connection failed.";
    const facts = { call, cause, retryable };
    return new NetworkError(words, { ...facts, code: typeof code === "string" ? code : undefined });
  },
  openFile: () => Promise.reject(new Error("a client that uses fetch can't stream files.")),
  close: () => Promise.resolve(),
});
