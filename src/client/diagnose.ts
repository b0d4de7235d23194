import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { CmsError } from "./errors.ts";
import type { Transport } from "./http/call.ts";

/** What was seen on the way to a service; a step that failed has the system's own code in its place. */
export interface Diagnosis {
  /** All that the service's name resolves to here, whether or not a proxy is set. */
  readonly addresses: string;
  /**
   * Protocol, issuer and expiry of the certificate, and what is wrong with it, as it is seen without
   * a proxy; absent for http.
   */
  readonly tls?: string;
  /** HTTP status of a small answer, or the name and code of the error. */
  readonly answer: string;
  /**
   * Until the first byte of an answer came, in milliseconds, with the name's look-up and the
   * handshakes; absent where none came.
   */
  readonly firstByteMs?: number;
  /** Until that answer was there, in milliseconds; with attempts and pauses. */
  readonly elapsedMs: number;
}

/** How long a step may take, in milliseconds. */
const stepTimeoutMs = 10_000;

/** Looks at the way to the service, step by step; nothing throws, and nothing but one read is sent. */
export async function diagnose(transport: Transport, signal?: AbortSignal): Promise<Diagnosis> {
  const { hostname, port, protocol } = new URL(transport.url);
  const host = hostname.replace(/^\[|\]$/g, "");
  // Callers without types can give anything. The read then says that the signal is none.
  const known = signal instanceof AbortSignal ? signal : undefined;
  const [addresses, tls, answered] = await Promise.all([
    bounded(namesOf(host), known),
    protocol === "https:" ? bounded(certificateOf(host, Number(port || 443)), known) : undefined,
    measureAnswer(transport, signal),
  ]);
  return { addresses, ...(tls !== undefined && { tls }), ...answered };
}

/** One small read. Both times are of one clock: the first byte is never later than the end. */
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
    ...(signal !== undefined && { signal }),
  });
  return {
    answer: error ? failureOf(error) : String(answer.status),
    ...(firstByteMs !== undefined && { firstByteMs }),
    elapsedMs: passed(),
  };
}

const failureOf = (error: CmsError): string =>
  [error.status, error.name, systemCode(error)].filter(Boolean).join(" ");

function systemCode(error: CmsError): string | undefined {
  switch (error.name) {
    case "NetworkError":
    case "TlsError":
    case "ProxyError":
      return error.code;
    default:
      return undefined;
  }
}

async function namesOf(host: string): Promise<string> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))].join(", ");
}

/** A handshake and no request: what is wrong with the certificate is told, and not stopped at. */
const certificateOf = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const servername = isIP(host) ? {} : { servername: host };
    const options = {
      host,
      port,
      ...servername,
      timeout: stepTimeoutMs,
      rejectUnauthorized: false,
    };
    const socket = connect(options, () => {
      const { issuer, valid_to: until } = socket.getPeerCertificate();
      const by = [issuer.O, issuer.CN].flat().filter(Boolean).join(" ");
      // The types have an Error here, and Node gives its code.
      const trouble = socket.authorized ? "" : String(socket.authorizationError);
      resolve([socket.getProtocol(), by, until, trouble].filter(Boolean).join("; "));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("ETIMEDOUT")));
  });

/** What a step comes to, or the code of what went wrong; not later than it may take. */
async function bounded(step: Promise<string>, signal?: AbortSignal): Promise<string> {
  const limits = [AbortSignal.timeout(stepTimeoutMs), ...(signal ? [signal] : [])];
  const over = AbortSignal.any(limits);
  const given = new Promise<string>((resolve) => {
    over.addEventListener("abort", () => {
      resolve("no answer in time");
    });
  });
  return Promise.race([step.catch(codeOf), given]);
}

const codeOf = (cause: unknown): string => {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
};
