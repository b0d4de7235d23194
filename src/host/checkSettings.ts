import * as vscode from "vscode";
import type { CheckSettingsPort } from "../model/checks/checks.ts";
import type { CheckSettings } from "../model/checks/checkSettings.ts";
import type { Json } from "../model/foundation/json.ts";
import { rootText } from "./projectFiles.ts";

/** The file that the editor and the command line share. */
const fileName = "cms.config.json";

const loadParser = () => import("../model/checks/checkSettings.ts");

/**
 * The settings of Check Content. The rules in `cms.config.json` override those in VS Code, so that
 * the editor and the command line agree. In an untrusted workspace, the file is not read.
 */
export class CheckSettingsReader implements CheckSettingsPort {
  #complaints: readonly string[] = [];

  /** The invalid entries of the settings, as last read. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  async read(): ReturnType<CheckSettingsPort["read"]> {
    const { checkSettingsIn, ruleSettingsIn } = await loadParser();
    const settings = vscode.workspace.getConfiguration("cms");
    const given = settings.get<Json>("check.rules", {});
    const own = ruleSettingsIn(given);
    const text = await rootText(fileName);
    const [failure, shared] = text === undefined ? [] : checkSettingsIn(text);
    this.#complaints = [
      ...complaintsAbout(own, "cms.check.rules"),
      ...(shared ? complaintsAbout(shared, fileName) : []),
      ...(failure ? [vscode.l10n.t("{file} is not a valid JSON object.", { file: fileName })] : []),
    ];
    return {
      rules: { ...own.rules, ...shared?.rules },
      checkForeignLinks: settings.get("check.foreignLinks", false),
    };
  }
}

function complaintsAbout(
  { unknownRules, invalidRules }: CheckSettings,
  place: string,
): readonly string[] {
  return [
    ...unknownRules.map((rule) =>
      vscode.l10n.t("{place} has the unknown rule '{rule}'.", { place, rule }),
    ),
    ...invalidRules.map((rule) =>
      vscode.l10n.t("{place} must set '{rule}' to off, warning or error.", { place, rule }),
    ),
  ];
}
