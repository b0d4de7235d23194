import type { Failure } from "./failure.ts";
import type { CmsError, ServiceFailure } from "./foundation/outcome.ts";
import { isDeniedToAnonymous, hasName } from "./foundation/outcome.ts";
import { tlsTrouble, type TlsTrouble } from "./connect/connectionTrouble.ts";

/**
 * What the user can do about a failure. `unlock`: unlock the connection; `token`: enter another
 * token; `signIn`: sign in; `permissions`: grant the missing permission; `allFields`: send all
 * fields of the type; `certificate`: trust another authority; `proxy`: correct the proxy setting;
 * `again`: retry; `edit`: correct the URL; `log`: read the log.
 */
export type Remedy =
  | ("unlock" | "token" | "signIn" | "permissions" | "allFields")
  | ("certificate" | "proxy" | "again" | "edit" | "log");

/** Undefined where the HTTP status decides. */
const remedyByError: Readonly<Record<Exclude<CmsError["name"], "TlsError">, Remedy | undefined>> = {
  WriteDeniedError: "unlock",
  UnauthorizedError: "token",
  ForbiddenError: "permissions",
  ProxyError: "proxy",
  NetworkError: "edit",
  CmsTimeoutError: "edit",
  ParseError: "log",
  IncompleteListError: undefined,
  NotFoundError: undefined,
  ValidationError: undefined,
  ConflictError: undefined,
  RateLimitError: undefined,
  PayloadTooLargeError: undefined,
  HttpError: undefined,
  CmsAbortError: undefined,
  RequestError: undefined,
};

const remedyByTlsTrouble: Readonly<Record<TlsTrouble, Remedy>> = {
  "no-tls": "edit",
  "self-signed": "certificate",
  "unknown-authority": "certificate",
  expired: "again",
  "not-yet-valid": "again",
  "other-host": "edit",
  other: "log",
};

/** Best remedy first; empty if the message says what to do. */
export function remediesOf(failure: Failure): readonly Remedy[] {
  switch (failure.code) {
    case "service":
      return remediesOfServiceFailure(failure);
    case "invalid-network-setting":
      return [failure.part];
    case "locked":
      return ["unlock"];
    case "not-whole":
      return remediesOf(failure.cause);
    case "no-connection":
    case "not-a-service":
    case "no-api":
    case "locked-secrets":
    case "declined":
    case "no-type":
    case "invalid-json":
    case "doubled-key":
    case "rounded-number":
    case "too-deep":
    case "not-an-object":
    case "gone":
    case "nothing-yet":
    case "no-draft":
    case "no-locale":
    case "needs-version":
    case "not-sendable":
    case "not-valid":
    case "no-such-file":
    case "not-kept":
    case "changed-meanwhile":
    case "changed-after-publish":
    case "read-only":
    case "not-recorded":
    case "journal-full":
    case "unknown-locale":
    case "no-locale-list":
    case "locale-there":
    case "half-made":
    case "not-utf-8":
    case "conflict":
    case "unasked":
    case "two-editors":
    case "never-opened":
    case "nothing-to-undo":
    case "undo-conflict":
    case "still-there":
    case "made-before":
    case "unsaved":
    case "unchanged":
    case "pointed-to":
    case "not-undoable":
    case "no-drafts":
    case "invalid-pattern":
    case "matches-nothing":
    case "slow-pattern":
    case "no-match":
    case "not-written":
    case "folder-in-use":
    case "folder-locked":
    case "no-manifest":
    case "left-out-file":
    case "outside-folder":
    case "unmerged":
    case "unreadable-file":
    case "file-not-utf-8":
    case "not-a-list":
    case "doubled-column":
    case "cell-count":
    case "wrong-quotes":
    case "record-too-long":
    case "not-a-record":
    case "ambiguous-key":
    case "taken-value":
    case "doubled-record":
    case "no-target":
    case "refused-target":
    case "ambiguous-target":
    case "doubled-target":
    case "file-elsewhere":
    case "file-too-large":
    case "file-unreadable":
    case "file-missing":
    case "file-size":
    case "no-files":
    case "endless-pages":
    case "odd-row":
    case "not-created":
    case "taken-target":
    case "may-be-made":
    case "no-document":
    case "another-run":
    case "not-linked":
    case "results-not-kept":
    case "no-schema":
    case "misfit":
    case "invalid-yaml":
    case "invalid-markdown-file":
      // The message of each of these says what to do.
      return [];
  }
}

function remediesOfServiceFailure(failure: ServiceFailure): readonly Remedy[] {
  // The token does not decide what an administrator may do.
  if (isAdminRequest(failure.error)) return [];
  if (failure.partialType !== undefined) return ["allFields", "log"];
  return isDeniedToAnonymous(failure) ? ["signIn"] : remediesOfError(failure.error);
}

const isAdminRequest = (error: CmsError): boolean =>
  hasName(error, "UnauthorizedError", "ForbiddenError") &&
  /\/(admin|content-manager)\//.test(error.url);

function remediesOfError(error: CmsError): readonly Remedy[] {
  if (error.name === "TlsError") return [remedyByTlsTrouble[tlsTrouble(error)]];
  const { name, status = 0, retryable } = error;
  const remedy = remedyByError[name] ?? (status >= 500 ? "log" : undefined);
  // Only an error after which the service has not done anything can be retried.
  const retry = retryable ? (["again"] as const) : [];
  if (remedy === undefined) return retry;
  const isCause = remedy !== "edit" && remedy !== "log";
  return isCause ? [remedy, ...retry] : [...retry, remedy];
}
