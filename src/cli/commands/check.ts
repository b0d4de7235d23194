import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { CheckFinding } from "../../model/checks/checkFinding.ts";
import type { CheckTarget } from "../../model/checks/checkScope.ts";
import { checkSettingsIn } from "../../model/checks/checkSettings.ts";
import type { RuleSettings } from "../../model/checks/checkSettings.ts";
import { runCheck } from "../../model/checks/runCheck.ts";
import { whyOf } from "../../model/foundation/outcome.ts";
import { describeCheckFinding, describeUnchecked, summarizeCheck } from "../../texts/checkWords.ts";
import { pathText } from "../../texts/findingWords.ts";
import { CliError, must } from "../cliError.ts";
import type { CommandContext, Run } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import type { ExitCode } from "../exitCodes.ts";
import type { CommonOptions } from "../model.ts";
import type { Output } from "../output.ts";

interface CheckCommandOptions extends CommonOptions {
  readonly type?: string;
  readonly config?: string;
}

export const registerCheck = (program: Command, run: Run): Command =>
  program
    .command("check")
    .description("Check the content of a service, and report defects.")
    .option("--type <name>", "name of the only type to check, such as articles")
    .option("--config <file>", "file with the settings of the rules")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content check
  $ cms-content check --type articles --json`,
    )
    .action((options: CheckCommandOptions) => run(options, check));

async function check(
  { model, output, process }: CommandContext,
  { type, config }: CheckCommandOptions,
): Promise<ExitCode | undefined> {
  const connection = model.connection.id;
  const target: CheckTarget =
    type === undefined
      ? { kind: "connection", connection }
      : { kind: "collection", collection: { connection, type }, listQuery: {} };
  const rules = config === undefined ? {} : await settingsIn(config, output);
  const writes: Promise<void>[] = [];
  const report = must(
    await runCheck(target, {
      rules,
      dependencies: model,
      signal: process.signal,
      onFinding: (finding) =>
        writes.push(output.isJson ? output.json(finding) : output.text(lineOf(finding))),
      onProgress: ({ type: name, read, total }) => {
        output.progress(`${name}: ${read} / ${total ?? "?"}`);
      },
    }),
  );
  await Promise.all(writes);
  for (const part of report.unchecked) output.note(describeUnchecked(part));
  output.note(summarizeCheck(report));
  if (report.isCancelled) return exitCodes.cancelled;
  return report.findings.error > 0 ? exitCodes.negative : undefined;
}

function lineOf(finding: CheckFinding): string {
  const { address, path, severity, rule } = finding;
  const { type, id, locale } = address;
  const place = [type, id, ...(locale === undefined ? [] : [locale]), pathText(path)].join(" ");
  return `${severity} ${rule} ${place}: ${describeCheckFinding(finding)}`;
}

async function settingsIn(file: string, output: Output): Promise<RuleSettings> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new CliError(`${file} can't be read: ${whyOf(error)}`);
  }
  const { rules, unknownRules, invalidRules } = must(checkSettingsIn(text));
  for (const name of unknownRules) output.note(`${file} has an unknown rule: ${name}`);
  for (const name of invalidRules) {
    output.note(`${file}: the setting of ${name} must be off, warning or error.`);
  }
  return rules;
}
