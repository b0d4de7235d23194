import type { CmsFile, NewFile } from "../../client/index.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { asJson, ownIn, type JsonObject } from "../foundation/json.ts";
import { filesOf, type AllowedTypes } from "./mediaKinds.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import { ResourceOwner } from "../foundation/events.ts";
import { findFiles, searchFiles } from "../reading/fileReader.ts";
import type { ReadOptions, ReadResult, Truncated } from "../reading/readOptions.ts";
import { changeReportOf, type ChangeReport } from "../writing/changeReport.ts";

export type { CmsFile };

interface CachedFile {
  /** Undefined if the file does not exist. */
  readonly file: CmsFile | undefined;
  /** On the clock of `performance.now()`. */
  readonly expiresAt: number;
}

const cacheMs = 60_000;

/** How long an upload may stall, in milliseconds. The service scales large pictures down. */
export const uploadTimeoutMs = 120_000;

export class MediaLibrary extends ResourceOwner {
  readonly #catalogs: Catalogs;
  readonly #cache = new Map<string, Map<string, CachedFile>>();

  constructor(catalogs: Catalogs) {
    super();
    this.#catalogs = catalogs;
    this.own(catalogs.onDidForget(this.forget));
  }

  readonly forget = (connection: string): void => {
    this.#cache.delete(connection);
  };

  /** The file with a documentId; undefined if there is none. The answer may be a minute old. */
  async find(
    connection: string,
    documentId: string,
    options: ReadOptions = {},
  ): ReadResult<CmsFile | undefined> {
    const [failure] = await this.#learn(connection, [documentId], options);
    return failure ? [failure, null] : done(this.#fresh(connection, documentId)?.file);
  }

  /** Returns the documentIds that don't exist in the media library, in at most one request. */
  async missing(
    connection: string,
    documentIds: readonly string[],
    options: ReadOptions = {},
  ): ReadResult<ReadonlySet<string>> {
    const [failure] = await this.#learn(connection, documentIds, options);
    if (failure) return [failure, null];
    const missingIds = documentIds.filter((id) => this.#fresh(connection, id)?.file === undefined);
    return done(new Set(missingIds));
  }

  /** Searches files of the kinds that an attribute allows, in one request. */
  async search(
    connection: string,
    { search, allowed }: { readonly search: string; readonly allowed?: AllowedTypes },
    options: ReadOptions = {},
  ): ReadResult<Truncated<CmsFile>> {
    const [failure, service] = await this.#catalogs.service(connection);
    if (failure) return [failure, null];
    const outcome = await searchFiles(service, { search, ...filesOf(allowed) }, options);
    this.#note(connection, outcome[1]?.rows ?? []);
    return outcome;
  }

  /** The request is sent only once. */
  async upload(connection: string, file: NewFile): ReadResult<CmsFile> {
    const [failure, service] = await this.#catalogs.service(connection);
    if (failure) return [failure, null];
    const [error, uploadedFile] = await service.cms
      .upload()
      .create({ timeoutMs: uploadTimeoutMs, ...file });
    if (error) return refused(error);
    this.#note(connection, [uploadedFile]);
    return done(uploadedFile);
  }

  async #learn(connection: string, ids: readonly string[], options: ReadOptions): ReadResult<null> {
    const unknownIds = [...new Set(ids)].filter((id) => !this.#fresh(connection, id));
    if (unknownIds.length === 0) return done(null);
    const [failure, service] = await this.#catalogs.service(connection);
    if (failure) return [failure, null];
    const keys = unknownIds.map((id) => ["documentId", id] as const);
    const [error, files] = await findFiles(service, keys, options);
    if (error) return failed(error);
    this.#note(connection, files, unknownIds);
    return done(null);
  }

  #fresh(connection: string, documentId: string): CachedFile | undefined {
    const cached = this.#cache.get(connection)?.get(documentId);
    return cached && cached.expiresAt > performance.now() ? cached : undefined;
  }

  #note(connection: string, files: readonly CmsFile[], requestedIds: readonly string[] = []): void {
    const expiresAt = performance.now() + cacheMs;
    const cachedFiles = this.#cache.get(connection) ?? new Map<string, CachedFile>();
    this.#cache.set(connection, cachedFiles);
    const ids = this.#catalogs.capabilities(connection).files;
    for (const file of files) ids.learn(file);
    for (const documentId of requestedIds)
      cachedFiles.set(documentId, { file: undefined, expiresAt });
    for (const file of files) cachedFiles.set(file.documentId, { file, expiresAt });
  }
}

/** What the service stores otherwise than it was sent. Null was not sent. */
export const uploadReport = (sent: JsonObject, stored: CmsFile): ChangeReport =>
  changeReportOf({
    deviations: Object.entries(sent).flatMap(([path, expected]) => {
      const actual = ownIn(asJson(stored), path) ?? null;
      const isSame = expected === null || expected === "" || expected === actual;
      return isSame ? [] : [{ path, expected, actual, isLost: actual === null }];
    }),
  });

/** The value for a file in the text of a document. */
export const toFileReference = ({ documentId, name, alternativeText }: CmsFile): JsonObject => ({
  documentId,
  name,
  alternativeText,
});
