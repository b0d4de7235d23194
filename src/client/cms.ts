import { createAuth, type AuthApi } from "./auth.ts";
import { createCollection, type Collection } from "./collection.ts";
import type { AnyDocument, CmsUser } from "./types/content.ts";
import type {
  ContentTypeFacts,
  DocumentOf,
  FactsOf,
  InferableUid,
  RequireTypeArgument,
  UidWithTypeArgument,
} from "./types/registry.ts";
import { createSchema, type SchemaApi } from "./schema.ts";
import { createSingle, type SingleType } from "./single.ts";
import { withTransport, type Transport } from "./http/call.ts";
import { createUpload, type UploadApi } from "./upload.ts";
import { createRequest, type CustomRequest } from "./customRequest.ts";
import type { Result } from "./result.ts";
import { createUsers, type UsersApi } from "./users.ts";

/**
 * A client of one content service. Every call resolves to `[error, data, meta]` and never rejects.
 */
export interface Cms {
  /**
   * The documents of a collection type. `uid` is the name in the type's URL (pluralName), such as
   * `articles`.
   *
   * The documents have the type that `CmsContentTypes` registers for `uid`, or else the type
   * argument. While the registry is empty, the type argument is optional. Where the type argument
   * is a type parameter itself, the documents have that type, and `params` are not checked.
   */
  collection<K extends InferableUid<"collection">>(uid: K): Collection<DocumentOf<K>, FactsOf<K>>;
  collection<T extends object = never>(uid: string, ...need: RequireTypeArgument<T>): Collection<T>;
  collection<T extends object, Uid extends string = never>(
    uid: UidWithTypeArgument<Uid>,
  ): Collection<AnyDocument, ContentTypeFacts, T>;
  /**
   * The document of a single type. `uid` is the type's singularName, such as `homepage`. The
   * document is typed as in `collection`.
   */
  single<K extends InferableUid<"single">>(uid: K): SingleType<DocumentOf<K>, FactsOf<K>>;
  single<T extends object = never>(uid: string, ...need: RequireTypeArgument<T>): SingleType<T>;
  single<T extends object, Uid extends string = never>(
    uid: UidWithTypeArgument<Uid>,
  ): SingleType<AnyDocument, ContentTypeFacts, T>;
  /** The user accounts of the service. The type argument adds fields to those of CmsUser. */
  users<T extends CmsUser = CmsUser>(): UsersApi<T>;
  /** Signs users in. */
  auth(): AuthApi;
  /** Reads content types, components and locales. */
  schema(): SchemaApi;
  /** The media library. */
  upload(): UploadApi;
  /**
   * Calls a route of the project's own below `/api/`, with the token, retries, limits and lock of
   * every call. The data is the parsed body, unchecked, or null for an empty one.
   *
   * Returns an error as the other methods do: a RequestError for a path that would leave the content
   * API.
   */
  request<T = unknown>(input: CustomRequest): Promise<Result<T>>;
  /**
   * Cancels pending calls, each with a CmsAbortError, and closes the connections. Later calls
   * return a CmsAbortError too.
   */
  close(): Promise<void>;
}

export function cmsOver(transport: Transport): Cms {
  const cms: Cms = {
    collection: (uid: string) => createCollection(transport, uid),
    single: (uid: string) => createSingle(transport, uid),
    users: (() => createUsers(transport)) as Cms["users"],
    auth: () => createAuth(transport),
    schema: () => createSchema(transport),
    upload: () => createUpload(transport),
    request: createRequest(transport),
    close: () => transport.close(),
  };
  return withTransport(cms, transport);
}
