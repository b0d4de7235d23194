import type { Command } from "commander";
import { withoutIds } from "../../model/content/componentIds.ts";
import { withoutFacts } from "../../model/content/documentText.ts";
import { createFromText } from "../../model/create/newDocument.ts";
import { titleOf } from "../../model/documents/snapshotReader.ts";
import { validate } from "../../model/edit/validation.ts";
import { newDocumentId, newLocalization } from "../../model/foundation/address.ts";
import { done, failed, isMissing } from "../../model/foundation/outcome.ts";
import { findTakeovers } from "../../model/writing/otherDocuments/takeovers.ts";
import { otherChangesWords } from "../../texts/shared/changeReportWords.ts";
import { describeFinding } from "../../texts/shared/validationWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { runDocument, withDocumentFile } from "../runs/documentRun.ts";
import type { DocumentFile, DocumentOptions } from "../runs/documentRun.ts";
import { CliError, exitCodes, textOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseAddress } from "../shared/typeChoice.ts";

export const registerCreate = (program: Command, run: Run): Command =>
  withDocumentFile(
    program
      .command("create")
      .argument("<type>", "name of a content type, as in its URL")
      .argument("<file>", "JSON file with the fields, or - for stdin")
      .description("Create a document as a draft, or a localization of a document.")
      .option("--document <id>", "add a localization to this document")
      .option("--locale <code>", "locale of the new draft; by default, the default locale")
      .addHelpText(
        "after",
        `
The file can be a document that get printed. Its $ and the ids of its components are ignored.

Examples:
  $ cms-content create articles tea.json
  $ cms-content create articles thé.json --document dhs8kxz1w0 --locale fr
  $ echo '{"name":"winter"}' | cms-content create tags - --yes`,
      ),
    run,
    create,
  );

async function create(
  context: CliContext,
  { chosen, content: fileContent }: DocumentFile,
  options: DocumentOptions,
): Promise<ExitCode> {
  const { model, process } = context;
  const { signal } = process;
  const { collection, type } = chosen;
  if (!type)
    throw new CliError("The command line can't create users, because they need a password.");
  applyQueryOptions(model, chosen, options);
  const isSingleType = type.kind === "single";
  if (options.document !== undefined && (!type.localized || options.locale === undefined)) {
    throw new CliError(
      "--document adds a localization: pass --locale with a localized content type.",
    );
  }
  const target = chooseAddress(chosen, options.document ?? (isSingleType ? undefined : ""), model);
  const isAdded = isSingleType || options.document !== undefined;
  const [missing] = isAdded ? await model.reader.read(target, signal) : [null];
  if (isAdded && !missing) {
    const words = "The document exists in this locale. To change it, use: cms-content update";
    throw new CliError(words, exitCodes.negative);
  }
  if (missing && !isMissing(missing)) throw new CliError(textOf(missing), exitCodes.service);
  const service = unwrap(await model.catalogs.type(collection.connection, type.name));
  const content = withoutIds(withoutFacts(fileContent), service);
  const findings = await validate(content, service, undefined);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) unwrap(failed({ code: "not-valid", findings: errors }));
  const address =
    options.document === undefined ? { ...target, id: newDocumentId() } : newLocalization(target);
  const [takeovers = []] = unwrap(await findTakeovers(service, [{ address, content }], { signal }));
  const title = titleOf(content, service.type);
  return runDocument(context, options, {
    item: { address: options.document === undefined && !isSingleType ? address : target, title },
    fields: Object.keys(content),
    words: { planned: "create", doing: "Creating", finished: "created" },
    details: nonEmpty(
      !type.draftAndPublish && "The document takes effect immediately.",
      ...findings.map(describeFinding),
      ...otherChangesWords(takeovers),
    ),
    write: async (group) => {
      const request = { address, content, group, agreed: takeovers };
      const [failure, created] = await createFromText(request, model);
      if (failure) return failed(failure);
      const { snapshot, report } = created;
      return done({ item: { address: created.address, title: snapshot.title }, report });
    },
  });
}
