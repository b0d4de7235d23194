import type { Command } from "commander";
import { done, failed, isMissing } from "../../model/foundation/outcome.ts";
import { inboundRelationsWords } from "../../texts/find/inboundRelationWords.ts";
import { runDocument } from "../runs/documentRun.ts";
import { CliError, exitCodes, textOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseAddress, chooseType } from "../shared/typeChoice.ts";
import { requireWritable, withWriteOptions, type WriteOptions } from "../shared/writeOptions.ts";

type LocaleOptions = WriteOptions & { readonly locale: string };

export const registerDeleteLocalization = (program: Command, run: Run): Command =>
  withWriteOptions(
    program
      .command("delete-localization")
      .argument("<type>", "name of a localized content type, as in its URL")
      .argument("[documentId]", "documentId; a single type needs none")
      .description("Delete the draft and the published version of a document in one locale.")
      .requiredOption("--locale <code>", "locale to delete")
      .addHelpText(
        "after",
        `
Examples:
  $ cms-content delete-localization articles dhs8kxz1w0 --locale fr
  $ cms-content delete-localization homepage --locale fr --dry-run`,
      ),
  ).action((type: string, id: string | undefined, options: LocaleOptions) =>
    run(options, (context) => deleteLocalization(context, type, id, options)),
  );

async function deleteLocalization(
  context: CliContext,
  name: string,
  id: string | undefined,
  options: LocaleOptions,
): Promise<ExitCode> {
  requireWritable(context, options);
  const { model, process } = context;
  const { publication } = model;
  const { signal } = process;
  const { locale } = options;
  const chosen = await chooseType(model, name);
  applyQueryOptions(model, chosen, { locale });
  const address = { ...chooseAddress(chosen, id, model), locale };
  const outcome = await publication.preview(address, signal);
  const [failure] = outcome;
  if (failure && isMissing(failure)) throw new CliError(textOf(failure), exitCodes.negative);
  const preview = unwrap(outcome);
  const others = (preview.facts.locales ?? []).filter((code) => code !== locale);
  if (others.length === 0) {
    throw new CliError(
      `The document has no other localization. To delete it, use: cms-content delete`,
      exitCodes.negative,
    );
  }
  const inbound = unwrap(await publication.inbound(address, { signal, only: locale }));
  const item = { address, title: preview.title };
  return runDocument(context, options, {
    item,
    words: {
      planned: "delete the localization",
      doing: "Deleting the localization",
      finished: "deleted the localization",
    },
    details: [
      `Other localizations don't change: ${others.join(", ")}.`,
      ...inboundRelationsWords(inbound, await model.readService()),
    ],
    write: async (group) => {
      const agreement = { ...preview, inbound, group };
      const [refusal, report] = await publication.deleteLocalization(address, agreement, signal);
      return refusal ? failed(refusal) : done({ item, report });
    },
  });
}
