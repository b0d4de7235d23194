import { basename } from "node:path";
import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { askFile, choose, decide } from "../../host/shared/prompts.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { importDetails, lineWords } from "../../texts/import/importWords.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { ResultsFile } from "../../model/import/resultsFile.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { connectionName as nameOf } from "../../texts/connect/environmentWords.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import { usersType, type CollectionAddress } from "../../model/foundation/address.ts";
import { formatOfFile, formats } from "../../model/records/recordFormat.ts";
import { mappedRecordSource } from "../../model/import/fieldMapping.ts";
import { surveyFile, bytesOf } from "../../model/records/recordFile.ts";
import type { ImportFile, FileSurvey } from "../../model/records/recordFile.ts";
import { askMapping, askKey, askRelations } from "./mappingPrompt.ts";
import { runImport, type ImportCommands, type ImportRequest } from "./importAction.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";

export const importingCommands = (
  dependencies: ImportCommands,
  targets: Targets,
): CommandTable => ({
  "cms.collection.import": async (rowOrFile?: CommandRow | vscode.Uri) => {
    const [uri, row] =
      rowOrFile instanceof vscode.Uri ? [rowOrFile, undefined] : [undefined, rowOrFile];
    const title = vscode.l10n.t("Import: Choose a Collection");
    const collection = await targets.collectionOfRow(row, title);
    if (collection.type === usersType) {
      throw new Guidance(
        vscode.l10n.t(
          "Users can't be imported because their passwords can't be imported. Create users one at a time.",
        ),
      );
    }
    await requireUnlocked(dependencies.locks, collection.connection);
    await importInto(dependencies, collection, uri);
  },
});

async function importInto(
  dependencies: ImportCommands,
  collection: CollectionAddress,
  given: vscode.Uri | undefined,
): Promise<void> {
  const { connection, type } = collection;
  const service = must(await dependencies.catalogs.type(connection, type));
  const collectionName = collectionHeading(collection, service.catalog);
  const connectionName = nameOf(dependencies.connections, connection);
  const uri =
    given ??
    (await askFile({
      title: vscode.l10n.t("Import into {collection} on {connection}", {
        collection: collectionName,
        connection: connectionName,
      }),
      openLabel: vscode.l10n.t("Import"),
      filters: {
        [vscode.l10n.t("Data Files")]: ["ndjson", "jsonl", "json", "csv"],
        [vscode.l10n.t("All Files")]: ["*"],
      },
    }));
  if (uri.scheme !== "file") {
    throw new Guidance(vscode.l10n.t("Only local files can be imported."));
  }
  const fileName = basename(uri.fsPath);
  const choices = formats.map((value) => ({ label: value.toUpperCase(), value }));
  const format =
    formatOfFile(uri.fsPath) ??
    (await choose(choices, { title: vscode.l10n.t("Import: Choose a File Format") }));
  const file = { bytes: bytesOf(uri.fsPath), format };
  const survey = await readFirstRecords(file, fileName);
  const locale = dependencies.lists.locale(collection, service.type, service.catalog.defaultLocale);
  const { mapping, source, key, target } = await withBack(async () => {
    const mapping = await askMapping(survey, service, file.format);
    const source = mappedRecordSource(file, mapping, service);
    const key = await askKey(mapping);
    const unrelated = { connection, type, relations: new Map<string, string>(), locale, key };
    const relations = await askRelations(dependencies.imports, source, unrelated);
    return { mapping, source, key, target: { ...unrelated, relations } };
  });
  const results = new ResultsFile(uri.fsPath, describe);
  await askResume(results, key, { fileName, collectionName, connectionName });
  await runImport(dependencies, {
    uri,
    file,
    source,
    results,
    target,
    fileName,
    collectionName,
    connectionName,
    detail: [
      ...importDetails(survey, mapping, { service, locale }),
      ...(file.format === "csv" ? [vscode.l10n.t("An empty cell clears its field.")] : []),
    ],
  });
}

async function readFirstRecords(file: ImportFile, fileName: string): Promise<FileSurvey> {
  const survey = await withProgress(
    vscode.l10n.t("Reading {file}", { file: fileName }),
    async (signal, say) => {
      const onRead = (count: number) => {
        if (count % 1_000 === 0) say(numeral(count));
      };
      const fileSurvey = await surveyFile(file, { signal, onRead });
      if (signal.aborted) throw new vscode.CancellationError();
      return fileSurvey;
    },
  );
  if (survey.count > 0) return survey;
  const { flaw } = survey;
  throw new Guidance(
    flaw
      ? `${lineWords(flaw.line, file.format)}: ${describe(flaw.failure)}`
      : vscode.l10n.t("The file has no records."),
  );
}

async function askResume(
  results: ResultsFile,
  key: string | undefined,
  request: Pick<ImportRequest, "fileName" | "collectionName" | "connectionName">,
): Promise<void> {
  if (!(await results.isThere())) return;
  const { fileName: file, collectionName: collection, connectionName: connection } = request;
  const [resume, startOver] = [vscode.l10n.t("Resume"), vscode.l10n.t("Start Over")];
  // Without a key, an import can't find the documents that it created before. A documentId can't
  // find them either, because the service assigns another one.
  let startOverWords = vscode.l10n.t(
    "Start Over renames the earlier results log and creates all documents again.",
  );
  if (key === "documentId") {
    startOverWords = vscode.l10n.t(
      "Start Over renames the earlier results log. It creates documents from the earlier import again, because they have new documentIds.",
    );
  } else if (key !== undefined) {
    startOverWords = vscode.l10n.t(
      "Start Over renames the earlier results log and matches all records again. Records without a value for {field} create documents again.",
      { field: key },
    );
  }
  const answer = await decide(
    vscode.l10n.t(
      "'{file}' was imported before. Resume the import into {collection} on {connection}?",
      { file, collection, connection },
    ),
    [vscode.l10n.t("Resume imports only the missing records."), startOverWords].join(" "),
    [resume, startOver],
  );
  if (answer === startOver) await results.putAside();
}
