import type { Command } from "commander";
import { publishAction } from "../../model/batch/documentActions.ts";
import type { PlannedItem } from "../../model/batch/batches.ts";
import { publishingWords } from "../../texts/batch/batchActionWords.ts";
import { omittedRelationsWords } from "../../texts/publish/versionDifferenceWords.ts";
import { lookUpRelations, maxLookups, withBatch } from "../runs/batchRun.ts";
import { CliError, unwrap, textOf } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";

export const registerPublish = (program: Command, run: Run): Command =>
  withBatch(
    program
      .command("publish <type> [documentId...]")
      .description("Publish drafts. Targets of relations are published first.")
      .addHelpText(
        "after",
        `
An undo keeps what was published. To remove it, use: cms-content unpublish

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
        details: (planned) => omittedRelations(context, planned),
      };
    },
  );

async function omittedRelations(
  context: CliContext,
  planned: readonly PlannedItem[],
): Promise<string[]> {
  if (planned.length > maxLookups) return ["Publishing omits relations to unpublished documents."];
  const { publication } = context.model;
  const { signal } = context.process;
  const batchIds = new Set(planned.map(({ address }) => address.id));
  const previews = await lookUpRelations(context, planned, async (address) => {
    const draft = unwrap(await publication.preview(address, signal));
    const preview = unwrap(await publication.previewPublish(address, draft, signal));
    // The documents of the batch are published first.
    const omitted = preview.omitted.filter(({ documentId }) => !batchIds.has(documentId));
    return { ...preview, omitted };
  });
  return omittedRelationsWords(previews);
}
