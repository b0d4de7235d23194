import * as l10n from "@vscode/l10n";
import type { CmsError } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { proxyTrouble, tlsTrouble } from "../../model/connect/connectionTrouble.ts";
import type { ProxyTrouble, TlsTrouble } from "../../model/connect/connectionTrouble.ts";
import { remediesOf } from "../../model/remedies.ts";
import { nonEmpty, wordsFor } from "./nameList.ts";
import { permissionLabel, routeOf } from "./permissionNames.ts";

export function describeError(error: CmsError): string {
  const { host } = new URL(error.url);
  const message = l10n.t("{name}: {error}", { name: host, error: error.message });
  switch (error.name) {
    case "ValidationError":
      // The service's word for a user name or an email address is "identifier".
      if (/^Invalid identifier or password\.?$/.test(error.message))
        return l10n.t("The user name or password is wrong.");
      return error.issues.map(describeIssue).join(" ") || error.message;
    case "UnauthorizedError":
      if (error.isAnonymous) return message;
      return saysNothingElse.test(error.message)
        ? l10n.t("{host} rejected the token. Check it under Settings > API Tokens.", { host })
        : l10n.t("{host} rejected the token: {error}. Check it under Settings > API Tokens.", {
            host,
            error: error.message.replace(/\.$/, ""),
          });
    case "ForbiddenError":
      return describeForbidden(error, host);
    case "WriteDeniedError":
      return lockedWords(host);
    case "CmsTimeoutError":
      return l10n.t("{host} didn't respond in time.", { host });
    case "PayloadTooLargeError":
      return routeOf(error) === "upload"
        ? l10n.t("{host} rejected the file because it's too large: {error}", {
            host,
            error: error.message,
          })
        : l10n.t(
            "{host} rejected the text because it's too large. Shorten it, or increase the limit of the service (1 MB by default).",
            { host },
          );
    case "NotFoundError":
      return error.url.includes("/content-type-builder/")
        ? l10n.t(
            "{host} doesn't expose its content types because it has no content-type-builder.",
            { host },
          )
        : message;
    case "RateLimitError":
      return describeLimit(error, host);
    case "HttpError":
      return isWithoutWords(error)
        ? l10n.t("{host} responded with HTTP {status}.", { host, status: error.status ?? "" })
        : message;
    case "NetworkError":
      return describeNetwork(error.code, host);
    case "TlsError":
      return describeTls(tlsTrouble(error), host);
    case "ProxyError":
      return describeProxy(proxyTrouble(error), host);
    case "CmsAbortError":
      return error.isClosed
        ? l10n.t("The connection to {host} was changed while this was running. Try again.", {
            host,
          })
        : message;
    case "ConflictError":
    case "ParseError":
    case "IncompleteListError":
    case "RequestError":
      return message;
  }
}

/** The only text that the service returns for an unknown token. */
const saysNothingElse = /^(Missing or invalid credentials|Unauthorized)\.?$/i;

function describeForbidden(error: CmsError, host: string): string {
  if (/\/(admin|content-manager)\//.test(error.url)) {
    return l10n.t("Your admin panel account on {host} has no permission for this action.", {
      host,
    });
  }
  const permission = permissionLabel(error);
  return error.isAnonymous
    ? l10n.t("{host} requires signing in. Sign in, or enable {permission} for the Public role.", {
        host,
        permission,
      })
    : l10n.t(
        "{host} requires the permission {permission}. Enable it for the token or for the role of the signed-in user.",
        { host, permission },
      );
}

/** The failure in few words, the reason first. Undefined if it needs a whole sentence. */
export function shortReason(failure: Failure): readonly [string, ...string[]] | undefined {
  const [remedy] = remediesOf(failure);
  const permission = failure.code === "service" ? permissionLabel(failure.error) : "";
  if (remedy === "signIn") return [l10n.t("Sign-in required"), permission];
  if (remedy === "permissions") return [permission, l10n.t("missing permission")];
  return failure.code === "service" ? reasonOf(failure.error) : undefined;
}

/** The reason without the host, because a row above shows the host. */
function reasonOf(error: CmsError): readonly [string, ...string[]] | undefined {
  switch (error.name) {
    case "UnauthorizedError":
      return error.isAnonymous ? [error.message] : [l10n.t("Token rejected"), error.message];
    case "CmsTimeoutError":
      return [l10n.t("Request timed out")];
    case "NetworkError":
      return [l10n.t("Not reachable")];
    case "TlsError":
      return tlsInShort(tlsTrouble(error));
    case "ProxyError":
      return [
        wordsFor(proxyTrouble(error), {
          credentials: l10n.t("The proxy requires a password"),
          rejected: l10n.t("Rejected by the proxy"),
          unreachable: l10n.t("Proxy not reachable"),
        }),
      ];
    case "RateLimitError":
      return [l10n.t("Too many requests")];
    case "HttpError":
      return [
        isWithoutWords(error)
          ? l10n.t("Responded with HTTP {status}", { status: error.status ?? "" })
          : error.message,
      ];
    case "ValidationError":
    case "ForbiddenError":
    case "NotFoundError":
    case "ConflictError":
    case "PayloadTooLargeError":
    case "CmsAbortError":
    case "ParseError":
    case "IncompleteListError":
    case "RequestError":
    case "WriteDeniedError":
      return undefined;
  }
}

export const lockedWords = (name: string): string =>
  l10n.t("{connection} is locked. Nothing was changed. Unlock it and retry.", { connection: name });

/** Whether a response has only a status and no message, such as a gateway's response. */
const isWithoutWords = ({ message, status }: CmsError): boolean => message === `HTTP ${status}`;

function describeLimit({ retryAfterMs }: Limited, host: string): string {
  if (retryAfterMs === undefined)
    return l10n.t("{host} received too many requests. Retry in a minute.", { host });
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return seconds === 1
    ? l10n.t("{host} received too many requests. Retry in 1 second.", { host })
    : l10n.t("{host} received too many requests. Retry in {seconds} seconds.", { host, seconds });
}

type Limited = Extract<CmsError, { readonly name: "RateLimitError" }>;

const describeTls = (trouble: TlsTrouble, host: string): string =>
  wordsFor(trouble, {
    "no-tls": l10n.t(
      "{host} doesn't respond over HTTPS. Use http:// in the URL, or enable HTTPS on the service.",
      { host },
    ),
    "self-signed": l10n.t(
      "The certificate of {host} is self-signed. Choose its certificate file to trust it.",
      { host },
    ),
    "unknown-authority": l10n.t(
      "The certificate of {host} is signed by an unknown certificate authority. Choose the authority's certificate file to trust it.",
      { host },
    ),
    expired: l10n.t("The certificate of {host} has expired. Renew it on the service and retry.", {
      host,
    }),
    "not-yet-valid": l10n.t(
      "The certificate of {host} isn't valid yet. Check the clock on this computer and retry.",
      { host },
    ),
    "other-host": l10n.t("The certificate of the service doesn't match {host}. Check the URL.", {
      host,
    }),
    other: l10n.t("Couldn't establish a secure connection to {host}. See the log for details.", {
      host,
    }),
  });

function tlsInShort(trouble: TlsTrouble): readonly [string, ...string[]] {
  const facts: Record<TlsTrouble, string> = {
    "no-tls": l10n.t("use http:// in the URL"),
    "self-signed": l10n.t("self-signed certificate"),
    "unknown-authority": l10n.t("certificate from an unknown authority"),
    expired: l10n.t("expired certificate"),
    "not-yet-valid": l10n.t("certificate not valid yet"),
    "other-host": l10n.t("certificate for another host"),
    other: "",
  };
  const label = trouble === "no-tls" ? l10n.t("No HTTPS") : l10n.t("No secure connection");
  return facts[trouble] ? [label, facts[trouble]] : [label];
}

const describeProxy = (trouble: ProxyTrouble, host: string): string =>
  wordsFor(trouble, {
    credentials: l10n.t(
      "The proxy requires a user name and a password to connect to {host}. Add them to the proxy URL.",
      { host },
    ),
    rejected: l10n.t("The proxy rejected the connection to {host}. Check the proxy settings.", {
      host,
    }),
    unreachable: l10n.t(
      "Couldn't connect to {host} through the proxy. Check the proxy settings and whether the proxy is running.",
      { host },
    ),
  });

function describeNetwork(code: string | undefined, host: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return l10n.t("Couldn't find {host}. Check the URL and your network connection.", { host });
  }
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET"
    ? l10n.t("The connection to {host} was interrupted.", { host })
    : l10n.t("Couldn't connect to {host}. Is the service running?", { host });
}

/** The technical details of a failure: its codes and its request. Undefined if there are none. */
export function technicalDetails(failure: Failure): string | undefined {
  if (failure.code !== "service") return undefined;
  const { error } = failure;
  const { name, message, method, url, status } = error;
  // The system's error code, such as ECONNREFUSED, if there was no response.
  const systemCode = "code" in error ? error.code : undefined;
  const what = systemCode ?? (status === undefined ? name : `HTTP ${status}`);
  // Without the query, which may be very long or contain a search text.
  const { origin, pathname } = new URL(url);
  return nonEmpty(what, message, `${method} ${origin}${pathname}`).join(" · ");
}

/** Omits the field if the service's message already names it. */
export function describeIssue({ path, message }: ValidationIssue): string {
  const field = path.join(".");
  if (field !== "" && missing.test(message)) return l10n.t("{field} must not be empty.", { field });
  const words =
    field === "" || message.includes(String(path.at(-1))) ? message : `${field}: ${message}`;
  return words.endsWith(".") ? words : `${words}.`;
}

/** The service's message for a required field without a value. */
const missing = /must be an? `\w+` type, but the final value was: `null`/;

type ValidationIssue = Extract<CmsError, { name: "ValidationError" }>["issues"][number];
