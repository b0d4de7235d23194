import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import * as vscode from "vscode";
import type { Log } from "../surfaces/logChannel.ts";
import { sizedChunks } from "../../model/foundation/chunks.ts";
import { whyOf } from "../../model/foundation/outcome.ts";
import { apiPrefixIn, localUrlIn, defaultUrl } from "../../model/connect/localService.ts";
import type { Project, ProjectFile, ProjectFiles } from "../../model/schemas/projects.ts";

const maxFileBytes = 1_000_000;
const maxFiles = 2_000;
const maxParallelReads = 20;
/** The largest number of projects in which to look for a service. */
const maxProjects = 3;
/** Changes that follow each other within this time count as one change, in milliseconds. */
const changeDelayMs = 300;

const schemaGlob =
  "**/src/{api/*/content-types/*/schema,extensions/*/content-types/*/schema,components/*/*}.json";
const excludedGlob = "**/{node_modules,dist,build,.cache,.tmp,.strapi}/**";
const filePattern = /^(?=.*\/src\/(api|components|extensions)\/.).*\.json$/;
/** When a folder is created or deleted with its content, VS Code reports only the folder. */
const folderPattern = /\/[^/.]+$/;
const excludedPattern = /\/(node_modules|dist|build|\.[^/]+)\//;

/** The files of the workspace that may describe content types and components. Never throws. */
export class WorkspaceProjectFiles implements ProjectFiles, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #log: Pick<Log, "warn">;
  #listening: vscode.Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Pick<Log, "warn">) {
    this.#log = log;
  }

  async read(): Promise<readonly ProjectFile[]> {
    // Files are watched only after they are first read.
    this.#listening ??= this.#watch();
    const files: ProjectFile[] = [];
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const remainingFiles = maxFiles - files.length;
      const pattern = new vscode.RelativePattern(folder, schemaGlob);
      const uris = await vscode.workspace.findFiles(pattern, excludedGlob, remainingFiles + 1);
      if (uris.length > remainingFiles)
        this.#log.warn(`More than ${maxFiles} files describe content types`);
      for (const chunk of sizedChunks(uris.slice(0, remainingFiles), maxParallelReads)) {
        const readFiles = await Promise.all(chunk.map((uri) => this.#readOne(folder, uri)));
        files.push(...readFiles.flatMap((file) => file ?? []));
      }
    }
    return files;
  }

  warn({ uri }: Pick<ProjectFile, "uri">, why: string): void {
    this.#log.warn(`${uri} was skipped: ${why}`);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening?.dispose();
    this.#changed.dispose();
  }

  #watch(): vscode.Disposable {
    const files = vscode.workspace.createFileSystemWatcher(schemaGlob);
    const folders = vscode.workspace.createFileSystemWatcher("**", false, true, false);
    const change = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#changed.fire(undefined), changeDelayMs);
    };
    const changeFolder = ({ path }: vscode.Uri) => {
      if (folderPattern.test(path) && !excludedPattern.test(path)) change();
    };
    return vscode.Disposable.from(
      ...[files, files.onDidCreate(change), files.onDidChange(change), files.onDidDelete(change)],
      ...[folders, folders.onDidCreate(changeFolder), folders.onDidDelete(changeFolder)],
      // Some operating systems don't report changes deep in a folder.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (filePattern.test(uri.path)) change();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(change),
    );
  }

  async #readOne(
    folder: vscode.WorkspaceFolder,
    uri: vscode.Uri,
  ): Promise<ProjectFile | undefined> {
    try {
      const text = await textIn(folder, uri);
      // Two folders may contain the same paths.
      const path = `${folder.index}${uri.path.slice(folder.uri.path.length)}`;
      return { uri: uri.toString(), path, text };
    } catch (error) {
      this.warn({ uri: uri.toString() }, whyOf(error));
    }
    return undefined;
  }
}

/**
 * The local URLs of the workspace's projects, from the `.env` file of each. In an untrusted
 * workspace, the files are not read.
 */
export async function localUrls(projects: readonly Project[]): Promise<readonly string[]> {
  const urls = projects.slice(0, maxProjects).map(async (project) => {
    const env = await textBeside(project, ".env");
    return env === undefined ? defaultUrl : localUrlIn(env);
  });
  return Promise.all(urls);
}

export async function apiPrefixes(projects: readonly Project[]): Promise<readonly string[]> {
  const configFiles = projects
    .slice(0, maxProjects)
    .flatMap((project) =>
      ["ts", "js", "mjs"].map((ending) => [project, `config/api.${ending}`] as const),
    );
  const texts = await Promise.all(configFiles.map(([project, path]) => textBeside(project, path)));
  return texts.flatMap((text = "") => apiPrefixIn(text) ?? []);
}

/**
 * The text of a file in the root of a workspace folder, the first one that has it. Undefined if none
 * has it, if it must not be read, or if the workspace is not trusted.
 */
export async function rootText(name: string): Promise<string | undefined> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const text = await trustedText(vscode.Uri.joinPath(folder.uri, name));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Undefined if the file doesn't exist or must not be read. */
function textBeside({ files }: Project, path: string): Promise<string | undefined> {
  const [{ uri = "" } = {}] = files.values();
  const [root = uri] = uri.split(/\/src\/(?:api|components)\//, 1);
  return trustedText(vscode.Uri.parse(`${root}/${path}`));
}

async function trustedText(file: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder || !vscode.workspace.isTrusted) return undefined;
  try {
    return await textIn(folder, file);
  } catch {
    // Most folders have no such file. An unreadable file is ignored too.
    return undefined;
  }
}

/** Throws the reason if the file must not be read. */
async function textIn(folder: vscode.WorkspaceFolder, uri: vscode.Uri): Promise<string> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  if (size > maxFileBytes) throw new Error(`it is larger than ${maxFileBytes / 1_000_000} MB`);
  if (uri.scheme !== "file") {
    if ((type & vscode.FileType.SymbolicLink) !== 0) throw new Error("it is a link");
  } else {
    // A folder above the file may be a link.
    const [realPath, root] = await Promise.all([realpath(uri.fsPath), realpath(folder.uri.fsPath)]);
    if (!realPath.startsWith(root + sep)) throw new Error("it is outside of the folder");
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
