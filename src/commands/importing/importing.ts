import type * as vscode from "vscode";
import type { ResultsFile } from "../../host/resultsFile.ts";
import type { Imports } from "../../model/bulk/importing/imports.ts";
import type { ImportTarget, RecordSource } from "../../model/bulk/importing/sourceRecord.ts";
import type { ImportFile } from "../../model/bulk/importing/recordFile.ts";
import type { BatchCommands } from "../batch/batching.ts";

/** What an import goes through. */
export interface ImportCommands extends BatchCommands {
  readonly imports: Imports;
}

/** An import that somebody wants. */
export interface ImportRequest {
  readonly uri: vscode.Uri;
  readonly file: ImportFile;
  readonly source: RecordSource;
  readonly target: ImportTarget;
  readonly results: ResultsFile;
  /** What it is called, such as `Import articles.csv`. */
  readonly action: string;
  /** Such as `Articles on Magazine`. */
  readonly where: string;
  /** What a person should know before it goes. */
  readonly detail: readonly string[];
}
