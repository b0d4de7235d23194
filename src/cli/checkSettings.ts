import { existsSync } from "node:fs";
import { checkSettingsIn, ruleSettingsIn } from "../model/checks/checkSettings.ts";
import type { RuleSettings } from "../model/checks/checkSettings.ts";
import { checkRules } from "../model/checks/rules.ts";
import { describeMisfit } from "../texts/misfitWords.ts";
import { CliError } from "./cliError.ts";
import { readValue } from "./files.ts";
import type { CheckedRule } from "./sarif.ts";

const defaultFile = "cms.config.json";

export interface RuleOptions {
  readonly config?: string;
  /** Settings such as `stale-translation=off`. They win over those of the file. */
  readonly rule?: readonly string[];
}

/**
 * The rules to run. Throws a CliError if a file can't be read, or if a rule or its setting doesn't
 * exist. A check must not pass because of a typing error.
 */
export async function chooseRules({ config, rule = [] }: RuleOptions): Promise<{
  readonly settings: RuleSettings;
  readonly rules: readonly CheckedRule[];
}> {
  const settings = { ...(await settingsInFile(config)), ...settingsOf(rule) };
  const rules = checkRules.flatMap(({ code, defaultSeverity }) => {
    const severity = settings[code] ?? defaultSeverity;
    return severity === "off" ? [] : [{ code, severity }];
  });
  if (rules.length === 0) throw new CliError("All rules are off, so there is nothing to check.");
  return { settings, rules };
}

async function settingsInFile(chosen: string | undefined): Promise<RuleSettings> {
  if (chosen === undefined && !existsSync(defaultFile)) return {};
  return readValue(chosen ?? defaultFile, checkSettingsIn);
}

function settingsOf(given: readonly string[]): RuleSettings {
  const rules = Object.fromEntries(
    given.map((text) => {
      const [, name, setting = ""] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (name === undefined) {
        throw new CliError("--rule needs a name and a setting, such as stale-translation=off.");
      }
      return [name, setting];
    }),
  );
  const { settings, misfits } = ruleSettingsIn(rules);
  const [misfit] = misfits;
  if (misfit) throw new CliError(`--rule: ${describeMisfit(misfit)}`);
  return settings;
}
