import type { ServiceInformation } from "../../client/admin/index.ts";
import type { CmsError } from "../foundation/outcome.ts";
import type { Database } from "../foundation/storableText.ts";

/** The oldest Strapi version to which this extension can write everything without loss. */
export const oldestSupported = "5.37.0";

/** The oldest Strapi version that can filter lists by publication status. */
export const statusFilterSince = "5.47.0";

const drivers: Readonly<Partial<Record<string, Database>>> = {
  "better-sqlite3": "sqlite",
  sqlite3: "sqlite",
  pg: "postgres",
  mysql: "mysql",
  mysql2: "mysql",
};

/** The known facts about a service: its version, its features and the numeric ids of its files. */
export class Capabilities {
  readonly files = new Files();
  #keepsComponentIds: boolean | undefined;
  #filtersByStatus: boolean | undefined;
  #version: string | undefined;
  #database: Database | undefined;

  /** The version of Strapi, such as "5.54.0"; undefined until an administrator signs in. */
  get version(): string | undefined {
    return this.#version;
  }

  /** The database; undefined until it is known, or if the project has drivers for several. */
  get database(): Database | undefined {
    return this.#database;
  }

  /**
   * Whether a write can name a component by its id, so that it keeps its private attributes: from
   * Strapi 5.37.0 on, unless a write showed otherwise. Undefined until either is known.
   */
  get keepsComponentIds(): boolean | undefined {
    return this.#keepsComponentIds ?? isAtLeast(this.#version, oldestSupported);
  }

  /** Whether lists can be filtered by status; undefined until the version or a try has shown it. */
  get filtersByStatus(): boolean | undefined {
    return this.#filtersByStatus ?? isAtLeast(this.#version, statusFilterSince);
  }

  learnInformation(service: Pick<ServiceInformation, "strapiVersion" | "dependencies">): void {
    const { strapiVersion, dependencies } = service;
    this.#version = strapiVersion;
    const databases = new Set(Object.keys(dependencies).flatMap((name) => drivers[name] ?? []));
    this.#database = databases.size === 1 ? [...databases][0] : undefined;
  }

  /** Records whether the filter works. Every version that has it keeps component ids. */
  learnStatusFilter(isSupported: boolean): void {
    this.#filtersByStatus = isSupported;
    if (isSupported) this.#keepsComponentIds = true;
  }

  /** Whether the service rejected a write because it does not know the id of a component. */
  learnRefused(error: CmsError): boolean {
    const isRefused =
      error.name === "ValidationError" && /^Invalid key (id|documentId)\b/.test(error.message);
    if (isRefused) this.#keepsComponentIds = false;
    return isRefused;
  }

  /** Records the answer to a write that names a component's id in a document that doesn't exist. */
  learnAnswer(error: CmsError): void {
    this.#keepsComponentIds = !this.learnRefused(error);
  }
}

/** Whether a release is `oldest` or later; undefined for others, such as "5.37.0-beta.1". */
function isAtLeast(version: string | undefined, oldest: string): boolean | undefined {
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  return version.localeCompare(oldest, "en", { numeric: true }) >= 0;
}

/**
 * The numeric ids of media files, by documentId. Every version of Strapi accepts the numeric id of
 * a file, and a file keeps it. Before 5.54, a documentId clears the attribute without an error.
 */
class Files {
  readonly #ids = new Map<string, number>();

  learn({ documentId, id }: { readonly documentId?: unknown; readonly id?: unknown }): void {
    if (typeof documentId === "string" && typeof id === "number") this.#ids.set(documentId, id);
  }

  get ids(): ReadonlyMap<string, number> {
    return this.#ids;
  }
}
