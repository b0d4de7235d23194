import type { JsonPath } from "../../src/model/foundation/json.ts";
import type { CheckSeverity, RuleCode } from "../../src/model/check/checkFinding.ts";
import type { RuleSettings } from "../../src/model/check/checkSettings.ts";

/** A defect of the content, at the place where a check should find it. */
export interface Defect {
  readonly rule: RuleCode;
  readonly severity: CheckSeverity;
  /** The name of the type in the API. */
  readonly type: string;
  readonly documentId: string;
  readonly locale?: string;
  readonly path: JsonPath;
}

/** Tokens that may not read everything. */
export interface LimitedTokens {
  /** May read everything but authors. */
  readonly withoutAuthors: string;
  /** May read everything but media files and locales. */
  readonly withoutFiles: string;
}

/** The magazine with one defect of each rule. */
export interface Defective {
  readonly defects: readonly Defect[];
  readonly limitedTokens: LimitedTokens;
}

/** Settings that switch on the rules that are off by default. */
export const allRules = {
  "missing-translation": "warning",
  "exposed-data": "warning",
} as const satisfies RuleSettings;

/** A defect or a finding as one line of text, to compare them. */
export const lineOf = ({ severity, rule, type, documentId, locale, path }: Defect): string =>
  [severity, rule, type, documentId, locale ?? "-", path.join(".")].join(" ");

/** The rules whose defects a token can't see. */
export const hiddenFrom: Readonly<Record<keyof LimitedTokens, readonly RuleCode[]>> = {
  withoutAuthors: [
    ...(["invalid-value", "lost-relation", "unpublished-target", "broken-link"] as const),
    // Authors may use any media file.
    ...(["missing-alternative-text", "unused-file", "exposed-data"] as const),
  ],
  withoutFiles: ["broken-link", "unused-file", "stale-translation", "missing-translation"],
};
