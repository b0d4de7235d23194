import type { Command } from "commander";
import { deleteAction } from "../../model/batch/documentActions.ts";
import type { PlannedItem } from "../../model/batch/batches.ts";
import { joinInboundRelations } from "../../model/find/inboundRelations.ts";
import { deletingWords } from "../../texts/batch/batchActionWords.ts";
import { inboundRelationsWords } from "../../texts/find/inboundRelationWords.ts";
import { lookUpRelations, maxLookups, withBatch } from "../runs/batchRun.ts";
import { unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";

export const registerDelete = (program: Command, run: Run): Command =>
  withBatch(
    program
      .command("delete <type> [documentId...]")
      .description("Delete whole documents, in all locales, or users.")
      .addHelpText(
        "after",
        `
Users are chosen by their numeric ids. Options such as --filter choose documents in one locale, and
all locales of these documents are deleted.

Examples:
  $ cms-content delete articles a69auzelek8b65sidne0nu3c
  $ cms-content delete tags --filter '{"name":{"$startsWith":"old-"}}' --dry-run
  $ cms-content delete users 12 --yes`,
      ),
    run,
    (context, { collection }) => ({
      action: deleteAction(context.model),
      words: deletingWords([collection.type]),
      planned: "delete",
      finished: "deleted",
      details: (planned) => inboundWords(context, planned),
    }),
  );

/** The documents that lose a relation, apart from those that are deleted as well. */
async function inboundWords(
  context: CliContext,
  planned: readonly PlannedItem[],
): Promise<string[]> {
  if (planned.length > maxLookups) return [];
  const { publication, readService } = context.model;
  const { signal } = context.process;
  const inboundRelations = await lookUpRelations(context, planned, async (address) =>
    unwrap(await publication.inbound(address, { signal })),
  );
  const addresses = planned.map(({ address }) => address);
  const inbound = joinInboundRelations(inboundRelations, addresses);
  return inboundRelationsWords(inbound, await readService());
}
