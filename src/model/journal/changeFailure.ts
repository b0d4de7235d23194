import type { TextFailure } from "../content/documentText.ts";
import type { Finding } from "../foundation/valueProblem.ts";
import type { Outcome } from "../foundation/outcome.ts";
import type { Problem } from "../foundation/textProblem.ts";
import type { ReadFailure } from "../reading/readOptions.ts";
import type { OtherChange } from "./journalEntry.ts";

export type ChangeFailure =
  | ReadFailure
  | TextFailure
  /** The text changes attributes that can't be changed. */
  | { readonly code: "not-sendable"; readonly problems: readonly Problem[] }
  /** The text adds values that the service rejects, now or when the document is published. */
  | { readonly code: "not-valid"; readonly findings: readonly Finding[] }
  /** The media library does not have the files at `paths`, such as `seo.images[1]`. */
  | {
      readonly code: "no-such-file";
      readonly paths: readonly string[];
      readonly documentIds: readonly string[];
    }
  /** The service accepted the write and did not keep the values at `paths`. */
  | { readonly code: "not-kept"; readonly paths: readonly string[] }
  /** Nobody has agreed to take the targets of one-to-one relations from other documents. */
  | { readonly code: "taken-target"; readonly elsewhere: readonly OtherChange[] }
  | { readonly code: "changed-meanwhile" }
  /** This kind of document can't be changed here. */
  | { readonly code: "read-only" }
  /** The journal entry can't be written, so the change was not sent. */
  | { readonly code: "not-recorded"; readonly why: string }
  /** The entries of the action exceed the size of the journal; `limit` is in bytes. */
  | { readonly code: "journal-full"; readonly limit: number }
  /**
   * The service accepted the new document or localization, and a read afterwards doesn't find it.
   * `documentId` is undefined if the service named none.
   */
  | { readonly code: "not-created"; readonly documentId: string | undefined }
  /** The service does not have the locale, or the type is not localized. */
  | { readonly code: "unknown-locale"; readonly locale: string }
  /** The locales of the service are unknown, so none can be checked. */
  | { readonly code: "no-locale-list" }
  /** The document already has a localization in that locale, which was not changed. */
  | { readonly code: "locale-there"; readonly locale: string }
  /** The document was created without the locales in `missing`, because of `cause`. */
  | {
      readonly code: "half-made";
      readonly documentId: string;
      readonly missing: readonly string[];
      readonly cause: ChangeFailure;
    }
  | { readonly code: "not-utf-8" }
  /** Another save changed the same attributes to other values. */
  | { readonly code: "conflict"; readonly conflict: Conflict }
  /** The text lacks keys, and VS Code saves without a question, so they were not cleared. */
  | { readonly code: "unasked"; readonly cleared: readonly string[] }
  /** Another editor has unsaved changes of the same document, too. */
  | { readonly code: "two-editors" }
  | { readonly code: "never-opened" }
  | { readonly code: "nothing-to-undo" }
  /** The values at `paths` changed again since the save, or belong to another document. */
  | { readonly code: "undo-conflict"; readonly paths: readonly string[] }
  /** The service has the whole document. */
  | { readonly code: "still-there" }
  /** The document was already recreated as `documentId`, and the text has later changes. */
  | { readonly code: "made-before"; readonly documentId: string };

export type ChangeResult<T> = Promise<Outcome<T, ChangeFailure>>;

/** Local and remote changes that can't both be saved. Paths are written as `seo.metaTitle`. */
export interface Conflict {
  /** The document on the service. */
  readonly now: { readonly version: number; readonly title: string; readonly text: string };
  /** Paths that changed on the service; empty if the base is unknown. */
  readonly theirs: readonly string[];
  /** Paths that both sides changed to different values. */
  readonly both: readonly string[];
}
