import type * as vscode from "vscode";
import type { ResultsFile } from "../../model/bulk/files/resultsFile.ts";
import type { Imports } from "../../model/bulk/importing/imports.ts";
import type { ImportTarget, RecordSource } from "../../model/bulk/importing/sourceRecord.ts";
import type { ImportFile } from "../../model/bulk/importing/recordFile.ts";
import type { BatchCommands } from "../batch/batching.ts";

/** The dependencies of import commands. */
export interface ImportCommands extends BatchCommands {
  readonly imports: Imports;
}

/** An import that the user requested. */
export interface ImportRequest {
  readonly uri: vscode.Uri;
  readonly file: ImportFile;
  readonly source: RecordSource;
  readonly target: ImportTarget;
  readonly results: ResultsFile;
  /** Without its folder. */
  readonly fileName: string;
  readonly collectionName: string;
  /** With its environment, as a question names it. */
  readonly connectionName: string;
  /** Details that the user reads before the import runs. */
  readonly detail: readonly string[];
}
