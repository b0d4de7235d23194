// The code of checks. It loads as one part of the bundle: each part that loads later splits the code
// that VS Code loads on activation into more files.
export { runCheck } from "./checkRun.ts";
export { checkSettingsIn, ruleSettingsIn } from "./checkSettings.ts";
export { withLink } from "./textLinks.ts";
