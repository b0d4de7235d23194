import type { CmsFile } from "../../client/index.ts";
import { documentIdOf } from "../content/attributePositions.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { asJson, isArray, isObject, ownIn, textIn } from "../foundation/json.ts";
import { done, failed, hasName, toOutcome, type Outcome } from "../foundation/outcome.ts";
import { findFiles, readFileContent, type FileKey } from "../reading/fileReader.ts";
import type { FolderPath } from "../reading/folderReader.ts";
import type { BulkFailure, BulkResult, PlanFailure } from "../runs/bulkFailure.ts";
import { failsEveryItem, runEach, type ItemResult, type RunOptions } from "../runs/run.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";
import { changeReportOf, type ChangeReport } from "../writing/changeReport.ts";
import { mayHaveArrived } from "../writing/writer.ts";
import {
  differencesOf,
  isAlike,
  isElsewhere,
  isEncodedAgain,
  isSameShape,
} from "./fileMatching.ts";
import type { FileDifference } from "./fileMatching.ts";
import type { FileSource } from "./fileSource.ts";
import { isCode, ownImageFields, type LinkedFiles, type UploadLink } from "./linkedFiles.ts";
import { MediaFolders } from "./mediaFolders.ts";
import { uploadReport, uploadTimeoutMs } from "./mediaLibrary.ts";

/** A media file of a copy or an import: a document uses it, or a link in a text leads to it. */
export interface CopyFile {
  /** The documentId in the source. */
  readonly fromId: string;
  readonly name: string;
  /** In kilobytes, as the service reports it. */
  readonly size: number;
  /** The documentId in the target; absent if the file is uploaded. */
  readonly toId?: string | undefined;
  /** The documentId of the file of the target instead of which the file is uploaded again. */
  readonly replaces?: string | undefined;
  /**
   * How the file was found. `probably`: a file with the same name and dimensions or size, whose
   * bytes can't be compared. `blocked`: the target lacks the file, and it can't be uploaded.
   */
  readonly match: "pair" | "id" | "bytes" | "probably" | "upload" | "blocked";
  /** Why a blocked file can't be uploaded. */
  readonly failure?: PlanFailure | undefined;
  /** What differs in the file of the target. Files that the target has are not changed. */
  readonly differences?: readonly FileDifference[] | undefined;
}

export interface UploadedFiles {
  readonly folders: readonly FolderPath[];
  /** The names of the files that are not in the same folder as in the source. */
  readonly unplaced: readonly string[];
}

/** Whether a file is uploaded although the target has one that matches. */
export type UploadsAgain = (file: CopyFile) => boolean;

/** The files that earlier runs have uploaded or matched, by their documentIds. */
export interface KnownFiles {
  /** The file of the target; undefined if it is unknown. */
  targetOf(fromId: string): string | undefined;
  /** The file of the source; undefined if it is unknown. */
  sourceOf(toId: string): string | undefined;
  /**
   * For a file that was sent without an answer: the largest id of a file in the target before.
   * Undefined for all others.
   */
  sentAfter(fromId: string): number | undefined;
}

interface FileTransferOptions {
  readonly from: FileSource;
  readonly to: Service;
  /** The URL of the target. */
  readonly url: string;
  readonly known: KnownFiles;
  readonly isUploadedAgain?: UploadsAgain | undefined;
}

/**
 * Finds the media files of a source in the target, and uploads those that it lacks. A file of the
 * target is the same one if an earlier run says so, if it has the same documentId, or by name and
 * bytes. The service encodes pictures again, so they match by name and dimensions.
 */
export class FileTransfer {
  readonly #options: FileTransferOptions;
  readonly #links: LinkedFiles;
  readonly #files = new Map<string, CopyFile>();
  readonly #sources = new Map<string, CmsFile>();
  /** The files of the target, by the documentId in the source. */
  readonly #targets = new Map<string, CmsFile>();
  /** The documentIds of the source by those of the files that this run uploaded. */
  readonly #uploads = new Map<string, string>();
  readonly #failed = new Set<string>();
  readonly #unplaced: string[] = [];
  readonly folders: MediaFolders;

  constructor(options: FileTransferOptions) {
    this.#options = options;
    this.#links = options.from.links;
    this.folders = new MediaFolders(options.from, options.to);
  }

  file(fromId: string): CopyFile | undefined {
    return this.#files.get(fromId);
  }

  /** All files that were looked up. */
  get files(): readonly CopyFile[] {
    return [...this.#files.values()];
  }

  /** Looks up the files of a document's values, and finds them in the target. */
  async learn(values: readonly Json[], signal?: AbortSignal): BulkResult<null> {
    const ids = [...new Set(values.map(documentIdOf))].filter((id) => !this.#files.has(id));
    if (ids.length === 0) return done(null);
    const [error, sources] = await this.#options.from.find(ids, { signal });
    if (error) return failed(error);
    return this.#match(sources, signal);
  }

  /**
   * The file's documentId in the target. A file that is still to be uploaded has the documentId of
   * the source, so that the document can be planned.
   */
  find(value: Json): readonly string[] {
    const file = this.#files.get(documentIdOf(value));
    if (!file || file.match === "blocked" || this.#failed.has(file.fromId)) return [];
    return [file.toId ?? file.fromId];
  }

  /** Looks up the files to which the links in texts lead, and finds them in the target. */
  async learnLinks(values: readonly JsonObject[], signal?: AbortSignal): BulkResult<null> {
    const [error] = await this.#links.learn(values, { signal });
    if (error) return failed(error);
    const linked = this.#links.pathsIn(values).flatMap((path) => this.#links.at(path)?.file ?? []);
    const unknown = linked.filter(({ documentId }) => !this.#files.has(documentId));
    if (unknown.length === 0) return done(null);
    const unique = new Map(unknown.map((file) => [file.documentId, file]));
    return this.#match([...unique.values()], signal);
  }

  /** The documentId in the source of the file to which a link leads; undefined if it is unknown. */
  fileIdAt(path: string): string | undefined {
    return this.#links.at(path)?.file.documentId;
  }

  /** A link to a file whose upload failed; undefined if there is none. */
  failedLinkIn(value: Json): string | undefined {
    return this.#links.pathsIn(value).find((path) => {
      const id = this.fileIdAt(path);
      return id !== undefined && this.#failed.has(id);
    });
  }

  /** The content with links to the files of the target. Links to unknown files stay unchanged. */
  withTargetLinks(content: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(content).map(([name, value]) => [name, this.#withTargetLinks(value ?? null)]),
    );
  }

  #withTargetLinks(value: Json): Json {
    if (typeof value === "string") {
      return this.#links.replace(value, (link) => this.#targetLink(link));
    }
    if (isArray(value)) return value.map((item) => this.#withTargetLinks(item));
    if (!isObject(value) || isCode(value)) return value;
    const content = this.withTargetLinks(value);
    const { type, image } = value;
    return type === "image" && isObject(image)
      ? { ...content, image: this.#targetImage(image) }
      : content;
  }

  /** The picture of a text is a copy of the fields of its media file. */
  #targetImage(image: JsonObject): JsonObject {
    const content = this.withTargetLinks(image);
    const [path = ""] = this.#links.pathsIn(textIn(image, "url"));
    const target = this.#targets.get(this.fileIdAt(path) ?? "");
    if (!target) return content;
    const fields = asJson(target);
    return Object.fromEntries(
      Object.entries(content).map(([name, value]) => {
        const isOfFile = name !== "url" && !ownImageFields.includes(name);
        return [name, (isOfFile ? ownIn(fields, name) : undefined) ?? value ?? null];
      }),
    );
  }

  #targetLink({ path, isAbsolute, hasRoot }: UploadLink): string | undefined {
    const linked = this.#links.at(path);
    const target = linked && this.#targets.get(linked.file.documentId);
    if (!target) return undefined;
    const { url } = ownIn(target.formats, linked.format ?? "") ?? target;
    if (URL.canParse(url)) return url;
    const base = new URL(this.#options.url);
    const root = isAbsolute || hasRoot ? base.pathname.replace(/\/$/, "") : "";
    return (isAbsolute ? base.origin : "") + root + url;
  }

  /** Why the first blocked file of a content can't be uploaded; undefined if none is blocked. */
  blockedIn(ids: readonly string[]): PlanFailure | undefined {
    return ids.map((id) => this.#files.get(id)?.failure).find((failure) => failure !== undefined);
  }

  get uploaded(): UploadedFiles {
    return { folders: this.folders.created, unplaced: this.#unplaced };
  }

  /**
   * Uploads a file, unless an earlier run has uploaded it, and remembers it at once. Reads it then,
   * because an answer is no proof that the library has the file.
   */
  async upload(fromId: string, { log, signal }: UploadOptions): BulkResult<ChangeReport | null> {
    const source = this.#sources.get(fromId);
    if (!source) return failed({ code: "gone" });
    const [unread] = await this.#match([source], signal);
    if (unread) return this.#fail(fromId, unread);
    const { toId, failure: blocked } = this.#files.get(fromId) ?? {};
    if (toId !== undefined) return done(null);
    if (blocked) return this.#fail(fromId, blocked);
    const unnoted = await log.sending(fromId);
    if (unnoted !== undefined) return failed({ code: "results-not-kept", why: unnoted });
    const { from, to } = this.#options;
    const [failure, uploadedFile] = await from.use(source, { signal }, (path) =>
      this.#send(source, path, signal),
    );
    if (failure) {
      const isUnknown = failure.code === "service" && mayHaveArrived(failure.error);
      if (!isUnknown) await log.rejected(fromId);
      return this.#fail(fromId, failure);
    }
    to.capabilities.files.learn(uploadedFile);
    this.#uploads.set(uploadedFile.documentId, fromId);
    this.#note(source, { to: uploadedFile, match: "upload" });
    this.#failed.delete(fromId);
    const why = await log.uploaded({ from: fromId, to: uploadedFile.documentId });
    if (why !== undefined) return failed({ code: "results-not-kept", why });
    const keys = [byDocumentId(uploadedFile.documentId)];
    const [unverified, found] = await findFiles(to, keys, { signal });
    if (unverified) return done(changeReportOf({ unverified }));
    const [stored] = found;
    if (!stored) return this.#fail(fromId, { code: "gone" });
    const { name, alternativeText, caption, ext, size } = source;
    const sent = { name, alternativeText, caption, ...(!isEncodedAgain(ext) && { size }) };
    return done(uploadReport(sent, stored));
  }

  #fail(fromId: string, failure: BulkFailure): Outcome<never, BulkFailure> {
    this.#failed.add(fromId);
    return failed(failure);
  }

  /** Uploads a file to the folder that it has in the source, if that is known. */
  async #send(source: CmsFile, path: string, signal?: AbortSignal): BulkResult<CmsFile> {
    const { to } = this.#options;
    const { documentId, name, mime, alternativeText, caption, focalPoint } = source;
    const file = {
      ...{ path, name, type: mime, timeoutMs: uploadTimeoutMs, signal },
      ...(alternativeText && { alternativeText }),
      ...(caption && { caption }),
      ...(focalPoint && { focalPoint }),
    };
    const names = this.folders.of(documentId);
    const folder = names && (await this.folders.ensureFolder(names, signal));
    if (folder !== undefined && to.manage) {
      const [failure, uploadedFile] = await to.manage((admin) =>
        admin.uploadTo({ ...file, folder }),
      );
      if (!failure) return done(uploadedFile);
      if (!isDenied(failure)) return failed(failure);
    }
    if (names) this.#unplaced.push(name);
    return toOutcome(await to.cms.upload().create(file));
  }

  /** Finds files of the source in the target. Never chooses between several. */
  async #match(sources: readonly CmsFile[], signal: AbortSignal | undefined): BulkResult<null> {
    const { to, known } = this.#options;
    const sourceIds = sources.map(({ documentId }) => documentId);
    const ids = [...sourceIds.flatMap((id) => known.targetOf(id) ?? []), ...sourceIds];
    const names = sources.map(({ name }) => ["name", name] as const);
    const [failure, files] = await findFiles(to, [...ids.map(byDocumentId), ...names], { signal });
    if (failure) return failed(failure);
    const filesById = new Map(files.map((file) => [file.documentId, file]));
    const homonyms = groupedBy(files, ({ name }) => name);
    for (const source of sources) {
      this.#sources.set(source.documentId, source);
      const pair = filesById.get(known.targetOf(source.documentId) ?? "");
      const same = filesById.get(source.documentId);
      const candidates = homonyms.get(source.name) ?? [];
      const lost = this.#lostUpload(source, candidates);
      const counterpart = pair ?? lost;
      if (counterpart) this.#note(source, { to: counterpart, match: "pair" });
      else if (same && isAlike(source, same)) this.#note(source, { to: same, match: "id" });
      else this.#note(source, await this.#alike(source, candidates, signal));
    }
    return done(null);
  }

  async #alike(
    source: CmsFile,
    candidates: readonly CmsFile[],
    signal: AbortSignal | undefined,
  ): Promise<FileMatch> {
    const { from, to, url } = this.#options;
    const alike = candidates.filter((candidate) => isAlike(source, candidate));
    const failure = from.blockOf(source);
    const missing: FileMatch = { match: failure ? "blocked" : "upload", failure };
    if (
      failure ||
      isEncodedAgain(source.ext) ||
      alike.some((candidate) => isElsewhere(candidate.url, url))
    ) {
      const [only, other] = alike.filter(({ documentId }) => !this.#isOfOther(source, documentId));
      return only && !other ? { to: only, match: "probably" } : missing;
    }
    for (const candidate of alike) {
      const [, bytes] = await from.bytes(source, { signal });
      const [, other] = bytes ? await readFileContent(to, candidate, { signal }) : [];
      // Any of several files with the same bytes will do.
      if (bytes && other && Buffer.compare(bytes, other.bytes) === 0)
        return { to: candidate, match: "bytes" };
    }
    return { match: "upload" };
  }

  /** The file that an earlier run uploaded without an answer; undefined if there is not one. */
  #lostUpload(source: CmsFile, candidates: readonly CmsFile[]): CmsFile | undefined {
    const mark = this.#options.known.sentAfter(source.documentId);
    if (mark === undefined) return undefined;
    const later = candidates.filter(
      (candidate) =>
        candidate.id > mark &&
        isSameShape(source, candidate) &&
        !this.#isOfOther(source, candidate.documentId),
    );
    return later.length === 1 ? later[0] : undefined;
  }

  /** Whether a file of the target is known to be that of another file of the source. */
  #isOfOther({ documentId }: CmsFile, toId: string): boolean {
    const fromId = this.#uploads.get(toId) ?? this.#options.known.sourceOf(toId);
    return fromId !== undefined && fromId !== documentId;
  }

  #note(source: CmsFile, { to, match, failure }: FileMatch): void {
    const { from, isUploadedAgain = () => false } = this.#options;
    const { documentId: fromId, name, size } = source;
    const differences = to && match !== "upload" ? differencesOf(source, to) : [];
    const file = {
      ...{ fromId, name, size, match, toId: to?.documentId, failure },
      differences: differences.length > 0 ? differences : undefined,
    };
    if (to && match !== "upload" && isUploadedAgain(file) && !from.blockOf(source)) {
      const { documentId: replaces } = to;
      this.#files.set(fromId, { fromId, name, size, match: "upload", replaces });
      return;
    }
    this.#files.set(fromId, file);
    if (to) this.#targets.set(fromId, to);
  }
}

/** What a run notes of its uploads, so that a later run doesn't repeat them. */
export interface UploadLog {
  /** Called before a file is sent. Returns why that can't be noted, if it can't. */
  sending(fromId: string): Promise<string | undefined>;
  /** Returns why that can't be noted, if it can't. */
  uploaded(ids: { readonly from: string; readonly to: string }): Promise<string | undefined>;
  /** Called when a file was certainly not stored. */
  rejected(fromId: string): Promise<void>;
}

interface UploadOptions {
  readonly log: UploadLog;
  readonly signal?: AbortSignal | undefined;
}

export interface Uploads {
  readonly results: readonly ItemResult<CopyFile>[];
  /** Whether the run was cancelled, or no further file could be uploaded. */
  readonly isOver: boolean;
}

/** Uploads files, one after the other. Stops at a failure that every file would have. */
export async function uploadEach(
  transfer: FileTransfer,
  files: readonly CopyFile[],
  options: UploadOptions & Pick<RunOptions, "onItem">,
): Promise<Uploads> {
  const run = { isStopped: false };
  const uploadOne = async ({ fromId }: CopyFile): BulkResult<ChangeReport | null> => {
    if (run.isStopped) return failed({ code: "declined" });
    const outcome = await transfer.upload(fromId, options);
    run.isStopped = outcome[0] !== null && failsEveryUpload(outcome[0]);
    return outcome;
  };
  const results = await runEach(files, uploadOne, options);
  return { results, isOver: run.isStopped || results.some(({ outcome }) => outcome === "untried") };
}

/** Whether no file can be uploaded, for example because the token lacks the permission. */
const failsEveryUpload = (failure: BulkFailure): boolean =>
  failsEveryItem(failure) ||
  (failure.code === "service" &&
    failure.error.name === "ForbiddenError" &&
    failure.error.method === "POST");

type FileMatch = Pick<CopyFile, "match" | "failure"> & { readonly to?: CmsFile };

const byDocumentId = (documentId: string): FileKey => ["documentId", documentId];

/** Whether the administrator lacks the permission to upload files, or is no longer signed in. */
const isDenied = (failure: SchemaFailure): boolean =>
  failure.code === "service" &&
  hasName(failure.error, "UnauthorizedError", "ForbiddenError", "NotFoundError");
