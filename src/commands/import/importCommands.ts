import { basename } from "node:path";
import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { askFile, choose, decide } from "../../host/shared/prompts.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { folderDetails, importDetails, lineWords } from "../../texts/import/importWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { ResultsFile } from "../../model/import/resultsFile.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { connectionName as nameOf } from "../../texts/connect/environmentWords.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import { usersType, type CollectionAddress } from "../../model/foundation/address.ts";
import { formatOfFile, formats } from "../../model/records/recordFormat.ts";
import {
  exportedFilesOf,
  JoinedFiles,
  typeFileOf,
  type TypeFile,
} from "../../model/import/importFiles.ts";
import { readManifest } from "../../model/records/contentManifest.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
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
    const title = vscode.l10n.t("Import: Choose a Content Type");
    const collection = await targets.typeOfRow(row, title);
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

  "cms.content.importFolder": async (row?: CommandRow) => {
    const { id } = await targets.connection(row);
    await requireUnlocked(dependencies.locks, id);
    await importFolder(dependencies, id);
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
  requireLocal(uri);
  const choices = formats.map((value) => ({ label: value.toUpperCase(), value }));
  const format =
    formatOfFile(uri.fsPath) ??
    (await choose(choices, { title: vscode.l10n.t("Import: Choose a File Format") }));
  const file = { bytes: bytesOf(uri.fsPath), format };
  const survey = await surveyed(file, basename(uri.fsPath));
  const { flaw } = survey;
  if (survey.count === 0) {
    throw new Guidance(
      flaw
        ? `${lineWords({ line: flaw.line, format })}: ${describe(flaw.failure)}`
        : vscode.l10n.t("The file has no records."),
    );
  }
  const byName = typeFileOf({ path: uri.fsPath, file, survey }, service, dependencies.lists);
  await importFiles(dependencies, uri, async () => {
    const mapping = await askMapping(survey, service, format);
    const key = service.type.kind === "single" ? undefined : await askKey(mapping);
    return [{ ...byName, mapping, target: { ...byName.target, key } }];
  });
}

/** Imports the files of an export of all content. Their documents are found by documentId. */
async function importFolder(dependencies: ImportCommands, connection: string): Promise<void> {
  const uri = await askFile({
    title: vscode.l10n.t("Import Folder into {connection}", {
      connection: nameOf(dependencies.connections, connection),
    }),
    openLabel: vscode.l10n.t("Import"),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  requireLocal(uri);
  const manifest = must(await readManifest(uri.fsPath));
  const from = { folder: uri.fsPath, connection };
  const { files, ...lacks } = must(await exportedFilesOf(manifest, from, dependencies, surveyed));
  const gaps = folderDetails(lacks);
  if (files.length === 0) {
    throw new Guidance([vscode.l10n.t("The folder has no records."), ...gaps].join(" "));
  }
  await importFiles(dependencies, uri, () => Promise.resolve(files), gaps);
}

function requireLocal({ scheme }: vscode.Uri): void {
  if (scheme !== "file") throw new Guidance(vscode.l10n.t("Only local files can be imported."));
}

/**
 * @param chooseFiles Asks what the files don't tell. The user can step back from its questions.
 * @param gaps What a folder or the service lacks.
 */
async function importFiles(
  dependencies: ImportCommands,
  uri: vscode.Uri,
  chooseFiles: () => Promise<readonly TypeFile[]>,
  gaps: readonly string[] = [],
): Promise<void> {
  const { files, source, targets } = await withBack(async () => {
    const files = await chooseFiles();
    const source = new JoinedFiles(files);
    const unrelated = files.map(({ target }) => target);
    return { files, source, targets: await askRelations(dependencies.imports, source, unrelated) };
  });
  const [{ connection } = { connection: "" }] = targets;
  const fileName = basename(uri.fsPath);
  const connectionName = nameOf(dependencies.connections, connection);
  const [only, ...others] = files.map(({ service: { type } }) => headingOf(type));
  const collectionName =
    others.length === 0
      ? (only ?? "")
      : vscode.l10n.t("{count} content types", { count: numeral(files.length) });
  const results = new ResultsFile(uri.fsPath, { describe, places: source });
  await askResume(results, files, { fileName, collectionName, connectionName });
  await runImport(dependencies, {
    ...{ connection, source, results, targets, fileName, collectionName, connectionName },
    paths: files.map(({ path }) => path),
    gaps,
    detail: nonEmpty(
      ...gaps,
      ...importDetails(files),
      files.some(({ file }) => file.format === "csv") &&
        vscode.l10n.t("An empty cell clears its field."),
    ),
  });
}

const surveyed = (file: ImportFile, fileName: string): Promise<FileSurvey> =>
  withProgress(vscode.l10n.t("Reading {file}", { file: fileName }), async (signal, say) => {
    const onRead = (count: number) => {
      if (count % 1_000 === 0) say(numeral(count));
    };
    const survey = await surveyFile(file, { signal, onRead });
    if (signal.aborted) throw new vscode.CancellationError();
    return survey;
  });

async function askResume(
  results: ResultsFile,
  files: readonly TypeFile[],
  request: Pick<ImportRequest, "fileName" | "collectionName" | "connectionName">,
): Promise<void> {
  if (!(await results.isThere())) return;
  const { fileName: file, collectionName: collection, connectionName: connection } = request;
  const [resume, startOver] = [vscode.l10n.t("Resume"), vscode.l10n.t("Start Over")];
  const keys = files.flatMap(({ target: { key }, service: { type } }) =>
    type.kind === "collection" ? [key] : [],
  );
  const [key] = keys;
  // Without a key, an import can't find the documents that it created before. A documentId can't
  // find them either, because the service assigns another one.
  let startOverWords = vscode.l10n.t(
    "Start Over renames the earlier results log and creates all documents again.",
  );
  if (keys.length === 0) {
    startOverWords = vscode.l10n.t(
      "Start Over renames the earlier results log and compares all records again.",
    );
  } else if (key === "documentId") {
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
