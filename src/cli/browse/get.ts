import type { Command } from "commander";
import { readPublishedContent } from "../../model/documents/versionDifferences.ts";
import { singleId, usersType, type Address } from "../../model/foundation/address.ts";
import { omit, type JsonObject } from "../../model/foundation/json.ts";
import { isMissing } from "../../model/foundation/outcome.ts";
import { isWithoutDraft } from "../../model/reading/readOptions.ts";
import { CliError, exitCodes, textOf, unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseType, type ChosenType } from "../shared/typeChoice.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";

interface GetOptions extends CommonOptions {
  readonly locale?: string | undefined;
  readonly published?: boolean;
}

export const registerGet = (program: Command, run: Run): Command =>
  program
    .command("get")
    .argument("<type>", "name of a content type, as in its URL, or users")
    .argument("[id]", "documentId, or the numeric id of a user; a single type needs none")
    .description("Print one document as JSON.")
    .option("--published", "the published version; by default, the draft")
    .option("--locale <code>", "the document in this locale; by default, in the default locale")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content get articles dhs8kxz1w0
  $ cms-content get articles dhs8kxz1w0 --locale fr --published
  $ cms-content get homepage
  $ cms-content get users 12`,
    )
    .action((type: string, id: string | undefined, options: GetOptions) =>
      run({ ...options, inferredType: type }, (context) => get(context, type, id, options)),
    );

async function get(
  { model, output, process: { signal } }: CliContext,
  name: string,
  id: string | undefined,
  { locale, published }: GetOptions,
): Promise<undefined> {
  const chosen = await chooseType(model, name);
  const { type, collection } = chosen;
  applyQueryOptions(model, chosen, { locale });
  const address = addressOf(chosen, id, model);
  // Such as `articles dhs8kxz1w0 in the locale fr`.
  const inLocale = address.locale && `in the locale ${address.locale}`;
  const documentName = nonEmpty(collection.type, id, inLocale).join(" ");
  let content: JsonObject | undefined;
  if (published) {
    if (!type?.draftAndPublish) {
      throw new CliError(
        `--published needs a content type with drafts. ${collection.type} has none.`,
      );
    }
    const service = unwrap(await model.catalogs.type(address.connection, type.name));
    content = unwrap(await readPublishedContent(service, address, signal));
    if (!content)
      throw new CliError(`${documentName} has no published version.`, exitCodes.negative);
  } else {
    const outcome = await model.reader.read(address, signal);
    const [failure] = outcome;
    if (failure && isMissing(failure)) {
      throw new CliError(`The service has no ${documentName}.`, exitCodes.negative);
    }
    if (failure && isWithoutDraft(failure)) throw new CliError(textOf(failure), exitCodes.negative);
    content = unwrap(outcome).content;
  }
  // The schema's URI has a meaning only in an editor.
  await output.json(omit(content, ["$schema"]), output.isJson ? 0 : 2);
}

function addressOf(
  { collection, type, catalog }: ChosenType,
  id: string | undefined,
  { lists }: CliContext["model"],
): Address {
  const locale = type && lists.locale(collection, type, catalog.defaultLocale);
  const base = { ...collection, ...(locale && { locale }) };
  if (type?.kind === "single") {
    if (id === undefined) return { ...base, id: singleId };
    throw new CliError(`${collection.type} is a single type. Leave out ${id}.`);
  }
  if (id !== undefined) return { ...base, id };
  const idWords = collection.type === usersType ? "the numeric id of a user" : "a documentId";
  throw new CliError(
    `${collection.type} needs ${idWords}: cms-content get ${collection.type} <id>.`,
  );
}
