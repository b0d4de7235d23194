import type { MediaFolder } from "../../client/admin/index.ts";
import { sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { Service } from "../schemas/catalogs.ts";

/** The names of a folder and of those that contain it, from the top level; empty for the top level. */
export type FolderPath = readonly string[];

/**
 * The folders of media files that exist, by documentId. Only administrators can read them: undefined
 * without one.
 */
export async function readFolderPaths(
  { manage }: Pick<Service, "manage">,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FolderPath> | undefined> {
  const [failure, tree] = (await manage?.((admin) => admin.folders())) ?? [];
  if (!manage || failure || !tree) return undefined;
  const paths = new Map([...pathsIn(tree)].map(({ id, path }) => [id, path]));
  const pathsByFile = new Map<string, FolderPath>();
  for (const documentIds of urlChunks(fileIds, (id) => sizeInUrl(id) + 40, 50)) {
    const [unread, folderIds] = await manage((admin) => admin.foldersOf({ documentIds }));
    if (unread) return undefined;
    for (const [documentId, id] of folderIds) {
      const path = id === null ? [] : paths.get(id);
      if (path) pathsByFile.set(documentId, path);
    }
  }
  return pathsByFile;
}

export function* pathsIn(
  folders: readonly MediaFolder[],
  above: FolderPath = [],
): Generator<{ readonly id: number; readonly path: FolderPath }, void, void> {
  for (const { id, name, children } of folders) {
    const path = [...above, name];
    yield { id, path };
    yield* pathsIn(children, path);
  }
}
