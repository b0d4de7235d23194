import type { Auth } from "./auth.ts";
import { createAuth } from "./auth.ts";
import type { Admin } from "./admin.ts";
import { createAdmin } from "./admin.ts";
import type { Collection } from "./collection.ts";
import { createCollection } from "./collection.ts";
import { diagnose } from "./diagnose.ts";
import type { Diagnosis } from "./diagnose.ts";
import type { CmsUser } from "./types/content.ts";
import type { DocumentOf, InferableUid, RequireTypeArgument } from "./types/registry.ts";
import type { Schema } from "./schema.ts";
import { createSchema } from "./schema.ts";
import type { Single } from "./single.ts";
import { createSingle } from "./single.ts";
import type { TransportOptions } from "./http/transport.ts";
import { createTransport } from "./http/transport.ts";
import type { Upload } from "./upload.ts";
import { createUpload } from "./upload.ts";
import type { Users } from "./users.ts";
import { createUsers } from "./users.ts";

/** How a client reaches its service, and what bounds its calls. Only `baseUrl` has to be given. */
export type CmsOptions = TransportOptions;

/**
 * A client of one content service. Every call resolves to `[error, data, meta]` (specification,
 * section 1).
 */
export interface Cms {
  /**
   * The documents of one type; `uid` is the name its URL uses (pluralName), such as `articles`. Its
   * documents are what `CmsContentTypes` says, else what the type argument says; as long as nothing
   * is registered it can be left out (specification, section 1).
   */
  collection<K extends InferableUid>(uid: K): Collection<DocumentOf<K>>;
  collection<T extends object = never>(uid: string, ...need: RequireTypeArgument<T>): Collection<T>;
  /**
   * A single type; `uid` is its singularName, such as `homepage`. Its shape comes as a
   * collection's.
   */
  single<K extends InferableUid>(uid: K): Single<DocumentOf<K>>;
  single<T extends object = never>(uid: string, ...need: RequireTypeArgument<T>): Single<T>;
  /**
   * The accounts; a type argument says what they have beside the fields of CmsUser (specification,
   * section 1).
   */
  users<T extends CmsUser = CmsUser>(): Users<T>;
  /** Signing in, and what a token may do; the specification does not show it. */
  auth(): Auth;
  /** Content types, components and locales; the specification does not show them. */
  schema(): Schema;
  /** The media library; the specification does not show it. */
  upload(): Upload;
  /** What only an administrator may do; the specification does not show it. */
  admin(): Admin;
  /**
   * What is seen on the way to the service, step by step: for a report. It takes ten seconds at most for
   * each step, and does not fail.
   */
  diagnose(signal?: AbortSignal): Promise<Diagnosis>;
  /**
   * Ends what is in flight with an AbortError each, and lets go of the connections; a later call
   * ends with an AbortError too.
   */
  close(): Promise<void>;
}

/** Throws a TypeError for an option that can't be used; nothing throws after that. */
export function createCms(options: CmsOptions): Cms {
  const transport = createTransport(options);
  return {
    collection: (uid: string) => createCollection(transport, uid),
    single: (uid: string) => createSingle(transport, uid),
    users: (() => createUsers(transport)) as Cms["users"],
    auth: () => createAuth(transport),
    schema: () => createSchema(transport),
    upload: () => createUpload(transport),
    admin: () => createAdmin(transport),
    diagnose: (signal) => diagnose(transport, signal),
    close: () => transport.close(),
  };
}
