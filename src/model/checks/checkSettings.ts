import { fromText } from "../documents/content/documentText.ts";
import type { TextFailure } from "../documents/documentFailure.ts";
import { isObject } from "../foundation/json.ts";
import type { Json } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { CheckSeverity, RuleCode } from "./checkFinding.ts";
import { checkRules } from "./rules.ts";

export type RuleSetting = CheckSeverity | "off";

/** The settings of rules; a rule without one has its default. */
export type RuleSettings = Readonly<Partial<Record<RuleCode, RuleSetting>>>;

/** The settings in a file, with the parts that are not valid. */
export interface CheckSettings {
  readonly rules: RuleSettings;
  /** Names that are not the code of a rule. */
  readonly unknownRules: readonly string[];
  /** Rules whose setting is not `off`, `warning` or `error`. They have their default. */
  readonly invalidRules: readonly RuleCode[];
}

/**
 * The settings in the text of `cms.config.json`, such as `{ "check": { "rules": {
 * "lost-relation": "warning" } } }`.
 */
export function checkSettingsIn(text: string): Outcome<CheckSettings, TextFailure> {
  const [failure, config] = fromText(text);
  if (failure) return failed(failure);
  const { check = null } = config;
  return done(ruleSettingsIn(isObject(check) ? check["rules"] : undefined));
}

/** The settings in an object such as `{ "lost-relation": "warning" }`. */
export function ruleSettingsIn(rules: Json | undefined = null): CheckSettings {
  const given = Object.entries(isObject(rules) ? rules : {});
  const known = given.flatMap(([name, setting]) =>
    isRuleCode(name) ? [[name, setting] as const] : [],
  );
  return {
    rules: Object.fromEntries(known.filter(([, setting]) => isSetting(setting))),
    unknownRules: given.map(([name]) => name).filter((name) => !isRuleCode(name)),
    invalidRules: known.filter(([, setting]) => !isSetting(setting)).map(([name]) => name),
  };
}

const isRuleCode = (name: string): name is RuleCode => checkRules.some(({ code }) => code === name);

const isSetting = (value: unknown): value is RuleSetting =>
  value === "off" || value === "warning" || value === "error";
