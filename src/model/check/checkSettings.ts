import { configurationWith } from "../connect/connectionsFile.ts";
import { isObject, type Json } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { choice, object, optional, readShape } from "../foundation/jsonShape.ts";
import type { Misfit, Properties, ShapeFailure } from "../foundation/jsonShape.ts";
import type { CheckSeverity, RuleCode } from "./checkFinding.ts";
import { checkRules } from "./checkRules.ts";

export type RuleSetting = CheckSeverity | "off";

/** The settings of rules; a rule without one has its default. */
export type RuleSettings = Readonly<Partial<Record<RuleCode, RuleSetting>>>;

const setting = optional(choice<RuleSetting>("off", "warning", "error"));

const ruleSettings = object<RuleSettings>(
  Object.fromEntries(checkRules.map(({ code }) => [code, setting])) as Properties<RuleSettings>,
);

/** The shape of the key `check` of `cms.config.json`. */
export const checkConfiguration = object<{ readonly rules?: RuleSettings }>({
  rules: optional(ruleSettings),
});

const configuration = configurationWith(checkConfiguration);

/** The settings in `cms.config.json`: `{ "check": { "rules": { "lost-relation": "off" } } }`. */
export function checkSettingsIn(file: string): Outcome<RuleSettings, ShapeFailure> {
  const [failure, config] = readShape(file, configuration);
  return failure ? failed(failure) : done(config.check?.rules ?? {});
}

/** The valid settings in an object such as `{ "lost-relation": "warning" }`, and what is invalid. */
export function ruleSettingsIn(rules: Json): {
  readonly settings: RuleSettings;
  readonly misfits: readonly Misfit[];
} {
  const misfits = ruleSettings(rules, []);
  const invalid = new Set(misfits.map(({ path: [name] }) => name));
  const valid = Object.entries(isObject(rules) ? rules : {}).filter(([name]) => !invalid.has(name));
  return { settings: Object.fromEntries(valid), misfits };
}
