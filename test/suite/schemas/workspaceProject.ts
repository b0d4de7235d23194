import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { changedFiles, magazineFiles } from "../../model/schemas/projectFolder.ts";
import { extensionId } from "../../support/extensionId.ts";

type Change = Parameters<typeof changedFiles>[1];

/** The file with the schema of articles. */
export const article = "src/api/article/content-types/article/schema.json";

/** The schema files of the magazine's project. */
export function ownFiles() {
  const extension = vscode.extensions.getExtension(extensionId);
  return magazineFiles(extension?.extensionPath);
}

/** The same files, one of them changed. */
export const ownFilesAfter = (file: string, change: Change) =>
  changedFiles(file, change, ownFiles());

/**
 * A Strapi project in the workspace folder. It is deleted after each test. Its name should be unique: VS Code keeps
 * closed text documents for minutes, and may not notice that another test wrote the same file again.
 */
export interface WorkspaceProject {
  /** The path of the project's folder. */
  readonly path: string;
  uri(...names: string[]): vscode.Uri;
  write(name: string, text: string): void;
  /** Writes the magazine's schema files, one of them changed. */
  fill(file?: string, change?: Change): void;
}

export function useWorkspaceProject(name = "magazine"): WorkspaceProject {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error("The suite is open in no folder.");
  const path = join(folder.uri.fsPath, name);
  const write = (name: string, text: string) => {
    const filePath = join(path, name);
    mkdirSync(dirname(filePath), { recursive: true });
    writeFileSync(filePath, text);
  };
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    uri: (...names) => vscode.Uri.joinPath(folder.uri, name, ...names),
    write,
    fill: (file = "none", change = () => undefined) => {
      for (const ownFile of ownFilesAfter(file, change)) write(ownFile.path, ownFile.text);
    },
  };
}
