import {
  AbortError,
  NetworkError,
  ParseError,
  ProxyError,
  RequestError,
  TimeoutError,
  TlsError,
} from "../errors.ts";
import type { CallFacts, CmsError } from "../errors.ts";
import { ProxyFailure } from "./network.ts";
import type { NoAnswer } from "./attempt.ts";

interface SystemError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  data?: unknown;
}

/** The error for a request that got no whole answer. */
export function failure(call: CallFacts, broken: NoAnswer, isClosed: boolean): CmsError {
  const { why, cause, sent } = broken;
  if (why === "aborted") return new AbortError("The call was cancelled.", { call, cause });
  if (isClosed) return new AbortError("The client was closed.", { call, cause });
  // A read does no harm twice, and what never left was never done.
  const retryable = call.method === "GET" || !sent;
  if (why === "timeout") return new TimeoutError("No answer in time.", { call, cause, retryable });
  if (why === "too-large") return new ParseError("The answer is larger than allowed.", { call });
  return cause instanceof ProxyFailure
    ? proxyError(call, cause.cause as SystemError)
    : systemError(call, withoutBody(cause as SystemError), retryable);
}

/** What is no HTTP at all is quoted by the error that says so, a token that it repeats included. */
function withoutBody(cause: SystemError): SystemError {
  if (cause.data !== undefined) delete cause.data;
  return cause;
}

function proxyError(call: CallFacts, cause: SystemError): ProxyError {
  const { code = "" } = cause;
  const retryable = !tlsCodes.test(code);
  return new ProxyError(wordsOf(cause), { call, cause, code, retryable });
}

function systemError(call: CallFacts, cause: SystemError, retryable: boolean): CmsError {
  const { code = "" } = cause;
  const words = wordsOf(cause);
  const facts = { call, cause, code: cause.code };
  const status = refusedByProxy(words);
  if (status) return new ProxyError(words, { ...facts, status });
  if (code === "UND_ERR_INVALID_ARG") return new RequestError(words, facts);
  if (tlsCodes.test(code)) return new TlsError(words, facts);
  if (code.includes("TIMEOUT"))
    return new TimeoutError("No answer in time.", { ...facts, retryable });
  return new NetworkError(words, { ...facts, retryable });
}

/** A refused connection to a name with several addresses has a code and no message. */
const wordsOf = ({ message, code }: SystemError): string =>
  [message, code, "The connection failed."].find(Boolean) ?? "";

/** The status with which a proxy refused: undici tells it by these words alone. */
const refusedByProxy = (words: string): number =>
  Number(/^Proxy .*\((\d{3})\)/.exec(words)?.[1] ?? 0);

/** The codes of refused certificates have no beginning in common: these are OpenSSL's and Node's. */
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH|EPROTO)/;
