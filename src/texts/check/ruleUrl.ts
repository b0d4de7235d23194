import type { RuleCode } from "../../model/check/checkFinding.ts";

/** The URL of the pages in docs/. docs/releasing.md says what to replace. */
const pages = "https://github.com/OWNER/REPOSITORY/blob/main/docs";

export const ruleUrl = (code: RuleCode): string => `${pages}/checks.md#${code}`;
