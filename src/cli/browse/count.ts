import type { Command } from "commander";
import { countTargets } from "../../model/batch/batchTarget.ts";
import { unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { allLocalesOf, applyQueryOptions, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { chooseType } from "../shared/typeChoice.ts";

type CountOptions = CommonOptions & QueryOptions;

export const registerCount = (program: Command, run: Run): Command =>
  withQueryOptions(
    program
      .command("count")
      .argument("<type>", "name of a content type, as in its URL, or users")
      .description("Count the documents of a content type, including drafts.")
      .addHelpText(
        "after",
        `
Examples:
  $ cms-content count articles
  $ cms-content count articles --status draft --locale fr
  $ cms-content count articles --all-locales
  $ cms-content count users --filter '{"blocked":{"$eq":true}}'`,
      ),
  ).action((type: string, options: CountOptions) =>
    run({ ...options, inferredType: type }, (context) => count(context, type, options)),
  );

async function count(
  { model, output, process: { signal } }: CliContext,
  name: string,
  options: CountOptions,
): Promise<undefined> {
  const chosen = await chooseType(model, name);
  applyQueryOptions(model, chosen, options);
  const { collection } = chosen;
  const target = { kind: "matching", collection, locales: allLocalesOf(chosen, options) } as const;
  const number = unwrap(await countTargets(target, model, { signal }));
  await output.record({ type: collection.type, count: number }, `${number}`);
}
