import * as vscode from "vscode";
import type { CheckSettingsPort } from "../../model/check/checks.ts";
import type { Json } from "../../model/foundation/json.ts";
import { describeMisfit } from "../../texts/shared/misfitWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { rootText } from "../schemas/workspaceProjectFiles.ts";

/** The file that the editor and the command line share. */
const fileName = "cms.config.json";

/**
 * The settings of Check Content. The rules in `cms.config.json` override those in VS Code, so that
 * the editor and the command line agree. In an untrusted workspace, the file is not read.
 */
export class CheckSettingsFile implements CheckSettingsPort {
  #complaints: readonly string[] = [];

  /** The invalid entries of the settings, as last read. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  async read(): ReturnType<CheckSettingsPort["read"]> {
    const { checkSettingsIn, ruleSettingsIn } = await import("../../model/check/checkSettings.ts");
    const settings = vscode.workspace.getConfiguration("cms");
    const given = settings.get<Json>("check.rules", {});
    const { settings: userRules, misfits } = ruleSettingsIn(given);
    const text = await rootText(fileName);
    const [failure, fileRules] = text === undefined ? [] : checkSettingsIn(text);
    this.#complaints = [
      ...misfits.map((misfit) => complaint("cms.check.rules", describeMisfit(misfit))),
      ...(failure ? [complaint(fileName, describe(failure))] : []),
    ];
    return {
      rules: { ...userRules, ...fileRules },
      checkForeignLinks: settings.get("check.foreignLinks", false),
    };
  }
}

const complaint = (settingPath: string, problem: string): string =>
  vscode.l10n.t("{place}: {problem}", { place: settingPath, problem });
