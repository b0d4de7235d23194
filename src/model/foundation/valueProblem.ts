import type { JsonPath } from "./json.ts";
import type { Database, UnstorableReason } from "./storableText.ts";
import type { Problem } from "./textProblem.ts";

/** Why a value is invalid. The host layer (`host/`) writes the messages for the user. */
export type ValueFlaw =
  | {
      readonly code:
        | Exclude<Problem["why"], "not-wholly-read">
        /** The value is missing, and a published document requires it. */
        | "required"
        | "not-a-text"
        | "not-a-number"
        | "not-an-integer"
        | "not-a-boolean"
        | "not-a-date"
        | "not-a-time"
        | "not-a-moment"
        | "not-an-email"
        /** The text contains characters that a slug can't have. */
        | "not-a-slug"
        /** The document has no component with this id in this place. A save creates it. */
        | "foreign-id"
        /** Two components have the same id. The service keeps one of them. */
        | "doubled-id"
        /** A text or an object instead of blocks. The service accepts it, and stores nothing. */
        | "not-blocks"
        | "not-a-link"
        /** A table cell that must be JSON, and must lose nothing when it is parsed. */
        | "not-json"
        | "doubled-key"
        | "rounded-number"
        | "too-deep"
        /** Databases other than SQLite reject the value. */
        | UnstorableReason
        /** A date and time that the service reads in its own time zone. */
        | "no-time-zone";
    }
  /** The database of the service loses digits of the number. */
  | { readonly code: "rounded-by-database"; readonly stored: string }
  | {
      readonly code: "too-long" | "too-short" | "too-many" | "too-few" | "too-large" | "too-small";
      readonly limit: number;
    }
  /** The service did not return parts of the attribute. A save would delete them. */
  | { readonly code: "not-wholly-read"; readonly missing: readonly string[] }
  | {
      readonly code:
        | "not-matching"
        /** Matching the expression takes too long. The value was not checked. */
        | "slow-pattern";
      readonly pattern: string;
    }
  | {
      readonly code:
        | "not-a-choice"
        | "no-such-component"
        /** The dynamic zone does not allow this component, but the service accepts any. */
        | "not-in-zone";
      readonly choices: readonly string[];
    }
  /** A part of blocks is malformed. `needs` names the required key or type. */
  | { readonly code: "not-a-block"; readonly needs: string };

export type Finding = ValueFlaw & {
  readonly path: JsonPath;
  /** `warning` if the service stores the value in a draft, or if its database is unknown. */
  readonly severity: "error" | "warning";
};

/** A value that is stored as another one, without an error. */
export const isConversion = ({ code }: ValueFlaw): boolean =>
  code === "no-time-zone" || code === "rounded-by-database" || code === "foreign-id";

/**
 * When a value is rejected: on every save, on publishing, by databases other than SQLite, or never.
 * A database: it does not reject the value, but stores another one.
 */
export type RefusalTime = "save" | "publish" | "other-database" | "never" | Database;

/** A text that must match an expression of the schema. The check runs later: it can take long. */
export interface PatternCheck {
  readonly code: "untried";
  readonly pattern: string;
  readonly text: string;
}

/** Reports an invalid value, at a path relative to the current value. */
export type ReportFlaw = (
  flaw: ValueFlaw | PatternCheck,
  when: RefusalTime,
  below?: JsonPath,
) => void;
