import type { Cms, Locale, Result } from "../client/index.ts";
import { createCatalog } from "./catalog.ts";
import type { Catalog, ContentType } from "./catalog.ts";
import type { Connections } from "./connections.ts";
import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";

/** A client with what its service holds: all that a read or a write needs. */
export interface Service {
  readonly cms: Cms;
  readonly catalog: Catalog;
}

/** A service, and the one type of it that is meant. */
export type TypedService = Service & { readonly type: ContentType };

/** The catalog of each connection: read once, when first needed, and remembered. */
export class Catalogs implements Disposable {
  readonly #forgotten = new Emitter<string>();
  /** The id of a connection whose catalog is to be read anew. */
  readonly onDidForget = this.#forgotten.event;
  readonly #connections: Connections;
  readonly #catalogs = new Map<string, Promise<Outcome<Catalog>>>();
  readonly #remembered = new Map<string, Catalog>();
  readonly #listening: Disposable;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#listening = connections.onDidChange(({ id }) => {
      this.forget(id);
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#forgotten.dispose();
  }

  /** Reads the catalog anew when it is next needed. */
  forget(connection: string): void {
    this.#catalogs.delete(connection);
    this.#forgotten.fire(connection);
  }

  /** The catalog as it was when it could last be read: what is shown beside a failure. */
  remembered(connection: string): Catalog | undefined {
    return this.#remembered.get(connection);
  }

  async service(connection: string): Promise<Outcome<Service>> {
    const [locked, cms] = await this.#client(connection);
    if (locked) return failed(locked);
    const known = this.#catalogs.get(connection);
    const reading = known ?? readCatalog(cms);
    this.#catalogs.set(connection, reading);
    const [failure, catalog] = await reading;
    if (!failure) {
      this.#remembered.set(connection, catalog);
      return done({ cms, catalog });
    }
    // A failure is not remembered: the next one who asks tries again.
    if (this.#catalogs.get(connection) === reading) this.#catalogs.delete(connection);
    return failed(failure);
  }

  async type(connection: string, name: string): Promise<Outcome<TypedService>> {
    const [failure, service] = await this.service(connection);
    if (failure) return failed(failure);
    const type = service.catalog.types.get(name);
    return type ? done({ ...service, type }) : failed({ code: "no-type", name });
  }

  async #client(connection: string): Promise<Outcome<Cms>> {
    try {
      const cms = await this.#connections.client(connection);
      return cms ? done(cms) : failed({ code: "no-connection" });
    } catch (error) {
      return failed({ code: "locked-secrets", why: String(error) });
    }
  }
}

async function readCatalog(cms: Cms): Promise<Outcome<Catalog>> {
  const schema = cms.schema();
  const [types, parts, languages] = await Promise.all([
    schema.contentTypes(),
    schema.components(),
    schema.locales(),
  ]);
  const [typesError, contentTypes] = types;
  if (typesError) return refused(typesError);
  const [partsError, components] = parts;
  if (partsError) return refused(partsError);
  const [localesError, locales] = orNone(languages);
  if (localesError) return refused(localesError);
  return done(createCatalog({ contentTypes, components, locales }));
}

/** A service without locales, or a token that may not list them, leaves the default one. */
function orNone(result: Result<readonly Locale[]>): Result<readonly Locale[]> {
  const name = result[0]?.name;
  return name === "NotFoundError" || name === "ForbiddenError" ? [null, [], null] : result;
}
