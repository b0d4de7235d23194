import type { CmsError } from "../foundation/outcome.ts";

/** `no-tls`: the service answers without TLS. `other`: the system's error code is not specific. */
export type TlsTrouble =
  | ("no-tls" | "self-signed" | "unknown-authority" | "expired" | "not-yet-valid")
  | ("other-host" | "other");

const byCode: readonly (readonly [code: RegExp, trouble: TlsTrouble])[] = [
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/, "no-tls"],
  [/SELF_SIGNED_CERT/, "self-signed"],
  [/^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/, "unknown-authority"],
  [/^CERT_HAS_EXPIRED$/, "expired"],
  [/^CERT_NOT_YET_VALID$/, "not-yet-valid"],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, "other-host"],
];

export function tlsTrouble({ code = "", message }: TlsError): TlsTrouble {
  // Both an answer without TLS and a TLS alert can have this code.
  if (code === "EPROTO") return /\balert\b/.test(message) ? "other" : "no-tls";
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? "other";
}

type TlsError = Extract<CmsError, { readonly name: "TlsError" }>;

export type ProxyTrouble = "credentials" | "rejected" | "unreachable";

export function proxyTrouble({ status }: Pick<CmsError, "status">): ProxyTrouble {
  if (status === undefined) return "unreachable";
  return status === 407 ? "credentials" : "rejected";
}
