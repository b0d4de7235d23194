import type { CmsFile } from "../../client/index.ts";
import type { BulkFailure, BulkResult, PlanFailure } from "../runs/bulkFailure.ts";
import type { RecordIndex } from "../import/recordIndex.ts";
import { ReferenceResolver } from "../import/referenceResolver.ts";
import type { Finder, Finders, ReadRecord, ResolvedRecord } from "../import/referenceResolver.ts";
import { asTemporaryFile } from "../media/mediaFiles.ts";
import { uploadTimeoutMs } from "../media/mediaLibrary.ts";
import { referencesIn } from "../content/references.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { asJson, isArray, isObject, ownIn, textIn } from "../foundation/json.ts";
import { done, failed, hasName, toOutcome, type Outcome } from "../foundation/outcome.ts";
import { findFiles, readFileContent, type FileKey } from "../reading/fileReader.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";
import type { CopyTypes } from "../compare/copyTypes.ts";
import { isCode, type LinkedFiles, type UploadLink } from "../compare/linkedFiles.ts";
import type { FolderPath } from "../reading/folderReader.ts";
import { MediaFolders } from "./mediaFolders.ts";
import type { Side, Sides } from "../compare/documentPairs.ts";
import { isEncodedAgain, ownImageFields } from "../compare/portableForm.ts";

/** A media file that a copied document uses, or to which a link in its texts leads. */
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
  /** What differs in the file of the target. A copy doesn't change files that the target has. */
  readonly differences?: readonly FileDifference[] | undefined;
}

export type FileDifference = "content" | "name" | "alternativeText" | "caption" | "focalPoint";

export interface UploadedFiles {
  readonly folders: readonly FolderPath[];
  /** The names of the files that are not in the same folder as in the source. */
  readonly unplaced: readonly string[];
}

/** Whether a file is uploaded although the target has one that matches. */
export type UploadsAgain = (file: CopyFile) => boolean;

/** In kilobytes of 1,000 bytes: answers end at 256 MiB, and the copy holds a file in memory. */
const maxKilobytes = 268_000;

/** Finds the media files of the source in the target, and uploads those that it lacks. */
export class MediaCopy implements Finder<Json> {
  readonly #services: Sides<Service>;
  readonly #types: CopyTypes;
  readonly #links: LinkedFiles;
  readonly #files = new Map<string, CopyFile>();
  readonly #sources = new Map<string, CmsFile>();
  /** The files of the target, by the documentId in the source. */
  readonly #targets = new Map<string, CmsFile>();
  readonly #failed = new Set<string>();
  readonly #unplaced: string[] = [];
  readonly #isUploadedAgain: UploadsAgain;
  readonly folders: MediaFolders;

  constructor(types: CopyTypes, isUploadedAgain: UploadsAgain = () => false) {
    this.#types = types;
    this.#isUploadedAgain = isUploadedAgain;
    this.folders = new MediaFolders(types.services);
    this.#services = types.services;
    this.#links = types.links.from;
  }

  file(fromId: string): CopyFile | undefined {
    return this.#files.get(fromId);
  }

  async learn(values: readonly Json[], signal?: AbortSignal): BulkResult<null> {
    const ids = [...new Set(values.map(idOf))].filter((id) => !this.#files.has(id));
    if (ids.length === 0) return done(null);
    const keys = ids.map(byDocumentId);
    const [error, sources] = await findFiles(this.#services.from, keys, { signal });
    if (error) return failed(error);
    return this.#match(sources, signal);
  }

  /**
   * The file's documentId in the target. A file that is still to be uploaded has the documentId of
   * the source, so that the document can be planned.
   */
  find(value: Json): readonly string[] {
    const file = this.#files.get(idOf(value));
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
    const base = new URL(this.#types.urls.to);
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

  /** Uploads a file, unless an earlier run has uploaded it, and remembers it at once. */
  async upload(fromId: string, signal?: AbortSignal): BulkResult<null> {
    const source = this.#sources.get(fromId);
    if (!source) return failed({ code: "gone" });
    const [unread] = await this.#match([source], signal);
    if (unread) return this.#fail(fromId, unread);
    const { toId, failure: blocked } = this.#files.get(fromId) ?? {};
    if (toId !== undefined) return done(null);
    if (blocked) return this.#fail(fromId, blocked);
    const [failure, uploadedFile] = await this.#send(source, signal);
    if (failure) return this.#fail(fromId, failure);
    this.#services.to.capabilities.files.learn(uploadedFile);
    this.#note(source, { to: uploadedFile, match: "upload" });
    this.#failed.delete(fromId);
    const ids = { from: fromId, to: uploadedFile.documentId };
    const why = await this.#types.pairs.rememberMedia(ids);
    return why === undefined ? done(null) : failed({ code: "results-not-kept", why });
  }

  #fail(fromId: string, failure: BulkFailure): Outcome<null, BulkFailure> {
    this.#failed.add(fromId);
    return failed(failure);
  }

  /** Uploads a file to the folder that it has in the source, if that is known. */
  async #send(source: CmsFile, signal: AbortSignal | undefined): BulkResult<CmsFile> {
    const { from, to } = this.#services;
    const [unread, content] = await readFileContent(from, source, { signal });
    if (unread) return failed(unread);
    const { documentId, name, mime, alternativeText, caption, focalPoint } = source;
    return asTemporaryFile(content.bytes, name, async (path): BulkResult<CmsFile> => {
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
    });
  }

  /** Finds files of the source in the target. Never chooses between several. */
  async #match(sources: readonly CmsFile[], signal: AbortSignal | undefined): BulkResult<null> {
    const { to } = this.#services;
    const pairOf = (id: string) => this.#types.pairs.mediaCounterpart("from", id);
    const sourceIds = sources.map(({ documentId }) => documentId);
    const ids = [...sourceIds.flatMap((id) => pairOf(id) ?? []), ...sourceIds];
    const names = sources.map(({ name }) => ["name", name] as const);
    const [failure, files] = await findFiles(to, [...ids.map(byDocumentId), ...names], { signal });
    if (failure) return failed(failure);
    const filesById = new Map(files.map((file) => [file.documentId, file]));
    const homonyms = groupedBy(files, ({ name }) => name);
    for (const source of sources) {
      this.#sources.set(source.documentId, source);
      const pair = filesById.get(pairOf(source.documentId) ?? "");
      const same = filesById.get(source.documentId);
      const candidates = homonyms.get(source.name) ?? [];
      if (pair) this.#note(source, { to: pair, match: "pair" });
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
    const alike = candidates.filter((candidate) => isAlike(source, candidate));
    const [only] = alike;
    const failure = this.#blockOf(source);
    const missing: FileMatch = { match: failure ? "blocked" : "upload", failure };
    if (
      failure ||
      isEncodedAgain(source.ext) ||
      alike.some((candidate) => this.#isElsewhere("to", candidate))
    ) {
      return only && alike.length === 1 ? { to: only, match: "probably" } : missing;
    }
    const { from, to } = this.#services;
    for (const candidate of alike) {
      const [, content] = await readFileContent(from, source, { signal });
      const [, other] = content ? await readFileContent(to, candidate, { signal }) : [];
      // Any of several files with the same bytes will do.
      if (content && other && Buffer.compare(content.bytes, other.bytes) === 0)
        return { to: candidate, match: "bytes" };
    }
    return { match: "upload" };
  }

  /** Why a file can't be uploaded to the target; undefined if it can. */
  #blockOf(source: CmsFile): PlanFailure | undefined {
    const { documentId: id, name, url, size } = source;
    if (name === "" || url === "") return { code: "file-unreadable", id };
    if (this.#isElsewhere("from", source)) return { code: "file-elsewhere", name };
    return size > maxKilobytes ? { code: "file-too-large", name, limit: maxKilobytes } : undefined;
  }

  #isElsewhere(side: Side, { url }: CmsFile): boolean {
    const base = this.#types.urls[side];
    return URL.canParse(url, base) && new URL(url, base).origin !== new URL(base).origin;
  }

  #note(source: CmsFile, { to, match, failure }: FileMatch): void {
    const { documentId: fromId, name, size } = source;
    const differences = to && match !== "upload" ? differencesOf(source, to) : [];
    const file = {
      ...{ fromId, name, size, match, toId: to?.documentId, failure },
      differences: differences.length > 0 ? differences : undefined,
    };
    if (to && match !== "upload" && this.#isUploadedAgain(file) && !this.#blockOf(source)) {
      const { documentId: replaces } = to;
      this.#files.set(fromId, { fromId, name, size, match: "upload", replaces });
      return;
    }
    this.#files.set(fromId, file);
    if (to) this.#targets.set(fromId, to);
  }
}

/** Resolves relations and files, and the links in texts to the source's files. */
export class LinkingResolver extends ReferenceResolver {
  readonly #media: MediaCopy;

  constructor(index: RecordIndex, finders: Finders & { readonly files: MediaCopy }) {
    super(index, finders);
    this.#media = finders.files;
  }

  override async learn(read: readonly ReadRecord[], signal?: AbortSignal): BulkResult<null> {
    const contents = read.map(({ record }) => record.content);
    const [failure] = await this.#media.learnLinks(contents, signal);
    return failure ? failed(failure) : super.learn(read, signal);
  }

  override resolve(read: ReadRecord): Outcome<ResolvedRecord, BulkFailure> {
    const used = referencesIn(read.record.content, read.entry.type.service);
    const ids = used.flatMap(({ target, documentId }) => (target === "" ? documentId : []));
    const blocked = this.#media.blockedIn(ids);
    if (blocked) return failed(blocked);
    const [failure, resolved] = super.resolve(read);
    if (failure) return failed(failure);
    for (const [path, value] of Object.entries(resolved.content)) {
      const link = this.#media.failedLinkIn(value ?? null);
      if (link !== undefined) return failed({ code: "no-target", path, value: link });
    }
    return done({ ...resolved, content: this.#media.withTargetLinks(resolved.content) });
  }
}

type FileMatch = Pick<CopyFile, "match" | "failure"> & { readonly to?: CmsFile };

const byDocumentId = (documentId: string): FileKey => ["documentId", documentId];

const idOf = (value: Json): string => (isObject(value) ? textIn(value, "documentId") : "");

/**
 * Whether two files can be the same: by all that two services have in common. Encoding a picture
 * again changes the size of its smaller versions by 5 percent at most. That of a PNG changes by up to
 * 40 percent if only one service reduces the number of colors, which changes the size of the picture
 * itself much more.
 */
function isAlike(file: CmsFile, other: CmsFile): boolean {
  if (file.name !== other.name || file.ext !== other.ext) return false;
  if (!isEncodedAgain(file.ext)) return file.size === other.size;
  if (file.width !== other.width || file.height !== other.height) return false;
  const isReduced = /png$/i.test(file.ext ?? "") && !isNear(file.size, other.size, 0.1);
  return Object.entries(file.formats ?? {}).every(([name, { width, height, size }]) => {
    const format = ownIn(other.formats, name);
    const isComparable = format?.width === width && format.height === height;
    return !isComparable || isNear(size, format.size, isReduced ? 0.4 : 0.1);
  });
}

/** Whether two sizes in kilobytes, which are rounded to 10 bytes, differ by this share at most. */
const isNear = (size: number, other: number, share: number): boolean =>
  Math.abs(size - other) <= Math.max(size, other) * share + 0.02;

function differencesOf(file: CmsFile, other: CmsFile): FileDifference[] {
  const texts = ["name", "alternativeText", "caption"] as const;
  const point = ({ focalPoint }: CmsFile): string => `${focalPoint?.x} ${focalPoint?.y}`;
  return [
    ...(isAlike(file, { ...other, name: file.name }) ? [] : ["content" as const]),
    ...texts.filter((name) => (file[name] ?? "") !== (other[name] ?? "")),
    ...(point(file) === point(other) ? [] : ["focalPoint" as const]),
  ];
}

/** Whether the administrator lacks the permission to upload files, or is no longer signed in. */
const isDenied = (failure: SchemaFailure): boolean =>
  failure.code === "service" &&
  hasName(failure.error, "UnauthorizedError", "ForbiddenError", "NotFoundError");
