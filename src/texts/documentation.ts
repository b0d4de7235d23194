import type { RuleCode } from "../model/checks/checkFinding.ts";

/** The URL of the pages in docs/. docs/releasing.md says what to replace. */
const pages = "https://github.com/OWNER/REPOSITORY/blob/main/docs";

/** The URL of the section that describes a rule of Check Content. */
export const ruleUrl = (code: RuleCode): string => `${pages}/checks.md#${code}`;
