import type { Command } from "commander";
import { isWithoutDraft } from "../../model/reading/readOptions.ts";
import { withoutFacts } from "../../model/content/documentText.ts";
import { changedPaths } from "../../model/content/merge.ts";
import { validate } from "../../model/edit/validation.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import { isObject, pick, textIn, type JsonObject } from "../../model/foundation/json.ts";
import { done, failed, isMissing, type Outcome } from "../../model/foundation/outcome.ts";
import type { ChangeFailure } from "../../model/journal/changeFailure.ts";
import { decideChange, changeDocument, readForChange } from "../../model/writing/documentChange.ts";
import type { CurrentDocument, DecidedChange } from "../../model/writing/documentChange.ts";
import { findTakeovers } from "../../model/writing/otherDocuments/takeovers.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { otherChangesWords } from "../../texts/shared/changeReportWords.ts";
import { describeFinding } from "../../texts/shared/validationWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { factsOf } from "../runs/batchRun.ts";
import { runDocument, withDocumentFile } from "../runs/documentRun.ts";
import type { DocumentFile, DocumentOptions } from "../runs/documentRun.ts";
import {
  CliError,
  exitCodeOf,
  exitCodes,
  textOf,
  unwrap,
  type ExitCode,
} from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { readObject } from "../shared/fileArguments.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseAddress, type ChosenType } from "../shared/typeChoice.ts";

export const registerUpdate = (program: Command, run: Run): Command =>
  withDocumentFile(
    program
      .command("update")
      .argument("<type>", "name of a content type, as in its URL, or users")
      .argument("<file>", "JSON file with the document or some of its fields, or - for stdin")
      .description("Save one document or user. Sends the fields that differ.")
      .option("--document <id>", "documentId, or the numeric id of a user; by default, of the file")
      .option("--locale <code>", "locale; by default, that of the file, or else the default locale")
      .option("--base <file>", "the document before your changes, as get printed it")
      .addHelpText(
        "after",
        `
Fields that the file lacks don't change. null clears a field.

Examples:
  $ cms-content update articles tea.json
  $ cms-content update articles changed.json --base tea.json
  $ echo '{"kicker":"Review"}' | cms-content update articles - --document dhs8kxz1w0 --yes`,
      ),
    run,
    update,
  );

async function update(
  context: CliContext,
  { chosen, content }: DocumentFile,
  options: DocumentOptions,
): Promise<ExitCode> {
  const { model, output, process } = context;
  const base = options.base === undefined ? undefined : await readObject(options.base, process);
  const { address, version } = targetOf(context, chosen, content, options);
  const outcome = await readForChange(address, model, undefined, process.signal);
  if (outcome[0] && (isMissing(outcome[0]) || isWithoutDraft(outcome[0])))
    throw new CliError(textOf(outcome[0]), exitCodes.negative);
  const current = unwrap(outcome);
  const { now, service } = current;
  const facts = pick(now.content, ["$schema", "$"]);
  const sides = {
    base: base ? { ...withoutFacts(base), ...facts } : now.content,
    mine: { ...(base ? withoutFacts(base) : now.content), ...withoutFacts(content), ...facts },
  };
  const item = { address, title: now.title };
  // Without its base, any difference of an earlier version may be another client's change.
  const isEarlier = !base && version !== undefined && version !== now.version;
  const differing = isEarlier ? changedPaths(now.content, sides.mine, service) : [];
  const [failure, change] =
    differing.length > 0 ? failed(conflictIn(current, differing)) : await decide(sides, current);
  if (failure?.code === "conflict") {
    await output.record({
      ...factsOf(item),
      ...{ outcome: "conflict", fields: failure.conflict.both },
    });
    const hint = isEarlier ? " Or pass the document before your changes with --base." : "";
    throw new CliError(textOf(failure) + hint, exitCodes.negative);
  }
  if (failure) throw new CliError(textOf(failure), exitCodeOf(failure));
  const { data, merged, ignored } = change;
  const fields = Object.keys(data);
  const ignoredWords =
    ignored.length > 0 && `Not sent, because it belongs to the targets: ${ignored.join(", ")}.`;
  if (fields.length === 0) {
    await output.record({ ...factsOf(item), outcome: "unchanged" });
    const words = [
      `${titleWords(item)} has these values.`,
      ignoredWords,
      "There is nothing to do.",
    ];
    output.note(nonEmpty(...words).join(" "));
    return exitCodes.success;
  }
  const write = { address, content: pick(merged, fields), now: now.content };
  const [takeovers = []] = unwrap(
    await findTakeovers(service, [write], { signal: process.signal }),
  );
  const findings = await validate(merged, service, now.content);
  return runDocument(context, options, {
    item,
    fields,
    words: { planned: "update", doing: "Updating", finished: "updated" },
    details: nonEmpty(
      !service.type.draftAndPublish && "The change takes effect immediately.",
      ignoredWords,
      ...findings.filter(({ path: [name] }) => fields.includes(String(name))).map(describeFinding),
      ...otherChangesWords(takeovers),
    ),
    write: async (group, signal) => {
      // Another client may have saved while the question was open.
      const [unread, latest] = await readForChange(address, model, undefined, signal);
      if (unread) return failed(unread);
      const [undecided, latestChange] = await decide(sides, latest);
      if (undecided) return failed(undecided);
      const agreement = { group, agreed: takeovers };
      const [rejected, written] = await changeDocument(latestChange, model, agreement);
      return rejected ? failed(rejected) : done({ item, report: written.report });
    },
  });
}

/** The document that the options or the file name, and the version that the file began from. */
function targetOf(
  { model }: CliContext,
  chosen: ChosenType,
  content: JsonObject,
  options: DocumentOptions,
): { readonly address: Address; readonly version: number | undefined } {
  const isUserType = chosen.type === undefined;
  const { $: fileFacts = null, id: userId = null } = content;
  const facts = isObject(fileFacts) ? fileFacts : {};
  const isSingleType = chosen.type?.kind === "single";
  const fileId = isUserType ? JSON.stringify(userId) : textIn(facts, "documentId");
  const hasFileId = isUserType ? userId !== null : fileId !== "";
  const id = options.document ?? (hasFileId && !isSingleType ? fileId : undefined);
  requireSame("--document", options.document, hasFileId ? fileId : undefined);
  const localeInFile = chosen.type?.localized ? textIn(facts, "locale") : "";
  const fileLocale = localeInFile === "" ? undefined : localeInFile;
  requireSame("--locale", options.locale, fileLocale);
  applyQueryOptions(model, chosen, { locale: options.locale ?? fileLocale });
  const address = chooseAddress(chosen, id, model);
  const time = textIn(isUser(address) ? content : facts, "updatedAt");
  return { address, version: Date.parse(time) || undefined };
}

/** An option must not send a document to another one by mistake. */
function requireSame(option: string, chosen: string | undefined, inFile: string | undefined): void {
  if (chosen === undefined || inFile === undefined || chosen === inFile) return;
  throw new CliError(
    `${option} is ${chosen}, but the file is of ${inFile}. Remove $ from the file.`,
  );
}

/** Merges the changes of the file with those of others. Fails if both changed the same values. */
async function decide(
  sides: Readonly<Record<"base" | "mine", JsonObject>>,
  current: CurrentDocument,
): Promise<Outcome<DecidedChange, ChangeFailure>> {
  const { address, now, service } = current;
  const [unsendable, change] = decideChange({ address, now, ...sides }, service);
  if (unsendable) return failed(unsendable);
  if (change.conflicts.length > 0) return failed(conflictIn(current, change.conflicts));
  const findings = await validate(change.merged, service, now.content);
  const errors = findings.filter(({ severity }) => severity === "error");
  return errors.length > 0 ? failed({ code: "not-valid", findings: errors }) : done(change);
}

const conflictIn = ({ now }: CurrentDocument, both: readonly string[]): ChangeFailure => ({
  code: "conflict",
  conflict: { now, theirs: [], both },
});
