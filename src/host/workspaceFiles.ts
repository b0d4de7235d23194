import * as vscode from "vscode";

/** A folder of the workspace, and a file in it by its path from there. */
export interface WorkspacePath {
  readonly folder: vscode.WorkspaceFolder;
  /** Such as `src/cms-content-types.d.ts`. */
  readonly path: string;
}

/**
 * Why a path is none of a TypeScript file inside a folder; undefined where it is one. Nothing is
 * looked up.
 */
export function pathComplaint(path: string): string | undefined {
  const segments = segmentsOf(path);
  const leads = /^[/\\]|^[a-z]+:/i.test(path) || segments.some((name) => /^\.*$/.test(name));
  if (leads) return vscode.l10n.t("Give a path inside the workspace, from its folder on.");
  if (/\p{Cc}/u.test(path)) return vscode.l10n.t("This path has a character that is not allowed.");
  return /[^.]\.[cm]?ts$/.test(path)
    ? undefined
    : vscode.l10n.t("Give the file an ending of TypeScript, such as .d.ts.");
}

/**
 * Where a file lies. Throws an Error for a path that is none, and for one that leads through a link:
 * what lies behind it may be outside the workspace.
 */
export async function fileAt({ folder, path }: WorkspacePath): Promise<vscode.Uri> {
  const complaint = pathComplaint(path);
  if (complaint !== undefined) throw new Error(complaint);
  let uri = folder.uri;
  for (const name of segmentsOf(path)) {
    uri = vscode.Uri.joinPath(uri, name);
    if (await isLink(uri)) {
      throw new Error(
        vscode.l10n.t("{0} is a link, and nothing is written through one.", relativePath(uri)),
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

/** The text of a file; undefined where there is none. */
export async function textAt(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes a file, and the folders above it. */
export async function writeText(uri: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

/** The path of a file as a person knows it. */
export const relativePath = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri);

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";
