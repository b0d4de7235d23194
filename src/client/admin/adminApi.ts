import type { Cms } from "../cms.ts";
import { optionsOf, requestParsed, throwUnexpected } from "../requests.ts";
import { transportOf, type Request } from "../http/call.ts";
import { isRecord } from "../recordGuard.ts";
import { fail, ok, unsent, catchErrors, type Result } from "../result.ts";
import { createSchema, type SchemaApi } from "../schema.ts";
import type { CallOptions, Status } from "../types/params.ts";
import type { CmsFile, NewFile } from "../types/files.ts";
import { newFileOptions, sendFile } from "../upload.ts";

/** One localization of a document, as the admin panel addresses it. */
export interface AdminTarget extends CallOptions {
  /** The uid of the content type, such as `api::article.article`. */
  readonly uid: string;
  /** Absent for a single type. */
  readonly documentId?: string | undefined;
  /** A locale's code; the default locale when absent. */
  readonly locale?: string | undefined;
}

/** An administrator as the service describes the author of a change. Empty fields are null. */
export interface Administrator {
  readonly id: number;
  readonly firstname?: string | null;
  readonly lastname?: string | null;
  readonly username?: string | null;
  readonly email?: string;
}

/** One page of a relation of a document or of a component in it. */
export interface AdminRelation extends CallOptions {
  /** The uid of the content type or of the component. */
  readonly uid: string;
  /** The documentId of the document, or the numeric id of the component. */
  readonly id: string | number;
  /** The name of the relation's attribute. */
  readonly field: string;
  /** A locale's code, such as `fr`. */
  readonly locale?: string | undefined;
  readonly status?: Status | undefined;
  /** The page number, starting at 1. A page has 100 targets. */
  readonly page: number;
}

/** A page of the targets of a relation. */
export interface AdminRelationPage {
  /** Each target has its documentId and the label that the admin panel shows. */
  readonly targets: readonly Readonly<Record<string, unknown>>[];
  /** The number of pages of 100 targets. */
  readonly pageCount: number;
}

/**
 * The service's description of itself in the admin panel. Fields it doesn't report are undefined.
 */
export interface ServiceInformation {
  /** The version of Strapi, such as "5.54.0". */
  readonly strapiVersion: string | undefined;
  /** The version of Node.js, such as "v24.1.0". */
  readonly nodeVersion: string | undefined;
  /** The environment, such as "production". */
  readonly currentEnvironment: string | undefined;
  /** The packages of the service's project and their versions, including database drivers. */
  readonly dependencies: Readonly<Partial<Record<string, string>>>;
}

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
 * The actions of the admin panel, at `/admin` and `/content-manager` beside `/api`.
 *
 * The client's token must belong to an administrator: the JWT from `signIn`, or an admin token.
 * With an API token, calls return an UnauthorizedError. Where the administrator lacks the
 * permission, calls return a ForbiddenError.
 *
 * Every call can also return RateLimitError, HttpError, CmsTimeoutError, CmsAbortError,
 * NetworkError, TlsError, ProxyError, ParseError or RequestError. A write can also return
 * PayloadTooLargeError, ConflictError or WriteDeniedError.
 */
export interface AdminApi extends FolderApi, SchemaApi {
  /**
   * Signs an administrator in and returns the JWT, which expires after 30 minutes.
   *
   * Returns a ValidationError for a wrong password, and a RateLimitError after five attempts within
   * five minutes.
   */
  signIn(
    input: CallOptions & { readonly email: string; readonly password: string },
  ): Promise<Result<string>>;
  /** The administrator that the token belongs to, or who created it if it is an admin token. */
  me(input?: CallOptions): Promise<Result<Administrator>>;
  /** Whether the service has admin tokens. The call needs no token. */
  hasTokens(input?: CallOptions): Promise<Result<boolean>>;
  /** The service's versions and packages. */
  information(input?: CallOptions): Promise<Result<ServiceInformation>>;
  /**
   * The attribute of each content type that the admin panel shows as the title of its documents, by
   * uid. It is `id` for a type without texts.
   */
  mainFields(input?: CallOptions): Promise<Result<Readonly<Partial<Record<string, string>>>>>;
  /**
   * Publishes the drafts of a document, in one locale or in the default one, as the admin panel's
   * list does: hooks see a publish and no update of the draft. Returns the number of published
   * drafts, which is 0 if there is no such document. ValidationError if a draft is incomplete.
   */
  publish(input: AdminTarget & { readonly documentId: string }): Promise<Result<number>>;
  /** Deletes the published version and keeps the draft. NotFoundError if none is published. */
  unpublish(input: AdminTarget): Promise<Result<null>>;
  /** Replaces the draft with the published version. NotFoundError if none is published. */
  discard(input: AdminTarget): Promise<Result<null>>;
  /**
   * The administrator who last changed the draft in the admin panel. Null if the last change was
   * made through `/api`, which records no editor.
   */
  lastEditor(input: AdminTarget): Promise<Result<Administrator | null>>;
  /**
   * A document with its components and files, independent of how its `/api` routes are customized.
   * Each relation comes as its number of targets, `{ count }`.
   *
   * The result has no documentId where the localization or version doesn't exist.
   */
  read(
    input: AdminTarget & { readonly status?: Status },
  ): Promise<Result<Readonly<Record<string, unknown>>>>;
  /**
   * Creates an empty draft with a documentId of the caller's choice. A localized type gets only the
   * locale of the target.
   *
   * ValidationError if the document exists in that locale. RequestError if the documentId is not 24
   * lowercase letters and digits, because the service would accept any.
   */
  create(
    input: AdminTarget & { readonly documentId: string },
  ): Promise<Result<Readonly<Record<string, unknown>>>>;
  /**
   * Changes attributes of a draft, independent of how the `/api` routes are customized. Returns the
   * document as `read` does.
   *
   * In `data`, a file is a numeric id and a relation is `{ set: [{ documentId }] }`. The service
   * ignores attributes that the administrator may not change, without an error.
   */
  update(
    input: AdminTarget & { readonly data: object },
  ): Promise<Result<Readonly<Record<string, unknown>>>>;
  /**
   * The URL of a document's preview, as the service's preview configuration makes it; relative to
   * the admin panel or absolute. Null if the configuration has none for this document.
   *
   * NotFoundError if the service has no preview configuration.
   */
  previewUrl(input: AdminTarget & { readonly status: Status }): Promise<Result<string | null>>;
  /** One page of the targets of a relation, last target first. */
  relationTargets(input: AdminRelation): Promise<Result<AdminRelationPage>>;
  /**
   * Creates an API token that has full access and doesn't expire. ValidationError if the name is
   * taken.
   */
  createApiToken(
    input: CallOptions & { readonly name: string; readonly description?: string },
  ): Promise<Result<string>>;
}

/**
 * The actions of the admin panel, called with the token of a client.
 *
 * Throws a TypeError if `createCms` didn't create `cms`.
 */
export function createAdmin(cms: Cms): AdminApi {
  const transport = transportOf(cms);
  const call = <T>(request: Request, input: CallOptions, read: Read<T>): Promise<Result<T>> => {
    const whole = { ...request, ...optionsOf(input), isAdmin: true };
    return requestParsed(transport, whole, (body) => read(propertyOf(body, "data"), body));
  };
  const get = <T>(path: Request["path"], input: CallOptions, read: Read<T>, query: object = {}) =>
    call({ method: "GET", path, query }, input, read);
  const post = <T>(path: Request["path"], body: object, input: CallOptions, read: Read<T>) =>
    call({ method: "POST", path, body }, input, read);
  // The service reads an action's locale from the body and ignores a locale in the query.
  const act = (name: string, target: AdminTarget) =>
    post([...pathOf(target), "actions", name], { locale: target.locale }, target, () => null);

  return catchErrors(
    {
      ...createSchema(transport, true),
      signIn: ({ email, password, ...input }) =>
        post(["admin", "login"], { email, password }, input, stringAt("token")),
      me: (input = {}) => get(["admin", "users", "me"], input, administratorIn),
      hasTokens: async (input = {}) => {
        const [error] = await get(["admin", "admin-tokens"], input, () => null);
        const { name, status } = error ?? {};
        if (!error || name === "UnauthorizedError" || name === "ForbiddenError")
          return ok(true, null);
        // An older service answers with a 404 or with the HTML of its admin panel.
        const isOlder = name === "NotFoundError" || name === "ParseError" || status === 405;
        return isOlder ? ok(false, null) : fail(error);
      },
      information: (input = {}) => get(["admin", "information"], input, informationIn),
      mainFields: (input = {}) =>
        get(["content-manager", "content-types-settings"], input, mainFieldsIn),
      publish: ({ uid, documentId, locale, ...input }) => {
        const path = ["content-manager", "collection-types", uid, "actions", "bulkPublish"];
        return post(path, { documentIds: [documentId], locale }, input, (_, body) => {
          const count = propertyOf(body, "count");
          return typeof count === "number" ? count : throwUnexpected("a number as count");
        });
      },
      unpublish: (target) => act("unpublish", target),
      discard: (target) => act("discard", target),
      lastEditor: ({ locale, ...target }) => {
        const read = (data: unknown): Administrator | null => {
          const editor = propertyOf(data, "updatedBy");
          // Not validated either: every field of it may be missing.
          return isRecord(editor) ? administratorIn(editor) : null;
        };
        return get(pathOf(target), target, read, { locale });
      },
      read: ({ locale, status, ...target }) =>
        get(pathOf(target), target, recordIn, { locale, status }),
      create: ({ uid, documentId, locale, ...input }) => {
        // The service would accept any.
        if (!/^[a-z0-9]{24}$/.test(documentId)) {
          const url = `${transport.url}content-manager/collection-types/${uid}`;
          const words = "A documentId must have 24 lowercase letters and digits.";
          return Promise.resolve(fail(unsent("POST", url, words)));
        }
        const path = ["content-manager", "collection-types", uid];
        const query = { locale };
        return call({ method: "POST", path, query, body: { documentId } }, input, recordIn);
      },
      update: ({ data, locale, ...target }) => {
        // The service reads the locale from the body here too.
        const body = locale === undefined ? data : { ...data, locale };
        return call({ method: "PUT", path: pathOf(target), body }, target, recordIn);
      },
      previewUrl: ({ uid, documentId, locale, status, ...input }) => {
        const path = ["content-manager", "preview", "url", uid];
        const read = (data: unknown): string | null => {
          const url = propertyOf(data, "url") ?? null;
          return url === null || typeof url === "string" ? url : throwUnexpected("a string as url");
        };
        return get(path, input, read, { documentId, locale, status });
      },
      relationTargets: ({ uid, id, field, locale, status, page, ...input }) => {
        const path = ["content-manager", "relations", uid, String(id), field];
        return get(path, input, targetsIn, { locale, status, page, pageSize: 100 });
      },
      createApiToken: ({ name, description = "", ...input }) => {
        const body = { name, description, type: "full-access", lifespan: null, permissions: null };
        return post(["admin", "api-tokens"], body, input, stringAt("accessKey"));
      },
      folders: (input = {}) => get(["upload", "folder-structure"], input, foldersIn),
      foldersOf: ({ documentIds, ...input }) => {
        const query = { filters: { documentId: { $in: documentIds } }, pageSize: 100 };
        return get(["upload", "files"], input, folderIdsIn, query);
      },
      createFolder: ({ name, parent, ...input }) =>
        post(["upload", "folders"], { name, parent }, input, (data) => {
          const id = propertyOf(data, "id");
          return typeof id === "number" ? id : throwUnexpected("the id of the folder");
        }),
      uploadTo: ({ folder, ...input }) => sendFile(transport, input, { folder }),
    },
    transport.url,
    {
      ...{ contentTypes: "", components: "", locales: "" },
      signIn: "email password",
      ...{ me: "", hasTokens: "", information: "", mainFields: "", folders: "" },
      ...{
        publish: targetOptions,
        unpublish: targetOptions,
        discard: targetOptions,
        lastEditor: targetOptions,
        create: targetOptions,
      },
      read: `${targetOptions} status`,
      update: `${targetOptions} data`,
      previewUrl: `${targetOptions} status`,
      relationTargets: "uid id field locale status page",
      createApiToken: "name description",
      foldersOf: "documentIds",
      createFolder: "name parent",
      uploadTo: `${newFileOptions} folder`,
    },
  );
}

/** The options of an AdminTarget. */
const targetOptions = "uid documentId locale";

/** Converts the property `data` of a body, or the body. Throws an AnswerFault if it can't. */
type Read<T> = (data: unknown, body: unknown) => T;

const pathOf = ({ uid, documentId }: AdminTarget): string[] =>
  documentId === undefined
    ? ["content-manager", "single-types", uid]
    : ["content-manager", "collection-types", uid, documentId];

const propertyOf = (value: unknown, key: string): unknown =>
  isRecord(value) ? value[key] : undefined;

const stringAt =
  (key: string) =>
  (data: unknown): string => {
    const text = propertyOf(data, key);
    return typeof text === "string" ? text : throwUnexpected(`a string as ${key}`);
  };

const administratorIn = (data: unknown): Administrator =>
  isRecord(data)
    ? // Not validated further: like documents, the fields are trusted as the service sends them.
      (data as unknown as Administrator)
    : throwUnexpected("an administrator");

function informationIn(data: unknown): ServiceInformation {
  if (!isRecord(data)) return throwUnexpected("the information on the service");
  const { strapiVersion, nodeVersion, currentEnvironment } = stringsIn(data);
  const dependencies = stringsIn(data["dependencies"]);
  return { strapiVersion, nodeVersion, currentEnvironment, dependencies };
}

function mainFieldsIn(data: unknown): Readonly<Partial<Record<string, string>>> {
  if (!Array.isArray(data)) return throwUnexpected("the settings of the content types");
  const entries = data
    .filter(isRecord)
    .map(({ uid, settings }) => [String(uid), propertyOf(settings, "mainField")] as const);
  return stringsIn(Object.fromEntries(entries));
}

const stringsIn = (value: unknown): Readonly<Partial<Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const recordIn = (data: unknown): Readonly<Record<string, unknown>> =>
  isRecord(data) ? data : throwUnexpected("a document");

function targetsIn(_: unknown, body: unknown): AdminRelationPage {
  const { results, pagination } = isRecord(body) ? body : {};
  if (!Array.isArray(results) || !results.every(isRecord)) {
    return throwUnexpected("the targets of a relation");
  }
  const pageCount = propertyOf(pagination, "pageCount");
  return { targets: results, pageCount: typeof pageCount === "number" ? pageCount : 1 };
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
    const id = propertyOf(folder, "id");
    const folderId = typeof id === "number" ? id : null;
    return typeof documentId === "string" ? [[documentId, folderId] as const] : [];
  });
  return new Map(folderIds);
}
