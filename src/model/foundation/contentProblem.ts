import type { UnstorableReason } from "./storable.ts";
import type { Problem } from "./problem.ts";

/** From the document down to a place in it. */
export type FindingPath = readonly (string | number)[];

/** What is wrong with a value. Words for a person are made in host/. */
export type ValueFlaw =
  | {
      readonly code:
        | Exclude<Problem["why"], "not-wholly-read">
        /** No value, where a published document has one. */
        | "required"
        | "not-a-text"
        | "not-a-number"
        | "not-an-integer"
        | "not-a-boolean"
        | "not-a-date"
        | "not-a-time"
        | "not-a-moment"
        | "not-an-email"
        /** The characters that a part of a URL may have. */
        | "not-a-slug"
        /** A component's id that it does not have in this place. */
        | "foreign-id"
        /** A component's id that stands twice: the service keeps one of the two. */
        | "doubled-id"
        /** A text or an object in the place of blocks: the service takes it, and keeps nothing. */
        | "not-blocks"
        /** A link that leads nowhere. */
        | "not-a-link"
        /** A cell of a table that must be JSON, and loses nothing when it is read. */
        | "not-json"
        | "doubled-key"
        | "rounded-number"
        | "too-deep"
        /** Databases other than SQLite refuse the value. */
        | UnstorableReason;
    }
  | {
      readonly code: "too-long" | "too-short" | "too-many" | "too-few" | "too-large" | "too-small";
      readonly limit: number;
    }
  /** Parts of the attribute were not read: a save would delete them. */
  | { readonly code: "not-wholly-read"; readonly missing: readonly string[] }
  | {
      readonly code:
        | "not-matching"
        /** The expression takes too long in the value: it was not checked. */
        | "slow-pattern";
      readonly pattern: string;
    }
  | {
      readonly code:
        | "not-a-choice"
        /** The service has no such component. */
        | "no-such-component"
        /** The zone is not made for this component, though the service takes any. */
        | "not-in-zone";
      readonly choices: readonly string[];
    }
  /** A part of blocks that has not the form it must have: the key, or the kind, that is asked for. */
  | { readonly code: "not-a-block"; readonly needs: string };

/** A flaw at its place. */
export type Finding = ValueFlaw & {
  readonly path: FindingPath;
  /** `error`: the service refuses a save. `warning`: it takes this in a draft, or its database is not known. */
  readonly severity: "error" | "warning";
};

/** When a flaw is refused: with every save, when the document is published, or by databases other than SQLite. */
export type RefusalTime = "save" | "publish" | "other-database";

/** A text that must match an expression of the schema. It is tried later: it may take long. */
export interface PatternCheck {
  readonly code: "untried";
  readonly pattern: string;
  readonly text: string;
}

/** Takes down what is wrong, at a path below the place that is being looked at. */
export type ReportFlaw = (
  flaw: ValueFlaw | PatternCheck,
  when: RefusalTime,
  below?: FindingPath,
) => void;
