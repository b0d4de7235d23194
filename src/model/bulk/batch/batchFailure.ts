/** Why a batch action skips a document. */
export type BatchFailure =
  /** An editor has unsaved changes of the document. */
  | { readonly code: "unsaved" }
  /** The action would change nothing. */
  | { readonly code: "unchanged" }
  /** Another document points to the document, so it was not deleted. */
  | { readonly code: "pointed-to" }
  /** The content type has no draft and publish, so there is nothing to publish. */
  | { readonly code: "no-drafts" };
