import { Option, type Command } from "commander";
import type { BatchTarget } from "../../model/batch/batches.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { compare } from "../../model/compare/comparisonRun.ts";
import type { CompareOptions, CompareProgress } from "../../model/compare/comparisonRun.ts";
import type { Comparison, ComparedRow } from "../../model/compare/comparison.ts";
import { keyCandidates } from "../../model/compare/keyCandidates.ts";
import { DocumentPairs, type Sides } from "../../model/compare/documentPairs.ts";
import type { LeftOutPart } from "../../model/compare/sharedShape.ts";
import { usersType } from "../../model/foundation/address.ts";
import { describeLeftOut } from "../../texts/compare/comparisonWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { CliError, exitCodes, unwrap } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import type { CliModel, CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions, requireOneType, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { chooseType, type ChosenType } from "../shared/typeChoice.ts";

export interface BetweenOptions extends CommonOptions, QueryOptions {
  readonly type?: readonly string[];
  /** Texts such as `authors=email`. */
  readonly key: readonly string[];
  /** The path of a file. */
  readonly map?: string;
}

/** `isRequired`: whether the command always acts on two services. */
export const withBetweenOptions = (command: Command, { isRequired = true } = {}): Command =>
  withQueryOptions(
    command
      .addOption(
        new Option("--from <name>", "name of the connection to read from").makeOptionMandatory(
          isRequired,
        ),
      )
      .addOption(
        new Option(
          "--to <name>",
          "name of the connection to compare with, or to write to",
        ).makeOptionMandatory(isRequired),
      )
      .option("--type <names...>", "content types; by default, all of them"),
    "all",
  );

export function sourceConnection({ source }: CliModel): Connection {
  if (!source) throw new Error("The command has no option --from.");
  return source;
}

const sidesBy = (model: CliModel, part: "id" | "name" | "url"): Sides<string> => ({
  from: sourceConnection(model)[part],
  to: model.connection[part],
});

export const sidesOf = (model: CliModel): Sides<string> => sidesBy(model, "id");

export const namesOf = (model: CliModel): Sides<string> => sidesBy(model, "name");

export const urlsOf = (model: CliModel): Sides<string> => sidesBy(model, "url");

/** What earlier comparisons and copies know of the documents of both services. */
export const loadPairs = (model: CliModel): Promise<DocumentPairs> =>
  DocumentPairs.load(sidesOf(model), model.pairs);

/** Says what documents match by: in this dry run, or from now on. */
export function noteMatching({ model, output }: CliContext, dryRun: boolean, what: string): void {
  const { from, to } = namesOf(model);
  const period = dryRun ? "In this dry run" : "From now on";
  output.note(`${period}, ${from} and ${to} match ${what}.`);
}

async function chooseDocuments(
  model: CliModel,
  options: BetweenOptions,
): Promise<readonly ChosenType[]> {
  const { id } = sourceConnection(model);
  const { catalog } = await model.readService(id);
  const names = new Set(options.type ?? [...catalog.types.keys()].sort());
  const chosen: ChosenType[] = [];
  for (const name of names) {
    if (name === usersType) throw new CliError("Users can't be compared. Choose content types.");
    chosen.push(await chooseType(model, name, id));
  }
  if (chosen.length !== 1) requireOneType(options);
  for (const chosenType of chosen) {
    applyQueryOptions(model, chosenType, chosen.length === 1 ? options : {});
  }
  return chosen;
}

/**
 * Compares the documents that the options choose, one type after the other, and names the parts that
 * are left out. Fails if a service denies all types. Returns the left-out parts of all types, and
 * the names of the types that a service denies.
 */
export async function compareTypes(
  context: CliContext,
  options: BetweenOptions,
  use: (comparison: Comparison, chosen: ChosenType) => Promise<void> | void,
  compareOptions: Pick<CompareOptions, "uploadAgain" | "publishes"> = {},
): Promise<{ readonly leftOut: readonly LeftOutPart[]; readonly denied: readonly string[] }> {
  const { model, output, process } = context;
  const leftOut: LeftOutPart[] = [];
  const denied: string[] = [];
  const locales = options.locale === undefined ? undefined : [options.locale];
  const chosen = await chooseDocuments(model, options);
  for (const chosenType of chosen) {
    const { collection } = chosenType;
    const target: BatchTarget = { kind: "matching", collection, locales };
    const onProgress = ({ from, to }: CompareProgress) => {
      const counts = `${numeral(from)} and ${numeral(to)} documents`;
      output.progress(`Comparing ${collection.type}: ${counts}`);
    };
    const pairs = await loadPairs(model);
    const runOptions = { ...compareOptions, signal: process.signal, pairs, onProgress };
    const comparison = unwrap(await compare({ ...sidesOf(model), target }, runOptions, model));
    await noteMissingKey(comparison, collection.type, context);
    leftOut.push(...comparison.leftOut);
    if (comparison.leftOut.some(({ code }) => code === "denied")) denied.push(collection.type);
    await use(comparison, chosenType);
  }
  const lines = leftOut.map((part) => describeLeftOut(part, namesOf(model)));
  for (const line of new Set(lines)) output.note(line);
  if (denied.length > 0 && denied.length === chosen.length) {
    const words = "None of the content types can be read on both services.";
    throw new CliError(words, exitCodes.service);
  }
  return { leftOut, denied };
}

/** Says that nothing identifies the documents of a type that are new, and which attributes could. */
async function noteMissingKey(
  comparison: Comparison,
  type: string,
  { model, output, process: { signal } }: CliContext,
): Promise<void> {
  const { rows, keys } = comparison;
  const isUnmatched = ({ kind, type: uid, namesakes }: ComparedRow) =>
    namesakes !== undefined || (kind === "new" && keys.get(uid)?.name === undefined);
  const uid = rows.find(isUnmatched)?.type ?? "";
  if (!keys.has(uid)) return;
  const { candidates } = unwrap(await keyCandidates(comparison, uid, signal, model));
  const proposals = candidates
    .filter(({ matches }) => matches > 0)
    .slice(0, 3)
    .map(({ name, matches }) => `--key ${type}=${name} (${numeral(matches)} documents match)`);
  const words = `${type} has no key on both services, so only documentIds and earlier copies match its documents.`;
  const remedy = `To match others, pass ${proposals.join(" or ")}.`;
  output.note(proposals.length > 0 ? `${words} ${remedy}` : words);
}
