import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Cms } from "../cms.ts";
import { transportOf, type Transport } from "../http/call.ts";

/**
 * The result of testing the connection to a service. A failed step has the system's error code as
 * its value.
 */
export interface Diagnosis {
  /**
   * All addresses that the service's host name resolves to on this machine, with or without a
   * proxy.
   */
  readonly addresses: string;
  /**
   * The TLS protocol, the certificate's issuer and expiry, and its error, if any. Measured without
   * a proxy. Absent for http.
   */
  readonly tls?: string;
  /** The HTTP status of a small request, or the name and code of its error. */
  readonly answer: string;
  /**
   * Milliseconds until the first byte of the answer, including DNS lookup and handshakes. Absent
   * without an answer.
   */
  readonly firstByteMs?: number;
  /** Milliseconds until the answer was complete, including retries and the pauses between them. */
  readonly elapsedMs: number;
}

const stepTimeoutMs = 10_000;

/**
 * Tests the connection to the client's service step by step, for a report. It sends one small read.
 * Each step takes at most 10 seconds.
 *
 * The result contains the error of a failed step. If `signal` is aborted, the remaining steps end.
 * Rejects with a TypeError only if `createCms` didn't create `cms`.
 */
export async function diagnose(cms: Cms, signal?: AbortSignal): Promise<Diagnosis> {
  const transport = transportOf(cms);
  const { hostname, port, protocol } = new URL(transport.url);
  const host = hostname.replace(/^\[|\]$/g, "");
  // Untyped callers can pass any value. The read then reports the invalid signal.
  const validSignal = signal instanceof AbortSignal ? signal : undefined;
  const [addresses, tls, answered] = await Promise.all([
    bounded(
      lookup(host, { all: true }).then((addresses) =>
        [...new Set(addresses.map(({ address }) => address))].join(", "),
      ),
      validSignal,
    ),
    protocol === "https:"
      ? bounded(certificateOf(host, Number(port || 443)), validSignal)
      : undefined,
    measureAnswer(transport, signal),
  ]);
  return { addresses, ...(tls !== undefined && { tls }), ...answered };
}

/** One small read. Both times use the same clock: the first byte is never later than the end. */
async function measureAnswer(
  transport: Transport,
  signal?: AbortSignal,
): Promise<Pick<Diagnosis, "answer" | "firstByteMs" | "elapsedMs">> {
  const started = performance.now();
  const passed = () => Math.round(performance.now() - started);
  let firstByteMs: number | undefined;
  const [error, answer] = await transport.request({
    method: "GET",
    path: ["i18n", "locales"],
    timeoutMs: stepTimeoutMs,
    onFirstByte: () => {
      firstByteMs ??= passed();
    },
    signal,
  });
  const systemCode = error && "code" in error ? error.code : undefined;
  return {
    answer: error
      ? [error.status, error.name, systemCode].filter(Boolean).join(" ")
      : String(answer.status),
    ...(firstByteMs !== undefined && { firstByteMs }),
    elapsedMs: passed(),
  };
}

/** Performs a TLS handshake without a request. A certificate error is reported, and no failure. */
const certificateOf = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const address = { host, port, ...(!isIP(host) && { servername: host }) };
    const options = { ...address, timeout: stepTimeoutMs, rejectUnauthorized: false };
    const socket = connect(options, () => {
      const { issuer, valid_to: until } = socket.getPeerCertificate();
      const issuerName = [issuer.O, issuer.CN].flat().filter(Boolean).join(" ");
      // The type declares an Error, but Node provides the error's code.
      const trouble = socket.authorized ? "" : String(socket.authorizationError);
      resolve([socket.getProtocol(), issuerName, until, trouble].filter(Boolean).join("; "));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("ETIMEDOUT")));
  });

/** The result of a step, or the code of its error, within the step's time limit. */
async function bounded(step: Promise<string>, signal?: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(stepTimeoutMs);
  const over = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const given = new Promise<string>((resolve) => {
    over.addEventListener("abort", () => {
      resolve(signal?.aborted ? "cancelled" : `no answer within ${stepTimeoutMs / 1_000} s`);
    });
  });
  const settled = step.catch((cause: unknown) => {
    const { code, message } = cause as NodeJS.ErrnoException;
    return code ?? message;
  });
  return Promise.race([settled, given]);
}
