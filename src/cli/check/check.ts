import { Option, type Command } from "commander";
import type { CheckTarget } from "../../model/check/checkScope.ts";
import { checkSettingsIn, ruleSettingsIn } from "../../model/check/checkSettings.ts";
import type { RuleSettings } from "../../model/check/checkSettings.ts";
import { checkRules } from "../../model/check/checkRules.ts";
import { runCheck, type CheckReport } from "../../model/check/checkRun.ts";
import { checkResultWords } from "../../texts/check/checkResultWords.ts";
import { describeUnchecked } from "../../texts/check/checkFindingWords.ts";
import { describeMisfit } from "../../texts/shared/misfitWords.ts";
import { countOf } from "../../texts/shared/progressWords.ts";
import { CliError, exitCodes, unwrap, type ExitCode } from "../shared/cliError.ts";
import { checkFormats, FindingWriter, jsonFormat, textFormat } from "./findingFormats.ts";
import type { CheckFormat, FindingFormat } from "./findingFormats.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { configurationFile, destinationOf, readValue } from "../shared/fileArguments.ts";
import type { CliModel, CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions, requireOneType, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { sarifFormat, type CheckedRule } from "./sarif.ts";
import { chooseType, requireCollection, type ChosenType } from "../shared/typeChoice.ts";

interface CheckOptions extends CommonOptions, QueryOptions {
  readonly type?: readonly string[];
  readonly document?: string;
  readonly config?: string;
  /** Settings such as `stale-translation=off`. They win over those of the file. */
  readonly rule?: readonly string[];
  readonly format?: CheckFormat;
  readonly out?: string;
  readonly foreignLinks?: boolean;
  readonly failOn: "error" | "warning" | "never";
}

export const registerCheck = (program: Command, run: Run): Command =>
  withQueryOptions(
    program
      .command("check")
      .description("Check the content of a service, and report defects. Nothing is changed.")
      .option("--type <names...>", "content types to check; by default, all of them")
      .option("--document <id>", "documentId of the only document to check")
      .option("--rule <settings...>", "settings of rules, such as stale-translation=off")
      .option("--config <file>", "file with settings; by default, the nearest cms.config.json")
      .option("--foreign-links", "also request the pages of other sites that texts link to")
      .addOption(
        new Option("--format <format>", "format of the findings; by default, text").choices(
          checkFormats,
        ),
      )
      .option("--out <file>", "file to write; by default, the findings are printed")
      .addOption(
        new Option("--fail-on <severity>", "exit with 1 if there are such findings, or worse")
          .choices(["error", "warning", "never"])
          .default("error"),
      )
      .addHelpText(
        "after",
        `
Examples:
  $ cms-content check
  $ cms-content check --type articles pages --rule stale-translation=off
  $ cms-content check --type articles --document dhs8kxz1w0
  $ cms-content check --format sarif --out content.sarif --fail-on warning`,
      ),
    "all",
  ).action((options: CheckOptions) =>
    run(options, (context) => check(context, options, program.version() ?? "")),
  );

async function check(
  { model, output, process }: CliContext,
  options: CheckOptions,
  version: string,
): Promise<ExitCode> {
  if (output.isJson && options.format !== undefined && options.format !== "json") {
    throw new CliError(`Pass either --json or --format ${options.format}, not both.`);
  }
  const format = output.isJson ? "json" : (options.format ?? "text");
  const { settings, rules } = await chooseRules(options);
  const target = await targetOf(model, options);
  const form = format === "text" ? "table" : "json";
  const destination = await destinationOf(options.out, output, form);
  const formats: Readonly<Record<CheckFormat, () => FindingFormat>> = {
    text: () => textFormat(output, destination.isTerminal),
    json: () => jsonFormat,
    sarif: () => sarifFormat(version, rules),
  };
  const writer = new FindingWriter(destination, formats[format]());
  const stopping = new AbortController();
  const outcome = await runCheck(target, {
    rules: settings,
    checkForeignLinks: options.foreignLinks === true,
    dependencies: model,
    signal: AbortSignal.any([process.signal, stopping.signal]),
    onFinding: (finding) => writer.add(finding),
    onProgress: ({ type, read, total }) => {
      output.progress(`Checking ${type}: ${countOf(read, total)}`);
    },
    afterPage: async () => {
      await writer.flush();
      if (writer.why !== undefined) stopping.abort();
    },
  });
  const [, partialReport] = outcome;
  const unchecked = partialReport?.unchecked.map(describeUnchecked) ?? [];
  await writer.end({ isWhole: partialReport?.isCancelled === false, unchecked });
  const report = unwrap(outcome);
  if (writer.why !== undefined) {
    throw new CliError(`${destination.name(true)} can't be written: ${writer.why}`);
  }
  for (const line of unchecked) output.note(line);
  if (report.documents === 0 && !report.isCancelled) requireDocument(report, target);
  output.note(checkResultWords(report));
  if (report.isCancelled) return exitCodes.cancelled;
  const { error, warning } = report.findings;
  const failingCount = { error, warning: error + warning, never: 0 }[options.failOn];
  return failingCount > 0 ? exitCodes.negative : exitCodes.success;
}

/** Fails if the document doesn't exist, or if the token may read nothing at all. */
function requireDocument({ unchecked }: CheckReport, target: CheckTarget): void {
  if (unchecked.some(({ code }) => code === "documents")) {
    throw new CliError("The token can't read any of the documents.", exitCodes.service);
  }
  if (target.kind !== "document") return;
  const { type, id, locale } = target.address;
  const localeWords = locale === undefined ? "" : ` in the locale ${locale}`;
  throw new CliError(`The service has no ${type} ${id}${localeWords}.`, exitCodes.negative);
}

/** Fails for unknown rules and settings: a check must not pass because of a typing error. */
async function chooseRules({ config, rule = [] }: CheckOptions): Promise<{
  readonly settings: RuleSettings;
  readonly rules: readonly CheckedRule[];
}> {
  const file = config ?? configurationFile();
  const fileSettings = file === undefined ? {} : await readValue(file, checkSettingsIn);
  const ruleOptions = rule.map((text): readonly [string, string] => {
    const [, name, setting = ""] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (name !== undefined) return [name, setting];
    throw new CliError("--rule needs a name and a setting, such as stale-translation=off.");
  });
  const optionSettings = ruleSettingsIn(Object.fromEntries(ruleOptions));
  const [misfit] = optionSettings.misfits;
  if (misfit) throw new CliError(`--rule: ${describeMisfit(misfit)}`);
  const settings = { ...fileSettings, ...optionSettings.settings };
  const rules = checkRules.flatMap(({ code, defaultSeverity }) => {
    const severity = settings[code] ?? defaultSeverity;
    return severity === "off" ? [] : [{ code, severity }];
  });
  if (rules.length === 0) throw new CliError("All rules are off, so there is nothing to check.");
  return { settings, rules };
}

async function targetOf(model: CliModel, options: CheckOptions): Promise<CheckTarget> {
  const { type: names, document, filter, search, status, locale } = options;
  const chosen: ChosenType[] = [];
  for (const name of new Set(names)) {
    const chosenType = await chooseType(model, name);
    if (!chosenType.type) throw new CliError("Users can't be checked. Choose content types.");
    chosen.push(chosenType);
  }
  const [firstType, ...otherTypes] = chosen;
  if (!firstType || otherTypes.length > 0) {
    requireOneType(options);
    const types = firstType && [...new Set(chosen.map(({ collection }) => collection.type))];
    return { kind: "connection", connection: model.connection.id, ...(types && { types }) };
  }
  const { collection } = firstType;
  if (document === undefined) {
    const listQuery = applyQueryOptions(model, firstType, options);
    return { kind: "collection", collection, listQuery };
  }
  if ([filter, search, status].some((limit) => limit !== undefined)) {
    throw new CliError("Pass either --document or options that choose documents, not both.");
  }
  requireCollection(firstType, "Leave out --document.");
  applyQueryOptions(model, firstType, { locale });
  const address = { ...collection, id: document, ...(locale !== undefined && { locale }) };
  return { kind: "document", address };
}
