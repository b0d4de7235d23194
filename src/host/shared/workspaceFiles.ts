import * as vscode from "vscode";
import { writeTextFile } from "../../model/foundation/textFiles.ts";

/** Why a path is no TypeScript file in a folder; undefined if it is. Doesn't read the disk. */
export function pathComplaint(path: string): string | undefined {
  const segments = segmentsOf(path);
  const leads = /^[/\\]|^[a-z]+:/i.test(path) || segments.some((name) => /^\.*$/.test(name));
  if (leads) return vscode.l10n.t("Enter a file path relative to the workspace folder.");
  if (/\p{Cc}/u.test(path))
    return vscode.l10n.t("The path contains a character that isn't allowed.");
  return /[^.]\.[cm]?ts$/.test(path)
    ? undefined
    : vscode.l10n.t("Enter a file name with a TypeScript extension, such as .d.ts.");
}

/**
 * The URI of a file by its path, such as `src/cms-content-types.d.ts`. Throws an Error for an
 * invalid path. It also throws for a path through a link, because the target may be outside the
 * workspace.
 */
export async function fileAt(folder: vscode.WorkspaceFolder, path: string): Promise<vscode.Uri> {
  const complaint = pathComplaint(path);
  if (complaint !== undefined) throw new Error(complaint);
  let uri = folder.uri;
  for (const name of segmentsOf(path)) {
    uri = vscode.Uri.joinPath(uri, name);
    if (await isLink(uri)) {
      throw new Error(
        vscode.l10n.t("{path} is a symbolic link. Nothing was saved.", { path: relativePath(uri) }),
      );
    }
  }
  return uri;
}

const segmentsOf = (path: string): string[] => path.split(/[/\\]/);

async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.SymbolicLink) !== 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Undefined if the file doesn't exist. */
export async function textAt(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes a file as a whole, and creates the folders above it. */
export async function writeText(uri: vscode.Uri, text: string): Promise<void> {
  // File systems of other extensions write as they do.
  if (uri.scheme !== "file") {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return;
  }
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, ".."));
  await writeTextFile(uri.fsPath, text);
}

export const relativePath = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri);

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";

/** The URIs that were dropped, from a list of the type `text/uri-list`. */
export const urisIn = (list: string): vscode.Uri[] =>
  list
    .split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => vscode.Uri.parse(line));
