import type { CmsError, Failure } from "../foundation/outcome.ts";
import { tlsTrouble } from "./connectionTrouble.ts";
import type { TlsTrouble } from "./connectionTrouble.ts";

/**
 * What a person can do about a failure. `unlock`: a locked connection; `token`: give another one; `signIn`: be somebody; `permissions`: grant what it lacks;
 * `certificate`: trust another authority; `proxy`: correct the settings; `again`: the same once more; `edit`: say another URL;
 * `log`: look what happened.
 */
export type Remedy =
  | ("unlock" | "token" | "signIn" | "permissions")
  | ("certificate" | "proxy" | "again" | "edit" | "log");

const byError: Partial<Record<CmsError["name"], Remedy>> = {
  LockedError: "unlock",
  UnauthorizedError: "token",
  ForbiddenError: "permissions",
  ProxyError: "proxy",
  NetworkError: "edit",
  TimeoutError: "edit",
  ParseError: "log",
};

const byTlsTrouble: Readonly<Record<TlsTrouble, Remedy>> = {
  "no-tls": "edit",
  "self-signed": "certificate",
  "unknown-authority": "certificate",
  expired: "again",
  "not-yet-valid": "again",
  "other-host": "edit",
  other: "log",
};

/** What helps against a failure, the best first; nothing where its words alone say what to do. */
export function remediesOf(failure: Failure): readonly Remedy[] {
  if (failure.code === "no-way") return [failure.part];
  if (failure.code === "locked") return ["unlock"];
  if (failure.code !== "service") return [];
  // What an administrator may do is no matter of the token.
  if (isOfAdmin(failure.error)) return [];
  return isDeniedToAnonymous(failure) ? ["signIn"] : ofService(failure.error);
}

/** Whether something is closed to everybody, and nobody is signed in. */
export const isDeniedToAnonymous = (failure: Failure | undefined): boolean =>
  failure?.code === "service" &&
  failure.error.name === "ForbiddenError" &&
  failure.error.isAnonymous;

const isOfAdmin = ({ name, url }: CmsError): boolean =>
  /^(Unauthorized|Forbidden)/.test(name) && /\/(admin|content-manager)\//.test(url);

function ofService(error: CmsError): readonly Remedy[] {
  if (error.name === "TlsError") return [byTlsTrouble[tlsTrouble(error)]];
  const { name, status = 0, retryable } = error;
  const own = byError[name] ?? (status >= 500 ? "log" : undefined);
  // What may have been done must not be done twice.
  const again = retryable ? (["again"] as const) : [];
  return own === "edit" ? [...again, own] : [...(own ? [own] : []), ...again];
}
