/** Why an export did not write its file. */
export interface ExportFailure {
  /** The operating system refused the write, with the reason `why`. */
  readonly code: "not-written";
  readonly why: string;
}
