import { undecidedPlanFile } from "../../model/copy/copyPlanFile.ts";
import type { CopyPlanFile, PlanFileParts } from "../../model/copy/copyPlanFile.ts";
import type { CopyDocument } from "../../model/copy/copySource.ts";
import { isWrongChoice, wrongFieldIn } from "../../model/copy/undecidedDocuments.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { counted } from "../runs/runResults.ts";
import { loadPairs, namesOf, sidesOf, urlsOf } from "../compare/betweenServices.ts";
import { CliError } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import { saveText } from "../shared/fileArguments.ts";
import type { CopyOptions } from "./copyOptions.ts";
import { rememberKeys } from "../compare/matchMap.ts";
import type { CliModel } from "../shared/cliModel.ts";
import { shellWord } from "../shared/writeOptions.ts";

/** What a person can decide in the file of a plan. */
export type PlanDecisions = Pick<PlanFileParts, "keys" | "undecided">;

export const planFileParts = (
  model: CliModel,
  { publish = false }: CopyOptions,
  decisions: PlanDecisions,
): PlanFileParts => ({ services: urlsOf(model), publish, ...decisions });

/** Names the command that applies a plan, with the options of the one that wrote it. */
export function noteApply(
  { model, output }: CliContext,
  { connections, project, plan = "" }: CopyOptions,
  { undecided = [] }: PlanDecisions,
): void {
  if (undecided.length > 0) {
    const documents = counted(undecided.length, "document");
    output.note(`To decide ${documents}, edit undecided in ${plan}.`);
  }
  const { from, to } = namesOf(model);
  const words = [
    ...["--from", from, "--to", to],
    ...(connections ? ["--connections", connections] : []),
    ...(project ? ["--project", project] : []),
    ...["--apply", plan],
    ...(model.connection.environment === "production" ? ["--allow-production"] : []),
  ];
  output.note(`To copy this, use: cms-content copy ${words.map(shellWord).join(" ")}`);
}

/** Writes a plan in which a person can decide everything that would be copied. */
export async function saveUndecided(
  context: CliContext,
  options: CopyOptions,
  { leaveEmpty, ...decisions }: PlanDecisions & Pick<CopyPlanFile, "leaveEmpty">,
): Promise<void> {
  if (options.plan === undefined || decisions.undecided?.length === 0) return;
  const { model } = context;
  const parts = { ...planFileParts(model, options, decisions), leaveEmpty };
  await saveText(options.plan, undecidedPlanFile(sidesOf(model), parts), "json");
  noteApply(context, options, decisions);
}

/** Remembers the keys and matches that a person chose in a plan. All of them must be possible. */
export async function rememberDecisions(
  context: CliContext,
  { documents, undecided = [], keys = {} }: CopyPlanFile,
  { path, dryRun = false }: { readonly path: string; readonly dryRun?: boolean | undefined },
): Promise<void> {
  const fail = (document: Pick<CopyDocument, "title" | "type">, why: string): never => {
    throw new CliError(`${path}: ${titleWords(document)} (${document.type}): ${why}`);
  };
  const wrongChoice = undecided.find(isWrongChoice);
  if (wrongChoice) fail(wrongChoice, `${wrongChoice.toId} is not one of the candidates.`);
  const matches = undecided.filter(({ candidates, toId }) => candidates && !/^(new)?$/.test(toId));
  const targets = new Set<string>();
  for (const document of matches) {
    const target = `${document.type} ${document.toId}`;
    if (targets.has(target)) fail(document, `${document.toId} is chosen for two documents.`);
    targets.add(target);
  }
  for (const document of [...documents, ...undecided]) {
    const candidates = "candidates" in document ? (document.candidates ?? []) : [];
    const name = [document, ...candidates].map(wrongFieldIn).find((field) => field !== undefined);
    if (name !== undefined) fail(document, `${name} is not a field that differs.`);
  }
  const key = Object.entries(keys).flatMap(([type, name]) => (name ? `${type}=${name}` : []));
  await rememberKeys(context, { key, dryRun });
  const pairs = await loadPairs(context.model);
  for (const { type, fromId: from, toId: to } of matches) {
    if (pairs.counterpart("from", type, from) === to) continue;
    const why = await pairs.remember({ type, from, to });
    if (why !== undefined) throw new CliError(`The matches can't be remembered: ${why}`);
  }
}
