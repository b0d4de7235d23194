/** Why a record, though it can be read, has no place on the service. Words for a person are made in host/. */
export type PlanFailure =
  /** Several documents of the service have its key. */
  | { readonly code: "ambiguous-key"; readonly name: string; readonly value: string }
  /** Others of the file, so many, are about the same document in the same locale; `lines` has the first. */
  | { readonly code: "doubled-record"; readonly lines: readonly number[]; readonly count: number }
  /**
   * What a relation or file names is not there, or several are, on the service or in the file; `path` is as a
   * person would write it.
   */
  | {
      readonly code: "no-target" | "ambiguous-target" | "doubled-target";
      readonly path: string;
      readonly value: string;
    }
  /** Another document has the target of a relation that only one can have. */
  | { readonly code: "taken-target"; readonly paths: readonly string[] }
  /** An earlier run may have made it, and nothing tells what it made from other documents. */
  | { readonly code: "may-be-made" }
  /** The record that its document was to be made of was not imported. */
  | { readonly code: "no-document" }
  /** Another run that goes by the same results has begun since the file was looked at. */
  | { readonly code: "another-import" }
  /** It was imported without relations to records of the file that were not. */
  | { readonly code: "not-linked"; readonly paths: readonly string[] };
