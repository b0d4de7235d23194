import type { Cms, ServiceInformation } from "../../client/index.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, refused } from "../foundation/outcome.ts";
import type { ConnectionFailure } from "./connectionFailure.ts";
import type { Database } from "../foundation/storable.ts";

/** The oldest Strapi on which all that this extension writes is written without loss. */
export const oldestSupported = "5.37.0";

/** The oldest Strapi whose lists can be filtered by publication status. */
export const statusFilterSince = "5.47.0";

const drivers: Readonly<Partial<Record<string, Database>>> = {
  "better-sqlite3": "sqlite",
  sqlite3: "sqlite",
  pg: "postgres",
  mysql: "mysql",
  mysql2: "mysql",
};

/** The most documentIds in one `$in` list: a service drops a longer list without an error. */
const mostInList = 100;

/** What was learned of one service while it was used: its version, what it can do, and its files' numeric ids. */
export class Capabilities {
  readonly files = new Files();
  #keepsComponentIds: boolean | undefined;
  #filtersByStatus: boolean | undefined;
  #version: string | undefined;
  #database: Database | undefined;

  /** The version of Strapi, such as "5.54.0"; undefined until an administrator's sign-in could tell it. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Undefined until it is known, and where the project of the service has drivers for several databases. */
  get database(): Database | undefined {
    return this.#database;
  }

  /**
   * Whether a write may name a component by its id, so that the component keeps its private attributes;
   * undefined until the version is known or it was tried. Strapi does from 5.37.0 on. What was tried decides.
   */
  get keepsComponentIds(): boolean | undefined {
    return this.#keepsComponentIds ?? isAtLeast(this.#version, oldestSupported);
  }

  /** Whether lists can be filtered by publication status; undefined until the version is known or it was tried. */
  get filtersByStatus(): boolean | undefined {
    return this.#filtersByStatus ?? isAtLeast(this.#version, statusFilterSince);
  }

  /** What the service tells an administrator. */
  learnInformation({
    strapiVersion,
    dependencies,
  }: Pick<ServiceInformation, "strapiVersion" | "dependencies">): void {
    this.#version = strapiVersion;
    const databases = new Set(Object.keys(dependencies).flatMap((name) => drivers[name] ?? []));
    this.#database = databases.size === 1 ? [...databases][0] : undefined;
  }

  /** A service that filters by publication status is newer than one that keeps component ids. */
  learnStatusFilter(isThere: boolean): void {
    this.#filtersByStatus = isThere;
    if (isThere) this.#keepsComponentIds = true;
  }

  /** Whether a write was refused because the service does not know the id of a component. */
  learnRefused(error: CmsError): boolean {
    const isRefused =
      error.name === "ValidationError" && /^Invalid key (id|documentId)\b/.test(error.message);
    if (isRefused) this.#keepsComponentIds = false;
    return isRefused;
  }

  /** The answer to a write that names a component by its id, to a document that does not exist. */
  learnAnswer(error: CmsError): void {
    this.#keepsComponentIds = !this.learnRefused(error);
  }
}

/** Whether a release is the other one or a later one; undefined for what is no release, such as "5.37.0-beta.1". */
function isAtLeast(version: string | undefined, oldest: string): boolean | undefined {
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  const [had, needed] = [version, oldest].map((one) => one.split(".").map(Number));
  const differing = needed?.findIndex((part, at) => part !== had?.[at]) ?? -1;
  return differing < 0 || (had?.[differing] ?? 0) > (needed?.[differing] ?? 0);
}

/**
 * The numeric ids of media files, by documentId. Every version of Strapi takes a file by its numeric id, and a file
 * keeps it; before 5.54 a documentId clears the attribute without an error.
 */
class Files {
  readonly #ids = new Map<string, number>();

  /** Takes note of a file as the service sent it. */
  learn({ documentId, id }: { readonly documentId?: unknown; readonly id?: unknown }): void {
    if (typeof documentId === "string" && typeof id === "number") this.#ids.set(documentId, id);
  }

  /** The ids of some files, asking the service for those that were not seen yet; a missing file has none. */
  async resolve(
    cms: Cms,
    documentIds: readonly string[],
  ): Promise<Outcome<ReadonlyMap<string, number>, ConnectionFailure>> {
    const unknown = [...new Set(documentIds)].filter((id) => !this.#ids.has(id));
    for (let at = 0; at < unknown.length; at += mostInList) {
      const filters = { documentId: { $in: unknown.slice(at, at + mostInList) } };
      const [error, files] = await cms.upload().findMany({ params: { filters } });
      if (error) return refused(error);
      for (const file of files) this.learn(file);
    }
    return done(this.#ids);
  }
}
