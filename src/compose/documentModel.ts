import type * as vscode from "vscode";
import { hasUnsavedTexts } from "../files/shared/openEditors.ts";
import { baseFiles } from "../host/edit/editBaseStorage.ts";
import { journalSettings } from "../host/history/journalSettings.ts";
import { LastEditors } from "../model/documents/lastEditors.ts";
import { SnapshotReader } from "../model/documents/snapshotReader.ts";
import { stateFolder } from "../model/foundation/stateFolder.ts";
import { StoredFiles } from "../model/foundation/textStore.ts";
import { Journal } from "../model/journal/journal.ts";
import { RunLogs } from "../model/runs/runLogs.ts";
import type { ChangeDependencies } from "../model/save/changeDependencies.ts";
import { OpenDocuments } from "../model/save/openDocuments.ts";
import type { StartModel } from "./model.ts";
import type { Owner } from "./ownership.ts";

/** The extension's model, with what reads and changes documents. */
export interface Model extends StartModel, ChangeDependencies {
  readonly lastEditors: LastEditors;
  readonly runs: RunLogs;
}

export function createDocumentModel(
  start: StartModel,
  context: vscode.ExtensionContext,
  own: Owner,
): Model {
  const { administrators, catalogs, connections, documentEvents, log } = start;
  const storage = context.globalStorageUri.fsPath;
  const reader = new SnapshotReader(catalogs);
  const journalFiles = new StoredFiles(storage, "journal", log);
  const journal = new Journal(journalFiles, journalSettings(connections));
  const runs = new RunLogs({
    logs: new StoredFiles(storage, "runs", log),
    locks: new StoredFiles(stateFolder(process.env), "locks", log),
    urlOf: (id) => connections.get(id)?.url ?? id,
    arrivalMs: 30_000,
  });
  const bases = baseFiles(context, log);
  const documents = own(new OpenDocuments({ catalogs, reader, journal }, bases, hasUnsavedTexts));
  own(documentEvents.follow(documents));
  const lastEditors = own(new LastEditors(administrators, catalogs));
  return { ...start, reader, journal, runs, documents, lastEditors };
}
