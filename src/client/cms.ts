import type { Collection } from "./collection.ts";
import { createCollection } from "./collection.ts";
import type {
  AnyDocument,
  CmsUser,
  DocumentOf,
  InferableUid,
  RequireTypeArgument,
} from "./content.ts";
import type { Schema } from "./schema.ts";
import { createSchema } from "./schema.ts";
import type { Single } from "./single.ts";
import { createSingle } from "./single.ts";
import type { TransportOptions } from "./transport.ts";
import { createTransport } from "./transport.ts";
import type { Users } from "./users.ts";
import { createUsers } from "./users.ts";

export type CmsOptions = TransportOptions;

/** A client of one content service. Every call resolves to `[error, data, meta]`. */
export interface Cms {
  /** The documents of one type; `uid` is the name its URL uses (pluralName), such as `articles`. */
  collection<K extends InferableUid>(uid: K): Collection<DocumentOf<K>>;
  collection<T extends object = never>(uid: string, ...need: RequireTypeArgument<T>): Collection<T>;
  /** A single type; `uid` is its singularName, such as `homepage`. */
  single<T extends object = AnyDocument>(uid: string): Single<T>;
  users<T extends CmsUser = CmsUser>(): Users<T>;
  /** Content types, components and locales. */
  schema(): Schema;
  /** Ends what is in flight, with an error tuple each, and lets go of the connections. */
  close(): Promise<void>;
}

/** Throws a TypeError for a `baseUrl` that is no http(s) URL; nothing throws after that. */
export function createCms(options: CmsOptions): Cms {
  const transport = createTransport(options);
  return {
    collection: (uid: string) => createCollection<never>(transport, uid),
    single: <T>(uid: string) => createSingle<T>(transport, uid),
    users: <T extends CmsUser>() => createUsers<T>(transport),
    schema: () => createSchema(transport),
    close: () => transport.close(),
  };
}
