import type { Command } from "commander";
import { countTargets } from "../../model/batch/batchTarget.ts";
import { singleId } from "../../model/foundation/address.ts";
import { unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions, withQueryOptions } from "../shared/queryOptions.ts";
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
  const { locale } = applyQueryOptions(model, chosen, options);
  const { collection, type } = chosen;
  let number: number;
  if (type?.kind === "single") {
    // It has one document in each locale, or none yet.
    const address = { ...collection, ...(locale && { locale }), id: singleId };
    const outcome = await model.reader.read(address);
    number = outcome[0]?.code === "nothing-yet" ? 0 : 1;
    if (number === 1) unwrap(outcome);
  } else {
    number = unwrap(await countTargets({ kind: "matching", collection }, model, { signal }));
  }
  await output.record({ type: collection.type, count: number }, `${number}`);
}
