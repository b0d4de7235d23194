import { setMaxListeners } from "node:events";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from "node:zlib";
import {
  CmsTimeoutError,
  NetworkError,
  ProxyError,
  RequestError,
  TlsError,
  type CallFacts,
  type CmsError,
} from "../errors.ts";
import { Attempt, headerOf } from "../http/attempt.ts";
import type { Channel } from "../http/channel.ts";
import { isString, type OptionKinds } from "../http/transport.ts";
import { isRecord } from "../recordGuard.ts";
import type { NetworkOptions } from "../options.ts";
import { openFile } from "./diskFile.ts";
import { openNetwork, ProxyFailure } from "./network.ts";

const tlsNames = /^(ca|systemAuthorities|cert|key|passphrase|rejectUnauthorized)$/;

/** The required types of the options of a network. */
export const networkKinds: OptionKinds = {
  proxy: [isString, "a string"],
  noProxy: [isString, "a string"],
  tls: [
    (value) => isRecord(value) && Object.keys(value).every((name) => tlsNames.test(name)),
    "an object with only the options of TlsOptions",
  ],
};

/** Sends requests with undici. Throws a TypeError for an invalid proxy or certificate. */
export function openUndici(origin: string, options: NetworkOptions, timeoutMs: number): Channel {
  const { pooled, fresh } = openNetwork(origin, options, timeoutMs);
  return {
    acceptEncoding: "gzip, br",
    /**
     * A write may be retried only if it had not begun to leave. undici tells only the handler
     * beneath its own methods when a request begins to leave, so this uses that one.
     */
    send: (outgoing, attempts, limits) =>
      new Promise((resolve) => {
        const { target, method, headers, body } = outgoing;
        // Many calls can share a signal. Node would warn of a leak.
        if (limits.signal) setMaxListeners(0, limits.signal);
        const attempt = new Attempt(limits, resolve);
        if (attempt.isOver) return;
        // A proxy's dispatcher modifies the headers that it receives.
        const sent = { origin, path: target, method, headers: { ...headers } };
        const bytes = typeof body === "object" && body ? attempt.counting(body.chunks()) : body;
        const dispatcher = method === "GET" && attempts === 1 ? pooled : fresh;
        // undici accepts any iterable, but its types list only some.
        dispatcher.dispatch(
          { ...sent, body: bytes as string | null },
          {
            onRequestStart: (controller) =>
              attempt.begin(() => controller.abort(new Error("The call has already ended."))),
            onResponseStart: (_, status, answerHeaders) => attempt.receive(status, answerHeaders),
            onResponseData: (_, chunk) => attempt.add(chunk),
            onResponseEnd: () => attempt.end(),
            onResponseError: (_, cause) => attempt.fail(cause),
          },
        );
      }),
    decompressed: async ({ headers, body }, maxOutputLength) => {
      const encoding = headerOf(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
      if (encoding === "identity" || body.length === 0) return body;
      const decompress = decompressors.get(encoding);
      if (!decompress) throw new Error("The encoding is unknown.");
      return decompress(body, { maxOutputLength });
    },
    connectionError,
    openFile,
    close: async () => {
      await Promise.all([pooled.destroy(), fresh.destroy()]);
    },
  };
}

type Decompress = (body: InputType, options: ZlibOptions) => Promise<Uint8Array>;

const decompressors = new Map<string, Decompress>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

function connectionError(call: CallFacts, cause: unknown, isRetryable: boolean): CmsError {
  const isProxyFailure = cause instanceof ProxyFailure;
  const systemCause = (isProxyFailure ? cause.cause : cause) as Partial<NodeJS.ErrnoException> & {
    data?: unknown;
  };
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
  const retryable = isRetryable;
  if (code.includes("TIMEOUT"))
    return new CmsTimeoutError("The connection timed out.", { ...facts, retryable });
  return new NetworkError(words, { ...facts, retryable });
}

/** The codes of rejected certificates have no common prefix. These are of OpenSSL and Node. */
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH|EPROTO)/;
