import type { Command } from "commander";
import { readPublishedRow } from "../../model/documents/versionDifferences.ts";
import { draftOf } from "../../model/documents/snapshotReader.ts";
import { isObject, omit, pick, type JsonObject } from "../../model/foundation/json.ts";
import { isMissing } from "../../model/foundation/outcome.ts";
import { isWithoutDraft } from "../../model/reading/readOptions.ts";
import { CliError, exitCodes, textOf, unwrap } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseAddress, chooseType } from "../shared/typeChoice.ts";
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
  const address = chooseAddress(chosen, id, model);
  // Such as `articles dhs8kxz1w0 in the locale fr`.
  const inLocale = address.locale && `in the locale ${address.locale}`;
  const documentName = nonEmpty(collection.type, id, inLocale).join(" ");
  let content: JsonObject;
  let status: JsonObject = {};
  if (published) {
    if (!type?.draftAndPublish) {
      throw new CliError(
        `--published needs a content type with drafts. ${collection.type} has none.`,
      );
    }
    const service = unwrap(await model.catalogs.type(address.connection, type.name));
    const row = unwrap(await readPublishedRow(service, address, signal));
    if (!row) throw new CliError(`${documentName} has no published version.`, exitCodes.negative);
    ({ content } = draftOf(service, row));
    status = { status: "published", ...pick(row, ["publishedAt"]) };
  } else {
    const outcome = await model.reader.read(address, signal);
    const [failure] = outcome;
    if (failure && isMissing(failure)) {
      throw new CliError(`The service has no ${documentName}.`, exitCodes.negative);
    }
    if (failure && isWithoutDraft(failure)) throw new CliError(textOf(failure), exitCodes.negative);
    const snapshot = unwrap(outcome);
    content = snapshot.content;
    if (type?.draftAndPublish) {
      const { state = null, publishedAt } = unwrap(await snapshot.publication.wait());
      status = { status: state, publishedAt };
    }
  }
  const { $: facts = null } = content;
  if (isObject(facts)) content = { ...content, $: { ...facts, ...status } };
  // The schema's URI has a meaning only in an editor.
  await output.json(omit(content, ["$schema"]), output.isJson ? 0 : 2);
}
