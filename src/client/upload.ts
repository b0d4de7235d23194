import {
  optionsOf,
  rootRange,
  AnswerFault,
  requestParsed,
  throwNotFound,
  throwUnexpected,
} from "./requests.ts";
import {
  isPathSegment,
  type Request,
  type OpenFile,
  type Transport,
  type StreamedBody,
} from "./http/call.ts";
import { isRecord } from "./recordGuard.ts";
import { fail, ok, unsent, catchErrors, type Result } from "./result.ts";
import type {
  CmsFile,
  FileContent,
  FileContentInput,
  FileInfo,
  FileInput,
  FileListParams,
  FileReplacement,
  FileUpdate,
  NewFile,
} from "./types/files.ts";
import type { DocumentInput, CallInput, CallOptions } from "./types/params.ts";
import type { CallFields, Shaped } from "./types/shapedDocument.ts";

/**
 * The media library, at `/api/upload`. Every method resolves to `[error, data, meta]` and never
 * rejects; `meta` is null.
 *
 * Every call can return UnauthorizedError, ForbiddenError, RateLimitError, HttpError,
 * CmsTimeoutError, CmsAbortError, NetworkError, TlsError, ProxyError, ParseError or RequestError. A
 * write can also return PayloadTooLargeError, ConflictError or WriteDeniedError.
 */
export interface UploadApi {
  /**
   * One page of files, or all files without `pagination`. The service sends no total. Returns a
   * ValidationError when `params` name a field that a file doesn't have.
   */
  findMany<const Fields extends CallFields<CmsFile>>(
    input?: CallInput<FileListParams<Fields>>,
  ): Promise<Result<Shaped<CmsFile, Fields>[]>>;
  /** One file, by its documentId. Returns a NotFoundError if the file doesn't exist. */
  find(input: DocumentInput): Promise<Result<CmsFile>>;
  /**
   * Uploads a file and returns it as the service stores it. The file is streamed from the disk.
   *
   * The client retries only if no byte was sent. After a NetworkError, a CmsTimeoutError or a
   * CmsAbortError, the service may have received the file. `timeoutMs` counts from the last chunk
   * that was sent. There is no deadline unless the caller sets one.
   *
   * Returns a RequestError if the path is not a readable file. Returns a ValidationError for an
   * empty file, or if the service rejects the name or the media type. Returns a
   * PayloadTooLargeError if the file is too large.
   */
  create(input: NewFile): Promise<Result<CmsFile>>;
  /**
   * Changes a file's name, alternative text or caption, and returns the file. Returns a
   * NotFoundError if the file doesn't exist.
   */
  update(input: FileUpdate): Promise<Result<CmsFile>>;
  /**
   * Replaces a file's content and returns the file. Its id, documentId and url stay the same, even
   * if the media type changes.
   *
   * Uploads and fails as `create` does. Returns a NotFoundError if the file doesn't exist.
   */
  replace(input: FileReplacement): Promise<Result<CmsFile>>;
  /** Deletes a file by its numeric id. Returns a NotFoundError if the file doesn't exist. */
  delete(input: FileInput): Promise<Result<null>>;
  /**
   * Downloads the content of a file.
   *
   * Returns a RequestError for a URL outside the service's origin: the client sends no request and
   * no token there. Returns a ParseError if the content is larger than `maxBytes`.
   */
  content(input: FileContentInput): Promise<Result<FileContent>>;
}

const files = ["upload", "files"];

export const newFileOptions = "path name type alternativeText caption focalPoint onProgress";

export function createUpload(transport: Transport): UploadApi {
  const list = <T>(query: object, input: CallOptions, parse: (body: unknown) => T) => {
    const request = { method: "GET", path: files, query, ...optionsOf(input) } as const;
    return requestParsed(transport, request, parse);
  };
  const findMany = ({ params = {}, ...options }: CallInput<FileListParams> = {}) =>
    list({ ...params, ...rootRange(params.pagination) }, options, filesIn);
  const methods: UploadApi = {
    findMany: findMany as UploadApi["findMany"],
    find: ({ documentId, ...options }) => {
      // The route of one file accepts only the numeric id, and content holds the documentId.
      const query = { filters: { documentId: { $eq: documentId } }, limit: 1 };
      return list(query, options, (body) => {
        // A service that ignores the filter sends another file.
        const file = filesIn(body).find((candidate) => candidate.documentId === documentId);
        return file ?? throwNotFound("File not found");
      });
    },
    create: (input) => sendFile(transport, input),
    update: ({ id, ...input }) => {
      const body = { fileInfo: infoOf(input) };
      const request = { path: ["upload"], query: { id }, body, ...optionsOf(input) };
      return requestParsed(transport, { method: "POST", ...request }, fileIn);
    },
    replace: ({ id, ...input }) => {
      return send(transport, input, infoOf(input), { query: { id } }, fileIn);
    },
    delete: ({ id, ...options }) => {
      const path = [...files, String(id)];
      const request = { method: "DELETE", path, ...optionsOf(options) } as const;
      return requestParsed(transport, request, () => null);
    },
    content: async ({ url, maxBytes, ...callOptions }) => {
      const file = ownTarget(url, transport.serviceUrl);
      if (file === undefined) {
        return fail(unsent("GET", transport.url, "The file is not on the service's own origin."));
      }
      const options = { ...optionsOf(callOptions), maxResponseBytes: maxBytes };
      const request = { method: "GET", path: [], file, ...options } as const;
      const [error, answer] = await transport.request(request);
      if (error) return fail(error);
      return ok({ bytes: answer.body as Uint8Array, type: answer.type }, null);
    },
  };
  return catchErrors(methods, transport.url, {
    findMany: "params",
    find: "documentId",
    create: newFileOptions,
    update: "id name alternativeText caption",
    replace: "id name alternativeText caption path type onProgress",
    delete: "id",
    content: "url maxBytes",
  });
}

/** Uploads a file: as an administrator to a folder, otherwise with the content API. */
export function sendFile(
  transport: Transport,
  input: NewFile,
  folderInfo?: { readonly folder: number | null },
): Promise<Result<CmsFile>> {
  const { name, alternativeText, caption, focalPoint } = input;
  const fileInfo = { ...folderInfo, alternativeText, caption, focalPoint };
  const target = { name, isAdmin: folderInfo !== undefined };
  return send(transport, input, fileInfo, target, (body) =>
    fileIn(Array.isArray(body) ? body[0] : undefined),
  );
}

function filesIn(body: unknown): CmsFile[] {
  if (!Array.isArray(body)) return throwUnexpected("a list of files");
  return body.map((row, index) => fileIn(row, `Media file ${index + 1}`));
}

/**
 * A file without odd values: one odd file must not hide the others. Plugins also write files without
 * a documentId. A file is a fault only if it has no id, or if its documentId would reach another
 * route.
 */
function fileIn(row: unknown, position: unknown = "The media file"): CmsFile {
  const { id, documentId } = isRecord(row) ? row : {};
  if (!isRecord(row) || !Number.isSafeInteger(id)) {
    throw new AnswerFault(`${String(position)} has no id.`);
  }
  if (typeof documentId === "string" && documentId !== "" && !isPathSegment(documentId)) {
    throw new AnswerFault(`The media file ${String(id)} has no valid documentId.`);
  }
  // The keys are made from a table, so the compiler does not see them.
  return withValidKeys({ documentId: "", ...row }, fileKeys) as unknown as CmsFile;
}

type ValueParser = (value: unknown) => unknown;

const withValidKeys = (
  row: Readonly<Record<string, unknown>>,
  parsers: ReadonlyMap<string, ValueParser>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const parse = parsers.get(key);
      return [key, parse ? parse(value) : value];
    }),
  );

const toText: ValueParser = (value) => (typeof value === "string" ? value : "");
const toTextOrNull: ValueParser = (value) => (typeof value === "string" ? value : null);
const toNumberOrNull: ValueParser = (value) => (Number.isFinite(value) ? value : null);
const toNumber: ValueParser = (value) => toNumberOrNull(value) ?? 0;

const formatKeys: ReadonlyMap<string, ValueParser> = new Map([
  ...["name", "url", "mime"].map((key) => [key, toText] as const),
  ...["width", "height", "size"].map((key) => [key, toNumber] as const),
]);

/** A format without a URL leads to no picture. */
const toFormats: ValueParser = (value) =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, format]) =>
          isRecord(format) && typeof format["url"] === "string"
            ? [[name, withValidKeys(format, formatKeys)]]
            : [],
        ),
      )
    : null;

const toFocalPoint: ValueParser = (value) =>
  isRecord(value) && Number.isFinite(value["x"]) && Number.isFinite(value["y"]) ? value : null;

/** The keys of a file that the client's types promise a kind of value for. */
const fileKeys: ReadonlyMap<string, ValueParser> = new Map([
  ...["documentId", "name", "url", "mime", "provider", "createdAt", "updatedAt"].map(
    (key) => [key, toText] as const,
  ),
  ...["alternativeText", "caption", "ext"].map((key) => [key, toTextOrNull] as const),
  ...["width", "height"].map((key) => [key, toNumberOrNull] as const),
  ["size", toNumber],
  ["formats", toFormats],
  ["focalPoint", toFocalPoint],
]);

/** The service ignores null. */
const infoOf = ({ name, alternativeText, caption }: FileInfo) => ({
  name,
  alternativeText: alternativeText === null ? "" : alternativeText,
  caption: caption === null ? "" : caption,
});

/** Streams a file, once. Its name is that of the file on disk unless `target` has one. */
async function send(
  transport: Transport,
  input: Omit<FileReplacement, "id">,
  fileInfo: object,
  target: Pick<Request, "query" | "isAdmin"> & Pick<NewFile, "name">,
  parse: (body: unknown) => CmsFile,
): Promise<Result<CmsFile>> {
  const refused = (words: string, cause?: unknown) =>
    fail(unsent("POST", `${transport.url}upload`, words, cause));
  const file = await transport.openFile(input.path).catch((cause: unknown) => cause as Error);
  if (file instanceof Error) return refused(`The file can't be read: ${file.message}`, file);
  const { size } = file;
  const { name = file.name, ...route } = target;
  const { type = mediaTypeOf(name), onProgress } = input;
  // Half a surrogate pair would change, and a line break would start a header.
  if (/\p{Surrogate}/u.test(name) || !/^[\w.+-]+\/[\w.+-]+$/.test(type))
    return refused("The name or the media type can't be sent.");
  // The service would only say that files are empty, after everything before it was sent.
  if (size === 0) return refused(`${file.name} is empty.`);

  const onSent = (sent: number): void => {
    try {
      onProgress?.(sent, size);
    } catch {
      // An error of the caller's callback doesn't stop the upload.
    }
  };
  const stream = multipart(JSON.stringify(fileInfo), { ...file, name, type }, onSent);
  const bounds = optionsOf(input, transport.deadlineMs ?? Number.MAX_VALUE);
  const request = { method: "POST", path: ["upload"], ...route, stream, ...bounds } as const;
  return requestParsed(transport, request, parse);
}

/** The path and query of a file on the service's origin; undefined for a file elsewhere. */
function ownTarget(url: string, root: string): string | undefined {
  const isAbsolute = /^([a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url);
  const whole = isAbsolute ? url : root + url.replace(/^\//, "");
  if (!URL.canParse(whole, root)) return undefined;
  const { origin, pathname, search } = new URL(whole, root);
  return origin === new URL(root).origin ? pathname + search : undefined;
}

/** A form with a file and its `fileInfo`. Reports how many bytes of the file were sent. */
function multipart(
  fileInfo: string,
  file: Awaited<ReturnType<OpenFile>> & { readonly type: string },
  onSent: (bytes: number) => void,
): StreamedBody {
  const boundary = `cms-${crypto.randomUUID()}`;
  const begin = (name: string, more = ""): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const info = `${begin("fileInfo")}\r\n${fileInfo}\r\n`;
  // The characters that would end the name early are encoded as the HTML standard requires.
  const fileName = file.name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const named = begin("files", `; filename="${fileName}"`);
  const encoder = new TextEncoder();
  const head = encoder.encode(`${info}${named}content-type: ${file.type}\r\n\r\n`);
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    chunks: async function* () {
      yield head;
      let sent = 0;
      onSent(sent);
      for await (const piece of file.chunks()) {
        yield piece;
        sent += piece.length;
        onSent(sent);
      }
      yield tail;
    },
  };
}

/** Media types by file extension, for services that don't inspect the file's content. */
const byEnding = new Map([
  ["avi", "video/x-msvideo"],
  ["avif", "image/avif"],
  ["csv", "text/csv"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["flac", "audio/flac"],
  ["gif", "image/gif"],
  ["ico", "image/x-icon"],
  ["jpeg", "image/jpeg"],
  ["jpg", "image/jpeg"],
  ["json", "application/json"],
  ["m4a", "audio/mp4"],
  ["md", "text/markdown"],
  ["mov", "video/quicktime"],
  ["mp3", "audio/mpeg"],
  ["mp4", "video/mp4"],
  ["mpeg", "video/mpeg"],
  ["ogg", "audio/ogg"],
  ["pdf", "application/pdf"],
  ["png", "image/png"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["svg", "image/svg+xml"],
  ["tif", "image/tiff"],
  ["tiff", "image/tiff"],
  ["txt", "text/plain"],
  ["wav", "audio/wav"],
  ["webm", "video/webm"],
  ["webp", "image/webp"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["zip", "application/zip"],
]);

/** The media type for a file's extension; `application/octet-stream` for an unknown one. */
export const mediaTypeOf = (name: string): string =>
  byEnding.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "") ?? "application/octet-stream";
