import type { Request, Transport } from "../http/call.ts";
import { isRecord } from "../json.ts";
import { throwUnexpected } from "../parsing.ts";
import type { Result } from "../result.ts";
import type { CmsFile, NewFile } from "../types/files.ts";
import type { CallOptions } from "../types/params.ts";
import { sendFile } from "../upload.ts";

/** A folder of the media library. */
export interface MediaFolder {
  readonly id: number;
  readonly name: string;
  readonly children: readonly MediaFolder[];
}

/** A new folder of the media library. */
export interface NewMediaFolder extends CallOptions {
  readonly name: string;
  /** The id of the folder that contains it; null for the top level. */
  readonly parent: number | null;
}

/** The folders of the media library. The content API has none. */
export interface FolderApi {
  /** The folders of the top level, with all below them. */
  folders(input?: CallOptions): Promise<Result<readonly MediaFolder[]>>;
  /**
   * The id of the folder of each file, by the file's documentId; null for the top level. Files that
   * don't exist are absent. Accepts up to 100 documentIds.
   */
  foldersOf(
    input: CallOptions & { readonly documentIds: readonly string[] },
  ): Promise<Result<ReadonlyMap<string, number | null>>>;
  /** Creates a folder and returns its id. ValidationError if the name is taken or not allowed. */
  createFolder(input: NewMediaFolder): Promise<Result<number>>;
  /** Uploads a file to a folder, as `create` of the media library does; null for the top level. */
  uploadTo(input: NewFile & { readonly folder: number | null }): Promise<Result<CmsFile>>;
}

/**
 * Calls a route of the admin panel. `read` converts the property `data` of the answer's body, or the
 * body, and throws an AnswerFault if it can't.
 */
export type AdminCall = <T>(
  request: Pick<Request, "method" | "path" | "query" | "body">,
  input: CallOptions,
  read: (data: unknown, body: unknown) => T,
) => Promise<Result<T>>;

export function createFolders(transport: Transport, call: AdminCall): FolderApi {
  return {
    folders: (input = {}) =>
      call({ method: "GET", path: ["upload", "folder-structure"] }, input, foldersIn),
    foldersOf: ({ documentIds, ...input }) => {
      const query = { filters: { documentId: { $in: documentIds } }, pageSize: 100 };
      return call({ method: "GET", path: ["upload", "files"], query }, input, folderIdsIn);
    },
    createFolder: ({ name, parent, ...input }) => {
      const body = { name, parent };
      return call({ method: "POST", path: ["upload", "folders"], body }, input, idIn);
    },
    uploadTo: ({ folder, ...input }) => sendFile(transport, input, { folder }),
  };
}

const foldersIn = (data: unknown): readonly MediaFolder[] =>
  Array.isArray(data) && data.every(isMediaFolder)
    ? data
    : throwUnexpected("the folders of the media library");

const isMediaFolder = (value: unknown): value is MediaFolder =>
  isRecord(value) &&
  typeof value["id"] === "number" &&
  typeof value["name"] === "string" &&
  Array.isArray(value["children"]) &&
  value["children"].every(isMediaFolder);

function folderIdsIn(_: unknown, body: unknown): ReadonlyMap<string, number | null> {
  const { results } = isRecord(body) ? body : {};
  if (!Array.isArray(results)) return throwUnexpected("a list of files");
  const folderIds = results.filter(isRecord).flatMap(({ documentId, folder }) => {
    const id = isRecord(folder) && typeof folder["id"] === "number" ? folder["id"] : null;
    return typeof documentId === "string" ? [[documentId, id] as const] : [];
  });
  return new Map(folderIds);
}

function idIn(data: unknown): number {
  const id = isRecord(data) ? data["id"] : undefined;
  return typeof id === "number" ? id : throwUnexpected("the id of the folder");
}
