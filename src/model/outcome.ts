import type { CmsError } from "../client/index.ts";

export type { CmsError };

/** Why something was not done. Words for a person are made in host/. */
export type Failure =
  /** The service, or the way to it, said no. */
  | { readonly code: "service"; readonly error: CmsError }
  /** The connection was removed. */
  | { readonly code: "no-connection" }
  /** Something answers at that URL, and not as a content service does. */
  | { readonly code: "not-a-service"; readonly url: string }
  /** The service has no such type. */
  | { readonly code: "no-type"; readonly name: string }
  /** The text is no JSON, or would be sent as another one; `line` and `column` start at 1. */
  | {
      readonly code: "invalid-json" | "doubled-key" | "rounded-number";
      readonly line: number;
      readonly column: number;
    }
  /** The bytes are not UTF-8, in which content is sent. */
  | { readonly code: "not-utf-8" }
  /** VS Code's secret storage can't be read. */
  | { readonly code: "locked-secrets"; readonly why: string }
  /** The text is JSON, and no object. */
  | { readonly code: "not-an-object" }
  /** The text changes what can't be changed there. */
  | { readonly code: "not-sendable"; readonly problems: readonly Problem[] }
  /** The person said no to a question. */
  | { readonly code: "declined" }
  /** What was opened is not what the service holds by now. */
  | { readonly code: "changed-meanwhile" }
  /** The document is not on the service any more. */
  | { readonly code: "gone" }
  /** A single type that has nothing in it yet, in that locale. */
  | { readonly code: "nothing-yet" }
  /** A write to a document that was never opened. */
  | { readonly code: "never-opened" }
  /** This kind of document can't be changed here. */
  | { readonly code: "read-only" };

/** One place of a text that can't be sent as it is. */
export interface Problem {
  readonly path: string;
  readonly why:
    /** The service sets it: ids, timestamps, the locale. */
    | "service-owned"
    /** The other side of a relation, kept by the document that points here. */
    | "inverse-side"
    /** A relation or file must be named by its documentId. */
    | "needs-document-id"
    /** A list was expected. */
    | "needs-list"
    /** A component was expected. */
    | "needs-object"
    /** An entry of a dynamic zone must say `__component`. */
    | "needs-component";
}

export type Outcome<T> =
  readonly [failure: Failure, value: null] | readonly [failure: null, value: T];

export const done = <T>(value: T): Outcome<T> => [null, value];

export const failed = (failure: Failure): readonly [Failure, null] => [failure, null];

export const refused = (error: CmsError): readonly [Failure, null] =>
  failed({ code: "service", error });
