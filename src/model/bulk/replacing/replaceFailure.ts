/** Why Replace can't run, or changes nothing in a document. */
export type ReplaceFailure =
  /** The regular expression is invalid; `why` is the message of the engine. */
  | { readonly code: "invalid-pattern"; readonly why: string }
  /** The regular expression matches empty text. */
  | { readonly code: "matches-nothing" }
  /** The regular expression takes too long on a text. */
  | { readonly code: "slow-pattern" }
  /** The document does not contain the text. */
  | { readonly code: "no-match" };
