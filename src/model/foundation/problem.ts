/** One place of a text that can't be sent as it is. */
export interface Problem {
  readonly path: string;
  /** The parts of it that were not read, where that is why. */
  readonly missing?: readonly string[];
  readonly why:
    /** The service sets it: ids, timestamps, the locale. */
    | "service-owned"
    /** The other side of a relation, kept by the document that points here. */
    | "inverse-side"
    /** The schema was inferred: what else belongs to this attribute is not known. */
    | "not-seen-whole"
    /** The service was asked for a part of it, and did not answer with it: a save would delete that part. */
    | "not-wholly-read"
    /** The route of the type does not answer with what it is asked for: parts may be missing. */
    | "route-decides"
    /** A relation or file must be named by its documentId. */
    | "needs-document-id"
    /** A list was expected. */
    | "needs-list"
    /** A component was expected. */
    | "needs-object"
    /** An entry of a dynamic zone must say `__component`. */
    | "needs-component"
    /** A text was expected, and for a name one that is not empty. */
    | "needs-text"
    /** A user has a role, named by its id. */
    | "needs-role"
    /** A password is not written in a text. */
    | "password"
    /** The service would leave it out without a word. */
    | "unknown-key";
}
