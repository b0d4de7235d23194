import { Option, type Command } from "commander";
import type { CheckFinding, RuleCode } from "../../model/check/checkFinding.ts";
import type { CheckTarget } from "../../model/check/checkScope.ts";
import { checkSettingsIn, ruleSettingsIn } from "../../model/check/checkSettings.ts";
import type { RuleSettings } from "../../model/check/checkSettings.ts";
import { checkRules } from "../../model/check/checkRules.ts";
import { runCheck, type CheckProgress, type CheckReport } from "../../model/check/checkRun.ts";
import { checkFolder, isFolderRule } from "../../model/folder/status/folderCheck.ts";
import type { BulkResult } from "../../model/runs/bulkFailure.ts";
import { checkResultWords } from "../../texts/check/checkResultWords.ts";
import { describeUnchecked } from "../../texts/check/checkFindingWords.ts";
import { describeMisfit } from "../../texts/shared/misfitWords.ts";
import { countOf } from "../../texts/shared/progressWords.ts";
import { CliError, exitCodes, unwrap, type ExitCode } from "../shared/cliError.ts";
import { checkFormats, FindingWriter, jsonFormat, textFormat } from "./findingFormats.ts";
import type { CheckFormat, FindingFormat, PrintedFinding } from "./findingFormats.ts";
import { shownPath } from "../folder/folderOutput.ts";
import { existingFolder, pulledTypes } from "../folder/status.ts";
import type { CliContext, Run, RunOffline } from "../shared/command.ts";
import type { Output } from "../shared/output.ts";
import { configurationFile, destinationOf, readValue } from "../shared/fileArguments.ts";
import type { CliModel, CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions, requireOneType, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { sarifFormat, type CheckedRule } from "./sarif.ts";
import { chooseType, requireCollection, type ChosenType } from "../shared/typeChoice.ts";

interface CheckOptions extends CommonOptions, QueryOptions {
  readonly type?: readonly string[];
  /** True for the nearest folder. */
  readonly folder?: string | true;
  readonly document?: string;
  readonly config?: string;
  /** Settings such as `stale-translation=off`. They win over those of the file. */
  readonly rule?: readonly string[];
  readonly format?: CheckFormat;
  readonly out?: string;
  readonly foreignLinks?: boolean;
  readonly failOn: "error" | "warning" | "never";
}

export const registerCheck = (program: Command, run: Run, runOffline: RunOffline): Command =>
  withQueryOptions(
    program
      .command("check")
      .description("Check the content of a service, and report defects. Nothing is changed.")
      .option("--type <names...>", "content types to check; by default, all of them")
      .option("--folder [path]", "check the files of a folder instead, without a service")
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
  $ cms-content check --folder
  $ cms-content check --format sarif --out content.sarif --fail-on warning`,
      ),
    "all",
  ).action((options: CheckOptions) => {
    const version = program.version() ?? "";
    return options.folder === undefined
      ? run(options, (context) => checkService(context, options, version))
      : runOffline(options, (context) => checkFiles(context, options, version));
  });

async function checkService(
  context: CliContext,
  options: CheckOptions,
  version: string,
): Promise<ExitCode> {
  const { model, output } = context;
  const format = formatOf(options, output);
  const { settings, rules } = await chooseRules(options);
  const target = await targetOf(model, options);
  return printCheck(
    context,
    { ...options, format, version, rules },
    {
      run: (events) => {
        const checkForeignLinks = options.foreignLinks === true;
        const onFinding = (finding: CheckFinding) => events.onFindings([finding]);
        return runCheck(target, {
          ...{ ...events, rules: settings, checkForeignLinks, dependencies: model, onFinding },
        });
      },
      onReport: (report) => {
        if (report.documents === 0 && !report.isCancelled) requireDocument(report, target);
      },
    },
  );
}

async function checkFiles(
  context: Omit<CliContext, "model">,
  options: CheckOptions,
  version: string,
): Promise<ExitCode> {
  requireFolderOptions(options);
  const format = formatOf(options, context.output);
  const { settings, rules } = await chooseRules(options, isFolderRule);
  const path = typeof options.folder === "string" && { folder: options.folder };
  const folder = await existingFolder({ ...path }, context.output);
  const { schema, types } = await pulledTypes(folder, options.type ?? []);
  return printCheck(
    context,
    { ...options, format, version, rules },
    {
      run: ({ onFindings, ...events }) =>
        checkFolder(folder, {
          ...{ ...events, rules: settings, schema, types },
          onFindings: async (findings) => {
            onFindings(
              findings.map(({ finding, path: file, line, column }) => {
                return {
                  ...finding,
                  location: { file: shownPath(folder.root, file), line, column },
                };
              }),
            );
            await events.afterPage();
          },
        }),
    },
  );
}

/** Throws a CliError for an option that only a service can follow. */
function requireFolderOptions(options: CheckOptions): void {
  const needsService = {
    ...{ document: "document", filter: "filter", search: "search", status: "status" },
    ...{ locale: "locale", allLocales: "all-locales", foreignLinks: "foreign-links" },
  } as const;
  for (const [name, option] of Object.entries(needsService))
    if (options[name as keyof typeof needsService] !== undefined)
      throw new CliError(`--${option} needs a service. Pass either --folder or --${option}.`);
}

function formatOf({ format }: CheckOptions, { isJson }: Output): CheckFormat {
  if (isJson && format !== undefined && format !== "json")
    throw new CliError(`Pass either --json or --format ${format}, not both.`);
  return isJson ? "json" : (format ?? "text");
}

interface CheckPrinting extends Pick<CheckOptions, "out" | "failOn"> {
  readonly format: CheckFormat;
  readonly version: string;
  readonly rules: readonly CheckedRule[];
}

interface PrintedCheck {
  readonly run: (events: CheckEvents) => BulkResult<CheckReport>;
  /** Called when the findings are printed. May throw a CliError. */
  readonly onReport?: (report: CheckReport) => void;
}

interface CheckEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CheckProgress) => void;
  readonly onFindings: (findings: readonly PrintedFinding[]) => void;
  readonly afterPage: () => Promise<void>;
}

/** Prints the findings of a check while it runs, and then what it did not check. */
async function printCheck(
  { output, process }: Omit<CliContext, "model">,
  { out, failOn, format, version, rules }: CheckPrinting,
  { run, onReport }: PrintedCheck,
): Promise<ExitCode> {
  const destination = await destinationOf(out, output, format === "text" ? "table" : "json");
  const formats: Readonly<Record<CheckFormat, () => FindingFormat>> = {
    text: () => textFormat(output, destination.isTerminal),
    json: () => jsonFormat,
    sarif: () => sarifFormat(version, rules),
  };
  const writer = new FindingWriter(destination, formats[format]());
  const stopping = new AbortController();
  const outcome = await run({
    signal: AbortSignal.any([process.signal, stopping.signal]),
    onFindings: (findings) => writer.add(findings),
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
  onReport?.(report);
  output.note(checkResultWords(report));
  if (report.isCancelled) return exitCodes.cancelled;
  const { error, warning } = report.findings;
  const failingCount = { error, warning: error + warning, never: 0 }[failOn];
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
async function chooseRules(
  { config, rule = [] }: CheckOptions,
  isKnown = (_rule: RuleCode) => true,
): Promise<{
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
    if (!isKnown(code) && Object.hasOwn(optionSettings.settings, code))
      throw new CliError(`--rule: ${code} needs a service.`);
    const severity = settings[code] ?? defaultSeverity;
    return severity === "off" || !isKnown(code) ? [] : [{ code, severity }];
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
