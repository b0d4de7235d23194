import * as vscode from "vscode";
import type { CmsError, Failure } from "../../model/outcome.ts";
import { remediesOf } from "../../model/connections/remedies.ts";
import { permissionOf, routeOf } from "./permissionNames.ts";

/** What the service, or the way to it, said: what happened and what to do. */
export function describeError(error: CmsError): string {
  const host = new URL(error.url).host;
  switch (error.name) {
    case "ValidationError":
      return error.issues.map(describeIssue).join(" ") || error.message;
    case "UnauthorizedError":
      return error.isAnonymous
        ? vscode.l10n.t("{0}: {1}", host, error.message)
        : vscode.l10n.t("{0} refused the token: {1}.", host, error.message);
    case "ForbiddenError":
      return describeForbidden(error, host);
    case "LockedError":
      return lockedWords(host);
    case "TimeoutError":
      return vscode.l10n.t("{0} did not answer in time.", host);
    default:
      return describeRest(error, host);
  }
}

function describeForbidden(error: CmsError, host: string): string {
  if (/\/(admin|content-manager)\//.test(error.url)) {
    return vscode.l10n.t("Your account in the admin panel of {0} may not do this.", host);
  }
  const permission = permissionOf(error);
  return error.isAnonymous
    ? vscode.l10n.t(
        "Nobody is signed in on {0}: sign in, or tick {1} for everybody.",
        host,
        permission,
      )
    : vscode.l10n.t(
        "A permission is missing on {0}: tick {1} for the token, or for the role of who is signed in.",
        host,
        permission,
      );
}

/** What failed, its reason first, in the few words of a row; undefined where it takes a whole sentence. */
export function inShort(failure: Failure): readonly [string, ...string[]] | undefined {
  const [remedy] = remediesOf(failure);
  const permission = failure.code === "service" ? permissionOf(failure.error) : "";
  if (remedy === "signIn") return [vscode.l10n.t("Nobody is signed in"), permission];
  if (remedy === "permissions") return [permission, vscode.l10n.t("this permission is missing")];
  return failure.code === "service" ? reasonOf(failure.error) : undefined;
}

/** The reason without the host, which a row has above it. */
function reasonOf(error: CmsError): readonly [string, ...string[]] | undefined {
  switch (error.name) {
    case "UnauthorizedError":
      return error.isAnonymous ? [error.message] : [vscode.l10n.t("Token rejected"), error.message];
    case "TimeoutError":
      return [vscode.l10n.t("No answer in time")];
    case "NetworkError":
      return [vscode.l10n.t("Not reachable")];
    case "TlsError":
      return [vscode.l10n.t("No secure connection"), error.message.replace(/;.*/s, "")];
    case "ProxyError":
      return [vscode.l10n.t("Refused by the proxy"), error.code ?? error.message];
    case "RateLimitError":
      return [vscode.l10n.t("Too many requests")];
    case "HttpError":
      return [error.message];
    default:
      return undefined;
  }
}

export const lockedWords = (name: string): string =>
  vscode.l10n.t("{0} is locked, and nothing was written: unlock it first.", name);

function describeRest(error: CmsError, host: string): string {
  switch (error.name) {
    case "PayloadTooLargeError":
      if (routeOf(error) === "upload") {
        return vscode.l10n.t("{0} takes no file of this size: {1}", host, error.message);
      }
      return vscode.l10n.t(
        "{0} takes no text of this size. Shorten it, or raise the limit of the service, which is 1 MB unless told otherwise.",
        host,
      );
    case "NotFoundError":
      return error.url.includes("/content-type-builder/")
        ? vscode.l10n.t(
            "{0} does not tell its content types: it has no content-type-builder.",
            host,
          )
        : vscode.l10n.t("{0}: {1}", host, error.message);
    case "RateLimitError":
      return describeLimit(error, host);
    default:
      return "code" in error
        ? describeConnection(error, host)
        : vscode.l10n.t("{0}: {1}", host, error.message);
  }
}

const describeLimit = ({ retryAfterMs }: Limited, host: string): string =>
  retryAfterMs === undefined
    ? vscode.l10n.t("{0} had too many requests. Try again in a minute.", host)
    : vscode.l10n.t(
        "{0} had too many requests. Try again in {1} s.",
        host,
        Math.ceil(retryAfterMs / 1_000),
      );

type Limited = Extract<CmsError, { readonly name: "RateLimitError" }>;

/** Why nothing came through. A certificate's reason is clearer in the words of the system. */
function describeConnection({ name, code, message }: ConnectionError, host: string): string {
  switch (name) {
    case "NetworkError":
      return describeNetwork(code, host);
    case "TlsError":
      return vscode.l10n.t(
        "There is no secure connection to {0}: {1}.",
        host,
        message.replace(/;.*/s, ""),
      );
    case "ProxyError":
      return vscode.l10n.t(
        "The proxy did not let a request to {0} through: {1}.",
        host,
        code ?? message,
      );
  }
}

function describeNetwork(code: string | undefined, host: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return vscode.l10n.t("Couldn't find {0}. Check the URL and your network connection.", host);
  }
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET"
    ? vscode.l10n.t("The connection to {0} was interrupted.", host)
    : vscode.l10n.t("Couldn't connect to {0}. Is the service running?", host);
}

/** What a failure is to whoever looks for its cause: codes, and what was asked. Undefined where there is no more. */
export function technicalDetails(failure: Failure): string | undefined {
  if (failure.code !== "service") return undefined;
  const { name, message, method, url, status } = failure.error;
  const code = "code" in failure.error ? failure.error.code : undefined;
  const what = code ?? (status === undefined ? name : `HTTP ${status}`);
  // Without its query, which fills pages and may hold what somebody searched for.
  const { origin, pathname } = new URL(url);
  return [what, message, `${method} ${origin}${pathname}`].filter(Boolean).join(" · ");
}

/** What of the settings or files does not let a client be made. */
export const describeNoWay = (failure: NoWay): string =>
  failure.part === "proxy"
    ? vscode.l10n.t(
        "The proxy that is set can't be used: give it an http or https URL, its credentials percent-encoded.",
      )
    : vscode.l10n.t(
        "The certificate file {0} can't be read as PEM: {1}",
        failure.file,
        failure.why,
      );

type NoWay = Extract<Failure, { readonly code: "no-way" }>;

type ConnectionError = Extract<CmsError, { readonly code: string | undefined }>;

/** The service often names the field in its message already. */
export function describeIssue({ path, message }: Issue): string {
  const field = path.join(".");
  if (field !== "" && missing.test(message)) return vscode.l10n.t("{0} must not be empty.", field);
  const words =
    field === "" || message.includes(String(path.at(-1))) ? message : `${field}: ${message}`;
  return words.endsWith(".") ? words : `${words}.`;
}

/** What a service says of a field that is required and has no value. */
const missing = /must be an? `\w+` type, but the final value was: `null`/;

type Issue = Extract<CmsError, { name: "ValidationError" }>["issues"][number];
