import type { CmsError } from "../../client/index.ts";
import type { PlanFailure } from "./planFailure.ts";
import type { RecordFailure } from "./recordFailure.ts";
import type { Problem } from "./problem.ts";
import type { Finding } from "./contentProblem.ts";

export type { CmsError };

/** Why something was not done. Words for a person are made in host/. */
export type Failure =
  /**
   * The service, or the way to it, said no. `arrived` is there where a write may have arrived all the
   * same: `no` when it was looked for and is not there, `unknown` when that could not be looked at.
   */
  | { readonly code: "service"; readonly error: CmsError; readonly arrived?: "no" | "unknown" }
  /** The connection was removed. */
  | { readonly code: "no-connection" }
  /** Something answers at that URL, and not as a content service does. */
  | { readonly code: "not-a-service"; readonly url: string }
  /** A content service answers at that URL, and has no content API below it where one was looked for. */
  | { readonly code: "no-api"; readonly url: string }
  /** The service has no such type. */
  | { readonly code: "no-type"; readonly name: string }
  /** The text is no JSON, or would be sent as another one; `line` and `column` start at 1. */
  | {
      readonly code: "invalid-json" | "doubled-key" | "rounded-number" | "too-deep";
      readonly line: number;
      readonly column: number;
    }
  /** The bytes are not UTF-8, in which content is sent. */
  | { readonly code: "not-utf-8" }
  /** A record of a file can't be imported. */
  | RecordFailure
  /** A record of a file has no place on the service. */
  | PlanFailure
  /** No client can be made for that URL: the proxy that is set has no usable one, or a certificate file can't be read. */
  | { readonly code: "no-way"; readonly url: string; readonly part: "proxy" }
  | {
      readonly code: "no-way";
      readonly url: string;
      readonly part: "certificate";
      readonly file: string;
      readonly why: string;
    }
  /** The connection of that name is locked: nothing is written there. */
  | { readonly code: "locked"; readonly name: string }
  /** VS Code's secret storage can't be read. */
  | { readonly code: "locked-secrets"; readonly why: string }
  /** The text is JSON, and no object. */
  | { readonly code: "not-an-object" }
  /** The text changes what can't be changed there. */
  | { readonly code: "not-sendable"; readonly problems: readonly Problem[] }
  /** The media library has no such files: `paths` are as `seo.images[1]`. */
  | {
      readonly code: "no-such-file";
      readonly paths: readonly string[];
      readonly documentIds: readonly string[];
    }
  /** It was written, and the service does not hold all of it: `paths` are what is missing. */
  | { readonly code: "not-kept"; readonly paths: readonly string[] }
  /** The service is older than the version from which on this can be written without loss. */
  | { readonly code: "needs-version"; readonly version: string; readonly part: VersionedFeature }
  /** It would have what the service refuses, now or when it is published, and has not so far. */
  | { readonly code: "not-valid"; readonly findings: readonly Finding[] }
  /** The regular expression is none; `why` are the words of the engine. */
  | { readonly code: "invalid-pattern"; readonly why: string }
  /** The regular expression finds places without any text in them. */
  | { readonly code: "matches-nothing" }
  /** The regular expression goes back and forth in a text for too long. */
  | { readonly code: "slow-pattern" }
  /** What is looked for is not in it. */
  | { readonly code: "no-match" }
  /** The person said no to a question. */
  | { readonly code: "declined" }
  /** What was opened is not what the service holds by now. */
  | { readonly code: "changed-meanwhile" }
  /** Somebody else changed the same, in another way. */
  | { readonly code: "conflict"; readonly conflict: Conflict }
  /** Keys were taken out, and nobody is there to be asked whether they are to be cleared. */
  | { readonly code: "unasked"; readonly cleared: readonly string[] }
  /** Another editor of the same document has unsaved changes, too. */
  | { readonly code: "two-editors" }
  /** What would undo it could not be written to the journal: nothing was sent. */
  | { readonly code: "not-recorded"; readonly why: string }
  /** What became of a record of an import could not be kept: nothing more may be sent. */
  | { readonly code: "results-not-kept"; readonly why: string }
  /** A file that records go into could not be written. */
  | { readonly code: "not-written"; readonly why: string }
  /** There is no room for what undoes it beside the rest of the same action; `limit` is in bytes. */
  | { readonly code: "journal-full"; readonly limit: number }
  /** No save of ours is left to be undone. */
  | { readonly code: "nothing-to-undo" }
  /** What is to be undone changed again since, or belongs to another document by now. */
  | { readonly code: "undo-conflict"; readonly paths: readonly string[] }
  /** Something points to what was to be deleted. */
  | { readonly code: "pointed-to" }
  /** There is nothing to restore: all of it is on the service. */
  | { readonly code: "still-there" }
  /** The document was made again before, as that one, and the text says more than it was made of. */
  | { readonly code: "made-before"; readonly documentId: string }
  /** The service has no such locale, or the type none at all. */
  | { readonly code: "unknown-locale"; readonly locale: string }
  /** The document is there in that locale already: nothing was written over it. */
  | { readonly code: "locale-there"; readonly locale: string }
  /** A document was made, and some of its locales are missing; `cause` says why. */
  | {
      readonly code: "half-made";
      readonly documentId: string;
      readonly missing: readonly string[];
      readonly cause: Failure;
    }
  /** Nothing about it would change. */
  | { readonly code: "unchanged" }
  /** An editor of it has unsaved changes. */
  | { readonly code: "unsaved" }
  /** What is saved there is live at once: there is nothing to publish. */
  | { readonly code: "no-drafts" }
  /** The document is not on the service any more. */
  | { readonly code: "gone" }
  /** A single type that has nothing in it yet, in that locale. */
  | { readonly code: "nothing-yet" }
  /** A write to a document that was never opened. */
  | { readonly code: "never-opened" }
  /** This kind of document can't be changed here. */
  | { readonly code: "read-only" };

/** What an older service can't do: save inside components, add a localization, or filter by publication status. */
export type VersionedFeature = "components" | "localization" | "status-filter";

/** Changes of two sides that can't both be saved. Paths are as a person would write them: `seo.metaTitle`. */
export interface Conflict {
  /** What the service holds now. */
  readonly now: { readonly version: number; readonly title: string; readonly text: string };
  /** What changed there since; empty where what was opened is not known any more. */
  readonly theirs: readonly string[];
  /** What both sides changed, each in another way. */
  readonly both: readonly string[];
}

export type Outcome<T> =
  readonly [failure: Failure, value: null] | readonly [failure: null, value: T];

export const done = <T>(value: T): Outcome<T> => [null, value];

export const failed = (failure: Failure): readonly [Failure, null] => [failure, null];

export const refused = (error: CmsError): readonly [Failure, null] =>
  failed({ code: "service", error });

/** Whether the service has refused what it was sent for what is in it. */
export const isInvalid = (failure: Failure): boolean =>
  failure.code === "service" && failure.error.name === "ValidationError";

/** Whether a service is there, and has not let us in. */
export const isRefusal = (failure: Failure): boolean =>
  failure.code === "service" && /^(Unauthorized|Forbidden)Error$/.test(failure.error.name);

/** Whether the document is not there: not any more, or not yet. */
export const isMissing = ({ code }: Failure): boolean => code === "gone" || code === "nothing-yet";

/** A failure of a call with a secret: the service repeats what it refused, and what becomes of an error is not ours to say. */
export function withoutDetails(failure: Failure): Failure {
  if (failure.code === "service") Object.defineProperty(failure.error, "details", { value: {} });
  return failure;
}

/** What a thrown value says. */
export const whyOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
