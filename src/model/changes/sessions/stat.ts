import type { Snapshot } from "../../documents/snapshot/reader.ts";

/** What a file system asks of a document. */
export interface Stat {
  /** Milliseconds; grows with every change on the service. */
  readonly modified: number;
  readonly created: number;
  readonly size: number;
  readonly isReadonly: boolean;
}

export const statOf = ({ created, isReadonly }: Snapshot, version: number) => ({
  created,
  isReadonly,
  // Never the length: VS Code takes equal sizes for equal contents, and would overwrite in silence.
  size: 1 + (version % 1_000_000),
});
