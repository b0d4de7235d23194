import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { changedFiles, magazineFiles } from "../model/schemas/projectFolder.ts";

type Change = Parameters<typeof changedFiles>[1];

/** The file that describes articles. */
export const article = "src/api/article/content-types/article/schema.json";

/** The files of the project that the magazine runs on. */
export function ownFiles() {
  const extension = vscode.extensions.getExtension("cms-content-browser.cms-content-browser");
  return magazineFiles(extension?.extensionPath);
}

/** The same, one of them after a change. */
export const ownFilesAfter = (file: string, change: Change) =>
  changedFiles(file, change, ownFiles());

/**
 * A Strapi project in the folder that the suite is open in, gone after each test. Of a name of its own, no other
 * test had its files open: VS Code keeps such a text for minutes, and may not hear that its file was written anew.
 */
export interface WorkspaceProject {
  /** Where it lies. */
  readonly path: string;
  uri(...names: string[]): vscode.Uri;
  write(name: string, text: string): void;
  /** The magazine's own, one of its files after a change. */
  fill(file?: string, change?: Change): void;
}

export function useWorkspaceProject(name = "magazine"): WorkspaceProject {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error("The suite is open in no folder.");
  const path = join(folder.uri.fsPath, name);
  const write = (name: string, text: string) => {
    const place = join(path, name);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  };
  afterEach(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return {
    path,
    uri: (...names) => vscode.Uri.joinPath(folder.uri, name, ...names),
    write,
    fill: (file = "none", change = () => undefined) => {
      for (const one of ownFilesAfter(file, change)) write(one.path, one.text);
    },
  };
}
