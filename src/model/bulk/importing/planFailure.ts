/** Why a record that can be read was not imported, or the import stopped. */
export type PlanFailure =
  /** Several documents on the service have the key of the record. */
  | { readonly code: "ambiguous-key"; readonly name: string; readonly value: string }
  /** `count` other records of the file have the same document and locale; `lines` has the first of them. */
  | { readonly code: "doubled-record"; readonly lines: readonly number[]; readonly count: number }
  /**
   * The service or the file has no target for a relation or media field, or has several. `path` is written
   * as `seo.image`.
   */
  | {
      readonly code: "no-target" | "ambiguous-target" | "doubled-target";
      readonly path: string;
      readonly value: string;
    }
  /** Another document already has the target of a relation that only one document can have. */
  | { readonly code: "taken-target"; readonly paths: readonly string[] }
  /** An earlier run may have created the document, and nothing distinguishes it from other documents. */
  | { readonly code: "may-be-made" }
  /** The record that creates its document was not imported. */
  | { readonly code: "no-document" }
  /** Another run with the same results file has begun since the preview. */
  | { readonly code: "another-import" }
  /** The record was imported without its relations to records that were not imported. */
  | { readonly code: "not-linked"; readonly paths: readonly string[] }
  /** The results file can't be written, so the import stopped. */
  | { readonly code: "results-not-kept"; readonly why: string };
