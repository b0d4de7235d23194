import type { JsonPath } from "../foundation/json.ts";
import type { TextFailure } from "../content/documentText.ts";
import type { Address } from "../foundation/address.ts";
import type { CheckoutFailure, MarkdownFailure } from "../runs/bulkFailure.ts";
import type { Finding } from "../foundation/valueProblem.ts";
import type { TitledAddress } from "../runs/batchAction.ts";

export type CheckSeverity = "error" | "warning";

export interface RuleData {
  "invalid-value":
    | {
        readonly flaw: Finding;
        /** Whether the published version has the value. If not, only the draft has it. */
        readonly isPublished: boolean;
      }
    /** A file of a folder can't be read as a document. */
    | { readonly failure: CheckedFileFailure; readonly isPublished: false };
  /** The published version lacks content of its draft, although neither was edited since. */
  "lost-relation": LostContent;
  "missing-target":
    | ({ readonly kind: "gone" } & TargetData)
    /** A file of a folder names a target that the folder doesn't have. */
    | ({ readonly kind: "not-in-folder" } & TargetData)
    /** A required relation or media file is empty. */
    | { readonly kind: "no-target" | "no-file" };
  /** `count` other documents have the same value of a unique attribute; `others` are the first of them. */
  "duplicate-value": {
    readonly value: string;
    readonly others: readonly ValueAddress[];
    readonly count: number;
  };
  /** The service has a version of the document several times, `count` in all. */
  "duplicate-document": { readonly version: "draft" | "published"; readonly count: number };
  /** The published version lacks a relation, because its target is not published. */
  "unpublished-target": TargetData;
  /** The published version has the `count` entries of a list in another order than its draft. */
  "different-order": { readonly count: number };
  /** The localization is older than the one in the default locale. Times are in milliseconds. */
  "stale-translation": {
    readonly locale: string;
    readonly changedAt: number;
    readonly translatedAt: number;
  };
  "missing-translation": { readonly locales: readonly string[] };
  "missing-alternative-text": {
    /** The first document that uses the media file; undefined for an image in blocks. */
    readonly usedIn: ValueAddress | undefined;
  };
  "empty-text": { readonly isWhiteSpace: boolean };
  "broken-link": {
    readonly url: string;
  } & (
    | { readonly reason: "no-file" | "no-document" | "localhost" }
    | {
        readonly reason: "other-environment";
        /** The name of the connection to it. */
        readonly connection: string;
      }
    /** A page of another site that doesn't exist, or a failure of the site. */
    | { readonly reason: "status"; readonly status: number }
    /** Another site that could not be reached during the check. */
    | { readonly reason: "unknown-host" | "timeout" | "closed" }
  );
  /** No document uses the media file. Not sure if content that may use it was not read. */
  "unused-file": { readonly url: string; readonly isSure: boolean };
  /** A published text contains an email address, or a key or token of a service. */
  "exposed-data": { readonly kind: "email" | "secret" };
}

export type CheckedFileFailure =
  | TextFailure
  | MarkdownFailure
  | CheckoutFailure
  | { readonly code: "unreadable-file"; readonly why: string };

export type LostContent =
  | ({ readonly kind: "relation" | "file" } & TargetData)
  /** `count` components are missing. */
  | { readonly kind: "component"; readonly count: number };

export interface TargetData {
  /** The documentId if the documents of its type have no titles; empty if it has no title. */
  readonly title: string;
  readonly documentId: string;
}

export type RuleCode = keyof RuleData;

/** A quick fix of a finding. The user starts it, and confirms what it writes. */
export type CheckFix =
  | { readonly code: "publish-again" }
  | { readonly code: "publish-target"; readonly target: Address }
  /** Publishes the unpublished targets of the document, and then the document. */
  | { readonly code: "publish-with-relations" }
  | { readonly code: "compare-with-published" }
  | { readonly code: "compare-with-locale"; readonly locale: string }
  | { readonly code: "compare-with"; readonly other: TitledAddress }
  /** Removes the relation from the text in the editor. */
  | { readonly code: "remove-relation"; readonly documentId: string }
  /** Chooses a document or a media file for the empty field. */
  | { readonly code: "choose-value" }
  /** Sets a field of the document. `publishes`: publishes the document afterwards. */
  | { readonly code: "set-field"; readonly field: string; readonly publishes: boolean }
  | { readonly code: "regenerate-slug" }
  /** Enters a text at the path of the finding. */
  | { readonly code: "enter-text" }
  | { readonly code: "add-localization"; readonly locale: string }
  /** Replaces the links with this target in the text at the path of the finding. */
  | { readonly code: "edit-link"; readonly url: string }
  | { readonly code: "delete-file" };

/** The fixes of a published version that differs from its draft, although neither was edited. */
export const publishedVersionFixes = [
  { code: "publish-again" },
  { code: "compare-with-published" },
] as const;

/** A value in a document. Its title is empty if it has none. */
export interface ValueAddress extends TitledAddress {
  /** The path in the document's JSON, as the editor shows it; empty for the whole document. */
  readonly path: JsonPath;
}

export interface FindingPlace extends ValueAddress {
  /** The best one first. */
  readonly fixes?: readonly CheckFix[];
}

export type RuleFinding<Code extends RuleCode> = FindingPlace & { readonly data: RuleData[Code] };

/** The rule determines what `data` contains. */
export type CheckFinding = {
  readonly [Code in RuleCode]: RuleFinding<Code> & {
    readonly rule: Code;
    readonly severity: CheckSeverity;
  };
}[RuleCode];
