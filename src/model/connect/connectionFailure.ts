import type { Outcome, ServiceFailure } from "../foundation/outcome.ts";

export type ConnectionFailure =
  | ServiceFailure
  /** The connection was removed. */
  | { readonly code: "no-connection" }
  /** The server at that URL does not answer as a content service. */
  | { readonly code: "not-a-service"; readonly url: string }
  /** A content service answers at that URL, but has no content API at any known prefix. */
  | { readonly code: "no-api"; readonly url: string }
  /** The network settings can't be used: the proxy's URL is invalid, or the certificate file can't be read. */
  | { readonly code: "invalid-network-setting"; readonly url: string; readonly part: "proxy" }
  | {
      readonly code: "invalid-network-setting";
      readonly url: string;
      readonly part: "certificate";
      readonly file: string;
      readonly why: string;
    }
  | { readonly code: "locked"; readonly name: string }
  /** VS Code's secret storage can't be read. */
  | { readonly code: "locked-secrets"; readonly why: string }
  | { readonly code: "declined" };

export type ConnectionResult<T> = Promise<Outcome<T, ConnectionFailure>>;
