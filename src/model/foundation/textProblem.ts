/** A part of a text that can't be sent. */
export interface Problem {
  readonly path: string;
  /** The parts that the service did not return, for `not-wholly-read`. */
  readonly missing?: readonly string[];
  readonly why:
    /** The service sets it: ids, timestamps, the locale. */
    | "service-owned"
    /** The inverse side of a relation. The documents that point here own it. */
    | "inverse-side"
    /** The schema was inferred, so other parts of this attribute may be unknown. */
    | "not-seen-whole"
    /** The service did not return a requested part. A save would delete that part. */
    | "not-wholly-read"
    /** The route ignores which parts are requested, so parts may be missing. */
    | "route-decides"
    | "needs-document-id"
    /** The target of a polymorphic relation requires `__type`. */
    | "needs-type"
    /** The service never shows the attribute, so a change could not be undone. */
    | "never-shown"
    /** The service shows the attribute, and rejects it in every write. */
    | "read-only"
    | "needs-list"
    | "needs-object"
    /** An entry of a dynamic zone requires `__component`. */
    | "needs-component"
    | "needs-text"
    /** A text that is not empty was expected. */
    | "needs-name"
    /** A user requires a role, by its id. */
    | "needs-role"
    /** A password can't be part of the text. */
    | "password"
    /** The service would ignore the key without an error. */
    | "unknown-key";
}
