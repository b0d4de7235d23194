import { readFile } from "node:fs/promises";
import { checkSettingsIn } from "../model/checks/checkSettings.ts";
import type { CheckSettings, RuleSettings } from "../model/checks/checkSettings.ts";
import { checkRules } from "../model/checks/rules.ts";
import { whyOf } from "../model/foundation/outcome.ts";
import { describe } from "../texts/words.ts";
import { CliError } from "./cliError.ts";
import type { CheckedRule } from "./sarif.ts";

/** The file with settings in the current folder. */
const defaultFile = "cms.config.json";

/** The options that set rules. */
export interface RuleOptions {
  /** The path of a file with settings. */
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
  const file = chosen ?? defaultFile;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (chosen === undefined && isMissing(error)) return {};
    throw new CliError(`${file} can't be read: ${whyOf(error)}`);
  }
  return validSettings(text, file);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

function settingsOf(given: readonly string[]): RuleSettings {
  const rules = Object.fromEntries(
    given.map((text) => {
      const [, name, setting] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (name === undefined) {
        throw new CliError("--rule needs a name and a setting, such as stale-translation=off.");
      }
      return [name, setting];
    }),
  );
  return validSettings(JSON.stringify({ check: { rules } }), "--rule");
}

/** The settings in a text. `origin` says in messages where they come from. */
function validSettings(text: string, origin: string): RuleSettings {
  const [failure, settings] = checkSettingsIn(text);
  if (failure) throw new CliError(`${origin}: ${describe(failure)}`);
  const flaw = flawIn(settings);
  if (flaw !== undefined) throw new CliError(`${origin}: ${flaw}`);
  return settings.rules;
}

function flawIn({ unknownRules, invalidRules }: CheckSettings): string | undefined {
  if (unknownRules.length > 0) {
    const names = checkRules.map(({ code }) => code).join(", ");
    return `There is no rule ${unknownRules.join(", ")}. Choose from: ${names}.`;
  }
  if (invalidRules.length > 0) {
    return `The setting of ${invalidRules.join(", ")} must be off, warning or error.`;
  }
  return undefined;
}
