import type { Command } from "commander";
import { publishAction } from "../../model/bulk/batch/batchActions.ts";
import type { PlannedItem } from "../../model/bulk/batch/batches.ts";
import { findOtherChanges } from "../../model/changes/elsewhere/otherChanges.ts";
import { publishingWords } from "../../texts/batchActionWords.ts";
import { omittedRelationsWords } from "../../texts/differenceWords.ts";
import { predictedChangesWords } from "../../texts/otherChangeWords.ts";
import { maxLookups, withBatch } from "../batchRun.ts";
import { CliError, unwrap, textOf } from "../cliError.ts";
import type { CliContext, Run } from "../command.ts";

export const registerPublish = (program: Command, run: Run): Command =>
  withBatch(
    program
      .command("publish <type> [documentId...]")
      .description("Publish drafts. Targets of relations are published first.")
      .addHelpText(
        "after",
        `
A publish can't be undone here: only administrators can unpublish.

Examples:
  $ cms-content publish articles a69auzelek8b65sidne0nu3c
  $ cms-content publish articles --filter '{"kicker":"Review"}' --dry-run
  $ cms-content publish articles --status modified --locale fr --yes`,
      ),
    run,
    (context, { type }) => {
      if (!type?.draftAndPublish) throw new CliError(textOf({ code: "no-drafts" }));
      return {
        action: publishAction(context.model),
        words: publishingWords(),
        planned: "publish",
        finished: "published",
        isInAnyLocale: false,
        details: async (planned) => [
          ...(await omittedRelations(context, planned)),
          ...(await changesElsewhere(context, planned)),
        ],
      };
    },
  );

async function omittedRelations(
  { model: { lifecycle }, output, process: { signal } }: CliContext,
  planned: readonly PlannedItem[],
): Promise<string[]> {
  if (planned.length > maxLookups) return ["Publishing omits relations to unpublished documents."];
  const batchIds = new Set(planned.map(({ address }) => address.id));
  const previews = [];
  for (const [index, { address }] of planned.entries()) {
    output.progress(`Looking up relations: ${index + 1} of ${planned.length}`);
    const draft = unwrap(await lifecycle.preview(address, signal));
    const { omitted, selfReferences } = unwrap(
      await lifecycle.previewPublish(address, draft, signal),
    );
    // The documents of the batch are published first.
    const others = omitted.filter(({ documentId }) => !batchIds.has(documentId));
    previews.push({ omitted: others, selfReferences });
  }
  return omittedRelationsWords(previews);
}

async function changesElsewhere(
  { model: { catalogs }, process: { signal } }: CliContext,
  planned: readonly PlannedItem[],
): Promise<string[]> {
  const addresses = planned.map(({ address }) => address);
  return predictedChangesWords(
    unwrap(await findOtherChanges("publish", addresses, catalogs, { signal })),
  );
}
