import type { TextPosition } from "../foundation/jsonText.ts";
import type { Outcome } from "../foundation/outcome.ts";
import type { ChangeFailure } from "../journal/changeFailure.ts";
import type { OddRowReason } from "../content/oddRows.ts";
import type { RunFailure } from "./runLogs.ts";

export type NotUndoableReason =
  /** Others published the document, or added a localization, since the run created it. */
  | "published-later"
  | "localized-later"
  /** The run published the document for the first time, and no administrator is signed in. */
  | "published-first"
  /** The run replaced an earlier published version. */
  | "published-again"
  /** The run deleted a user. The journal has no passwords. */
  | "user";

type BatchFailure =
  | { readonly code: "unsaved" }
  | { readonly code: "unchanged" }
  /** The draft was changed after it was published, so the versions were not compared. */
  | { readonly code: "changed-after-publish" }
  /** Another document points to the document, so it was not deleted. */
  | { readonly code: "pointed-to" }
  /** An undo can't take back what a run did to the document. */
  | { readonly code: "not-undoable"; readonly why: NotUndoableReason }
  /** The content type has no draft and publish, so there is nothing to publish. */
  | { readonly code: "no-drafts" }
  /** No request can read or change the draft of the document. */
  | { readonly code: "odd-row"; readonly why: OddRowReason };

/** Why Replace can't run, or changes nothing in a document. */
type ReplaceFailure =
  /** The regular expression is invalid; `why` is the message of the engine. */
  | { readonly code: "invalid-pattern"; readonly why: string }
  /** The regular expression matches empty text. */
  | { readonly code: "matches-nothing" }
  | { readonly code: "slow-pattern" }
  | { readonly code: "no-match" };

/** Why a record of a file, or the rest of the file, can't be imported. */
type RecordFailure =
  | { readonly code: "unreadable-file"; readonly why: string }
  | { readonly code: "file-not-utf-8" }
  | { readonly code: "not-a-list" }
  | { readonly code: "doubled-column"; readonly name: string }
  /** A row of a CSV file has more or fewer cells than the header has columns. */
  | { readonly code: "cell-count"; readonly cells: number; readonly columns: number }
  /** A CSV file has a quote where none is allowed, so the start of the next row is unknown. */
  | { readonly code: "wrong-quotes" }
  /** A record is longer than a service accepts; `limit` is in characters. */
  | { readonly code: "record-too-long"; readonly limit: number }
  | { readonly code: "not-a-record" };

/** Why all content can't be exported, or a folder can't be imported. */
type ContentFailure =
  /** The folder has only the list of the media files, not the files. */
  | { readonly code: "no-files" }
  /** The folder to export to has files. */
  | { readonly code: "folder-in-use" }
  /** Another program writes to the folder. */
  | { readonly code: "folder-locked" }
  | { readonly code: "no-manifest"; readonly file: string }
  /** The export stopped for `cause`. What it has so far is in the folder `part`. */
  | { readonly code: "not-whole"; readonly part: string; readonly cause: BulkFailure };

/** Why a folder of content, or a file of it, can't be used. */
export type CheckoutFailure =
  /** A sparse checkout leaves out a file of the folder. */
  | { readonly code: "left-out-file"; readonly path: string }
  /** A symbolic link leads out of the folder. */
  | { readonly code: "outside-folder"; readonly path: string }
  /** Git has a conflict in the file, also if its text is valid. */
  | { readonly code: "unmerged" };

/** Why a Markdown file is no document. */
export type MarkdownFailure =
  | ({ readonly code: "invalid-yaml"; readonly why: string } & TextPosition)
  | { readonly code: "invalid-markdown-file"; readonly why: MarkdownProblem };

export type MarkdownProblem =
  | "no-front-matter"
  /** Git left the marks of a conflict. */
  | "conflict"
  /** The front matter has an anchor, an alias or a tag. */
  | "anchor"
  /** The front matter and the text below it have the body. */
  | "two-bodies"
  /** The content is in a JSON file, too, and differs there. */
  | "two-files";

/** Why a record that can be read was not imported, or the import stopped. */
export type PlanFailure =
  /** Several documents on the service have the key of the record. */
  | { readonly code: "ambiguous-key"; readonly name: string; readonly value: string }
  /** Another document of the service has the value of a unique field. */
  | {
      readonly code: "taken-value";
      readonly name: string;
      readonly value: string;
      readonly title: string;
    }
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
  /**
   * The target of a relation, or a document that the target needs, is refused for `cause`. `title` and
   * `type`, the name in the API, are those of the document with that cause.
   */
  | {
      readonly code: "refused-target";
      readonly path: string;
      readonly title: string;
      readonly type: string;
      readonly cause: BulkFailure;
    }
  /** Another host stores a media file, so it can't be copied to a service that lacks it. */
  | { readonly code: "file-elsewhere"; readonly name: string }
  /** A media file is larger than `limit`, in kilobytes, so it isn't copied to a service that lacks it. */
  | { readonly code: "file-too-large"; readonly name: string; readonly limit: number }
  /** The service describes a media file without a name or URL, so it can't be copied. */
  | { readonly code: "file-unreadable"; readonly id: string }
  /** The folder of an export lacks a media file. */
  | { readonly code: "file-missing"; readonly name: string }
  /** A media file has `actual` bytes, which is not the size that the media library has for it. */
  | {
      readonly code: "file-size";
      readonly name: string;
      readonly actual: number;
      readonly expected: number;
    }
  /** An earlier run may have created the document, and nothing distinguishes it from other documents. */
  | { readonly code: "may-be-made" }
  /** The record that creates its document was not imported. */
  | { readonly code: "no-document" }
  /** The record was imported without its relations to records that were not imported. */
  | { readonly code: "not-linked"; readonly paths: readonly string[] };

export type BulkFailure =
  | ChangeFailure
  | BatchFailure
  | ReplaceFailure
  /** The operating system refused to write an exported file, with the reason `why`. */
  | { readonly code: "not-written"; readonly why: string }
  | RecordFailure
  | ContentFailure
  | CheckoutFailure
  | PlanFailure
  /** No service of a comparison or an export describes its types, and no project in the workspace does. */
  | { readonly code: "no-schema" }
  | RunFailure;

export type BulkResult<T> = Promise<Outcome<T, BulkFailure>>;
