import type { Command } from "commander";
import { unpublishAction } from "../../model/batch/documentActions.ts";
import { unpublishingWords } from "../../texts/batch/batchActionWords.ts";
import { withBatch } from "../runs/batchRun.ts";
import { CliError, textOf, unwrap } from "../shared/cliError.ts";
import type { Run } from "../shared/command.ts";

export const registerUnpublish = (program: Command, run: Run): Command =>
  withBatch(
    program
      .command("unpublish <type> [documentId...]")
      .description("Remove published versions. The drafts don't change.")
      .addHelpText(
        "after",
        `
Only an administrator can unpublish. Set CMS_ADMIN_TOKEN to an admin token, or CMS_ADMIN_EMAIL and
CMS_ADMIN_PASSWORD.

Examples:
  $ cms-content unpublish articles a69auzelek8b65sidne0nu3c
  $ cms-content unpublish articles --filter '{"kicker":"Review"}' --dry-run`,
      ),
    run,
    ({ model }, { type }) => {
      if (!type?.draftAndPublish) throw new CliError(textOf({ code: "no-drafts" }));
      return {
        action: unpublishAction(model),
        words: unpublishingWords(),
        planned: "unpublish",
        finished: "unpublished",
        details: async () => {
          // Fails before the question without an administrator.
          const { administrators, connection } = model;
          const me = await administrators.call(
            connection.id,
            (admin) => admin.me(),
            false,
            "unpublish",
          );
          unwrap(me);
          return [];
        },
      };
    },
  );
