import { pathsIn, type FolderPath } from "../reading/folderReader.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { FileSource } from "./fileSource.ts";

/** The folder in which the service itself places files that come through the content API. */
const apiFolder = "API Uploads";

/**
 * The folders of both media libraries. Only administrators can read and create folders, so without
 * an administrator on both sides, nothing is known. Folders are created, but never changed.
 */
export class MediaFolders {
  readonly #from: Pick<FileSource, "folders">;
  readonly #to: Pick<Service, "manage">;
  readonly #sources = new Map<string, FolderPath>();
  /** The ids of the target's folders by path; undefined until they are read. */
  #targets: Map<string, number> | undefined;
  readonly #created: FolderPath[] = [];

  constructor(from: Pick<FileSource, "folders">, to: Pick<Service, "manage">) {
    this.#from = from;
    this.#to = to;
  }

  get created(): readonly FolderPath[] {
    return this.#created;
  }

  /**
   * The folder of a file of the source; undefined if it is not known, or if the service itself
   * chooses the same folder in the target.
   */
  of(fileId: string): FolderPath | undefined {
    const path = this.#sources.get(fileId);
    return path?.length === 1 && path[0] === apiFolder ? undefined : path;
  }

  /**
   * The folders of these files that the target lacks, with those that contain them. `unknown` if no
   * administrator is signed in on both services.
   */
  async missingFor(fileIds: readonly string[]): Promise<readonly FolderPath[] | "unknown"> {
    if (fileIds.length === 0) return [];
    if (!this.#to.manage) return "unknown";
    const paths = await this.#from.folders(fileIds);
    if (!paths || !(await this.#readTarget())) return "unknown";
    for (const [fileId, path] of paths) this.#sources.set(fileId, path);
    const missing = new Map<string, FolderPath>();
    for (const path of fileIds.flatMap((id) => [this.of(id) ?? []])) {
      for (const some of path.map((_, at) => path.slice(0, at + 1))) {
        if (this.#targets?.has(keyOf(some)) === false) missing.set(keyOf(some), some);
      }
    }
    return [...missing.values()];
  }

  /**
   * The id of the folder with the same path in the target, null for the top level. Creates it if the
   * target lacks it. Undefined if it could not be found or created.
   */
  async ensureFolder(path: FolderPath, signal?: AbortSignal): Promise<number | null | undefined> {
    const known = path.length === 0 ? null : this.#targets?.get(keyOf(path));
    if (known !== undefined) return known;
    const parent = await this.ensureFolder(path.slice(0, -1), signal);
    const { manage } = this.#to;
    if (parent === undefined || !manage) return undefined;
    const [failure, id] = await manage((admin) =>
      admin.createFolder({ name: path.at(-1) ?? "", parent, signal }),
    );
    if (failure) {
      // The service may have created it without an answer, or someone else did.
      await this.#readTarget();
      return this.#targets?.get(keyOf(path));
    }
    this.#targets?.set(keyOf(path), id);
    this.#created.push(path);
    return id;
  }

  async #readTarget(): Promise<boolean> {
    const [failure, tree] = (await this.#to.manage?.((admin) => admin.folders())) ?? [];
    if (failure || !tree) return false;
    this.#targets = new Map([...pathsIn(tree)].map(({ id, path }) => [keyOf(path), id]));
    return true;
  }
}

/** The names of folders don't contain slashes. */
const keyOf = (path: FolderPath): string => path.join("/");
