import type { AdminApi } from "../../client/admin/index.ts";
import type { Cms, Result } from "../../client/index.ts";
import { Capabilities } from "../connect/capabilities.ts";
import type { Connection } from "../connect/connection.ts";
import type { Connections } from "../connect/connections.ts";
import { mediaType } from "../foundation/address.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import type { AnyFailure, Outcome, CmsError } from "../foundation/outcome.ts";
import { done, failed, isCutOff, isServiceFailure } from "../foundation/outcome.ts";
import { createCatalog, isSameCatalog } from "./catalog.ts";
import type { Catalog, ContentType, RouteRecords, UnknownKey } from "./catalog.ts";
import {
  hasAttributes,
  isUndetermined,
  mergeKeys,
  noKeys,
  withHidden,
} from "./hiddenAttributes.ts";
import type { UnlistedKeys, ConfirmedKeys } from "./hiddenAttributes.ts";
import { mediaFileType } from "./mediaFileType.ts";
import type { SchemaFailure } from "./schemaFailure.ts";
import { readSchemas, type SchemaPorts } from "./schemaSources.ts";
import { unknownKeyIn, withoutKeys } from "./unknownKeys.ts";

/** Sends requests that require a signed-in administrator. */
export type Manage = <T>(
  work: (admin: AdminApi) => Promise<Result<T>>,
) => Promise<Outcome<T, SchemaFailure>>;

/** A client and the catalog of its service, for reads and writes. */
export interface Service {
  readonly connection: string;
  readonly cms: Cms;
  readonly catalog: Catalog;
  readonly capabilities: Capabilities;
  /** Reports that an answer contained keys that the catalog does not. */
  readonly doubt: (keys: UnlistedKeys) => void;
  /** Calls the content manager without asking to sign in; undefined without an administrator. */
  readonly manage?: Manage | undefined;
  readonly routes: Routes;
  /** The names of types whose writes send all fields. */
  readonly sendAllFields: readonly string[];
}

export type TypedService = Service & { readonly type: ContentType };

/** The error with which the service rejected a read. */
const refusalOf = (failure: AnyFailure | null): CmsError | undefined =>
  failure && isServiceFailure(failure) && failure.error.method === "GET"
    ? failure.error
    : undefined;

/** Between two reloads because of contradictions. */
const minReloadIntervalMs = 60_000;

/**
 * The catalog of each connection. It is read when first needed, and cached for later windows. A
 * later window reloads it when the user opens the connection, or when an answer contradicts it.
 */
export class Catalogs extends ResourceOwner {
  readonly #forgotten = this.own(new Emitter<string>());
  /** The id of a connection whose catalog was invalidated or has changed. */
  readonly onDidForget = this.#forgotten.event;
  readonly #learned = this.own(new Emitter<string>());
  /** The id of a connection whose catalog was loaded, from any source. */
  readonly onDidLearn = this.#learned.event;
  readonly #informed = this.own(new Emitter<string>());
  /** The id of a connection whose service has reported its version. */
  readonly onDidInform = this.#informed.event;
  readonly #connections: Connections;
  readonly #ports: SchemaPorts;
  readonly #catalogs = new Map<string, Promise<Outcome<Catalog, SchemaFailure>>>();
  readonly #remembered = new Map<string, Catalog>();
  /** Connections whose service was asked in this window. Their cached catalog is no longer used. */
  readonly #asked = new Set<string>();
  readonly #renewing = new Map<string, Promise<boolean>>();
  readonly #findings = new Map<string, CatalogFindings>();
  readonly #capabilities = new Map<string, Capabilities>();
  /** The requests for the version of each connection's service. */
  readonly #informing = new Map<string, Promise<void>>();
  /** The keys that answers contained and a catalog lacks. */
  readonly #unlisted = new WeakMap<Catalog, UnlistedKeys>();
  /** When a catalog was last reloaded because of a contradiction. */
  readonly #revised = new Map<string, number>();

  constructor(connections: Connections, ports: SchemaPorts) {
    super();
    this.#connections = connections;
    this.#ports = ports;
    this.own(
      connections.onDidChange(({ id, isSameEndpoint }) => {
        if (isSameEndpoint !== true) this.#capabilities.delete(id);
        this.forget(id);
      }),
      connections.onDidRemove(({ id }) => void ports.schemaCache.drop(id)),
      ports.projects.onDidChange(() => {
        for (const { id } of connections.all) {
          const knownCatalog = this.#remembered.get(id);
          if (knownCatalog?.source === "workspace") void this.#renew(id);
          else if (!knownCatalog && this.#asked.has(id)) this.forget(id);
        }
      }),
      ports.administrators.onDidSignIn((id) => {
        this.#informing.delete(id);
        void this.inform(id);
      }),
    );
  }

  /** Invalidates the catalog. The next call that needs it reads it again. */
  forget(connection: string): void {
    this.#catalogs.delete(connection);
    this.#asked.add(connection);
    this.#informing.delete(connection);
    this.findings(connection).forget();
    this.#ports.projects.forget();
    this.#forgotten.fire(connection);
  }

  /** The last catalog that could be read, for display beside a failure. */
  remembered(connection: string): Catalog | undefined {
    return this.#remembered.get(connection);
  }

  /** The connection's initial locale, if its service has it. */
  preferredLocale(connection: string): string | undefined {
    const { locale } = this.#connections.get(connection) ?? {};
    const { locales = [] } = this.#remembered.get(connection) ?? {};
    return locales.find(({ code }) => code === locale)?.code;
  }

  /** The known facts about a connection's service. They are kept until the endpoint changes. */
  capabilities(connection: string): Capabilities {
    const capabilities = this.#capabilities.get(connection) ?? new Capabilities();
    this.#capabilities.set(connection, capabilities);
    return capabilities;
  }

  /**
   * Asks the service for its version and its packages, in the background. Asks once for each
   * connection, if an administrator is signed in. While the version is unknown, another sign-in or
   * reload asks again.
   */
  inform(connection: string): Promise<void> {
    if (!this.#ports.administrators.isSignedIn(connection)) return Promise.resolve();
    if (this.capabilities(connection).version !== undefined) return Promise.resolve();
    const asking = this.#informing.get(connection) ?? this.#inform(connection);
    this.#informing.set(connection, asking);
    return asking;
  }

  async service(connection: string): Promise<Outcome<Service, SchemaFailure>> {
    const [locked, cms] = await this.#connections.reach(connection);
    if (locked) return failed(locked);
    const cachedRead = this.#catalogs.get(connection);
    const reading = cachedRead ?? this.#readFirst(connection, cms);
    this.#catalogs.set(connection, reading);
    const [failure, catalog] = await reading;
    if (!failure) {
      // Runs after the requested read, which does not wait for it.
      void this.inform(connection);
      const isManaged = this.#ports.administrators.isSignedIn(connection);
      return done({
        ...{ connection, cms, catalog },
        capabilities: this.capabilities(connection),
        doubt: (keys) => this.#unlisted.set(catalog, keys),
        manage: isManaged ? this.#managerOf(connection) : undefined,
        routes: this.findings(connection).routes,
        sendAllFields: this.#connections.get(connection)?.sendAllFields ?? [],
      });
    }
    // A failure is not cached: the next call tries again.
    if (this.#catalogs.get(connection) === reading) this.#catalogs.delete(connection);
    // A new token or URL takes effect at once. A read that began before it is repeated.
    return isCutOff(failure) ? this.service(connection) : failed(failure);
  }

  async type(connection: string, name: string): Promise<Outcome<TypedService, SchemaFailure>> {
    const [failure, service] = await this.service(connection);
    if (failure) return failed(failure);
    const type = name === mediaType ? mediaFileType : service.catalog.types.get(name);
    if (type) return done({ ...service, type });
    // The type may be newer than the catalog.
    const isNew = await this.#revise(connection, service.catalog);
    return isNew ? this.type(connection, name) : failed({ code: "no-type", name });
  }

  /**
   * Runs a read that relies on the catalog. If the answer contradicts the catalog, reloads the
   * catalog, at most once a minute, and repeats the read. If the service rejects a key of the
   * workspace's schema, omits the key and repeats the read.
   * @param readAgain Repeats the read, if `read` uses values from the previous catalog.
   */
  async readWithFreshCatalog<T, F extends AnyFailure>(
    connection: string,
    read: () => Promise<Outcome<T, F>>,
    readAgain = read,
  ): Promise<Outcome<T, F>> {
    const previousCatalog = this.#remembered.get(connection);
    const outcome = await read();
    const catalog = this.#remembered.get(connection);
    const error = refusalOf(outcome[0]);
    const isUnknownKey =
      error?.name === "ValidationError" && error.message.startsWith("Invalid key ");
    if (isUnknownKey && catalog?.source === "workspace") {
      const key = unknownKeyIn(error, catalog);
      if (key) {
        this.findings(connection).addUnknown(key);
        this.#use(connection, this.#learn(connection, catalog));
      }
      // If two reads are rejected at once, the first omits the key for both.
      if (key !== undefined || catalog !== previousCatalog)
        return this.readWithFreshCatalog(connection, readAgain);
    }
    const isDoubted = catalog !== undefined && this.#unlisted.has(catalog);
    // The service does not have a requested key or list.
    const isContradicted = isUnknownKey || error?.name === "NotFoundError";
    if (!isDoubted && !isContradicted) return outcome;
    return (await this.#revise(connection, catalog)) ? readAgain() : outcome;
  }

  findings(connection: string): CatalogFindings {
    const existingFindings = this.#findings.get(connection);
    if (existingFindings) return existingFindings;
    const routes = new Routes((isNew) => {
      const connectionRecord = this.#connections.get(connection);
      if (connectionRecord)
        void this.#ports.schemaCache.saveFindings(connectionRecord, { routes: routes.all });
      const catalog = this.#remembered.get(connection);
      if (isNew && catalog) this.#use(connection, this.#learn(connection, catalog));
    });
    const findings = new CatalogFindings(routes);
    this.#findings.set(connection, findings);
    return findings;
  }

  /** Reloads the catalog, by default once in a window. The current one stays in use meanwhile. */
  async revalidate(connection: string, isDue = !this.#asked.has(connection)): Promise<void> {
    if (isDue) await this.#renew(connection);
  }

  #managerOf(connection: string): Manage {
    const { administrators } = this.#ports;
    return (work) => administrators.call(connection, work, true);
  }

  async #inform(connection: string): Promise<void> {
    const capabilities = this.capabilities(connection);
    const [failure, facts] = await this.#managerOf(connection)((admin) => admin.information());
    // The connection's endpoint may have changed meanwhile.
    if (failure || this.#capabilities.get(connection) !== capabilities) return;
    capabilities.learnInformation(facts);
    this.#informed.fire(connection);
  }

  async #revise(connection: string, doubted: Catalog | undefined): Promise<boolean> {
    const renewing = this.#renewing.get(connection);
    if (renewing) return renewing;
    const currentCatalog = this.#remembered.get(connection);
    if (currentCatalog && doubted && !isSameCatalog(currentCatalog, doubted)) return true;
    const lastRevision = this.#revised.get(connection) ?? -Infinity;
    if (performance.now() - lastRevision < minReloadIntervalMs)
      return this.#learnHidden(connection, doubted);
    this.#revised.set(connection, performance.now());
    this.findings(connection).forgetHidden();
    const isNew = await this.#renew(connection);
    return (await this.#learnHidden(connection, doubted)) || isNew;
  }

  /** Adds keys that an answer had and a reload did not add. Returns whether it added any. */
  async #learnHidden(connection: string, doubted: Catalog | undefined): Promise<boolean> {
    const keys = doubted && this.#unlisted.get(doubted);
    const currentCatalog = this.#remembered.get(connection);
    if (!keys || !currentCatalog || currentCatalog.source === "inferred") return false;
    if (hasAttributes(currentCatalog, keys.attributes)) return false;
    const confirmed = await keys.confirm();
    this.findings(connection).addKeys(confirmed);
    const learned = this.#learn(connection, this.#remembered.get(connection) ?? currentCatalog);
    return this.#use(connection, learned, confirmed.hidden.size > 0);
  }

  /** Whether the catalog has changed. If it can't be read, the current one stays in use. */
  #renew(connection: string): Promise<boolean> {
    const renewing =
      this.#renewing.get(connection) ??
      this.#reread(connection).finally(() => this.#renewing.delete(connection));
    this.#renewing.set(connection, renewing);
    return renewing;
  }

  async #reread(connection: string): Promise<boolean> {
    const inForce = this.#catalogs.get(connection);
    const knownCatalog = this.#remembered.get(connection);
    const [locked, cms] = await this.#connections.reach(connection);
    if (locked) return false;
    const [failure, catalog] = await this.#read(connection, cms);
    // Another call may have requested a newer catalog meanwhile.
    if (failure || this.#catalogs.get(connection) !== inForce) return false;
    const isNew = !knownCatalog || !isSameCatalog(knownCatalog, catalog);
    return this.#use(connection, catalog, isNew);
  }

  /** The cached catalog of an earlier window, or else the one that the service returns now. */
  async #readFirst(connection: string, cms: Cms): Promise<Outcome<Catalog, SchemaFailure>> {
    const connectionRecord = this.#connections.get(connection);
    const isFirst = connectionRecord !== undefined && !this.#asked.has(connection);
    const cachedSchemas = isFirst
      ? await this.#ports.schemaCache.load(connectionRecord)
      : undefined;
    if (cachedSchemas?.routes) this.findings(connection).routes.restore(cachedSchemas.routes);
    return cachedSchemas
      ? done(this.#learn(connection, createCatalog(cachedSchemas)))
      : this.#read(connection, cms);
  }

  async #read(connection: string, cms: Cms): Promise<Outcome<Catalog, SchemaFailure>> {
    this.#asked.add(connection);
    const connectionRecord = this.#connections.get(connection);
    if (!connectionRecord) return failed({ code: "no-connection" });
    const [failure, schemas] = await readSchemas(cms, connectionRecord, this.#ports);
    if (failure) return failed(failure);
    const isManaged = this.#ports.administrators.isSignedIn(connection);
    const earlier = isManaged ? await this.#ports.schemaCache.load(connectionRecord) : undefined;
    const fullSchemas = {
      ...schemas,
      mainFields: earlier?.mainFields ?? {},
      routes: this.findings(connection).routes.all,
    };
    void this.#ports.schemaCache.save(connectionRecord, fullSchemas);
    if (isManaged) void this.#readMainFields(connectionRecord);
    return done(this.#learn(connection, createCatalog(fullSchemas)));
  }

  /** Asks for the titles of the admin panel, in the background, and puts new ones in force. */
  async #readMainFields(connectionRecord: Connection): Promise<void> {
    const { id } = connectionRecord;
    const [failure, mainFields] = await this.#managerOf(id)((admin) => admin.mainFields());
    if (failure) return;
    const inForce = this.#catalogs.get(id);
    await inForce;
    const schemas = await this.#ports.schemaCache.saveFindings(connectionRecord, { mainFields });
    // A newer catalog, which another call requested, already has these titles.
    if (!schemas || !inForce || this.#catalogs.get(id) !== inForce) return;
    const catalog = createCatalog(schemas);
    const currentTargets = this.#remembered.get(id)?.targets;
    const isNew = [...catalog.targets.values()].some(
      ({ uid, titleField }) => currentTargets?.get(uid)?.titleField !== titleField,
    );
    if (isNew) this.#use(id, this.#learn(id, catalog));
  }

  /** Puts a catalog in force, and reports it if it is new. Returns whether it is new. */
  #use(connection: string, catalog: Catalog, isNew = true): boolean {
    this.#catalogs.set(connection, Promise.resolve(done(catalog)));
    if (isNew) this.#forgotten.fire(connection);
    return isNew;
  }

  /** A catalog with everything that answers have taught. It is remembered for display. */
  #learn(connection: string, sourceCatalog: Catalog): Catalog {
    const catalog = this.findings(connection).of(sourceCatalog);
    this.#remembered.set(connection, catalog);
    this.#learned.fire(connection);
    return catalog;
  }
}

/** What the answers of a service have taught about its catalog, until that is invalidated. */
class CatalogFindings {
  readonly routes: Routes;
  /** The keys that the workspace's schema has and the service does not. */
  #unknown: readonly UnknownKey[] = [];
  /** The keys that answers contain and the schema lacks. */
  #confirmed = noKeys;
  /** The uids of the types whose hidden attributes an answer has shown. */
  readonly #revealed = new Set<string>();

  constructor(routes: Routes) {
    this.routes = routes;
  }

  /** A catalog with everything that answers have taught. */
  of(catalog: Catalog): Catalog {
    const unknown = catalog.source === "workspace" ? this.#unknown : [];
    return this.routes.of(withoutKeys(withHidden(catalog, this.#confirmed), unknown));
  }

  addUnknown(key: UnknownKey): void {
    this.#unknown = [...this.#unknown, key];
  }

  addKeys(confirmed: ConfirmedKeys): void {
    this.#confirmed = mergeKeys(this.#confirmed, confirmed);
  }

  /** Whether an answer has shown all attributes of a type, and none of them was empty. */
  isRevealed({ uid, attributes }: ContentType): boolean {
    return this.#revealed.has(uid) && ![...attributes.values()].some(isUndetermined);
  }

  setRevealed({ uid }: ContentType): void {
    this.#revealed.add(uid);
  }

  forget(): void {
    this.#unknown = [];
    this.routes.forget();
    this.forgetHidden();
  }

  /** The service may have lost the keys that its schema lacks. */
  forgetHidden(): void {
    this.#confirmed = noKeys;
    this.#revealed.clear();
  }
}

/** A route that reads documents of a type: one by its documentId, or a list. */
export type Route = "one" | "list";

/** The service's code can change at any time. */
const findingLifetimeMs = 24 * 60 * 60 * 1_000;

export class Routes {
  readonly #records = new Map<string, RouteRecords[string]>();
  readonly #onLearn: (isNew: boolean) => void;

  /** `onLearn` is called after each finding, with whether it changes what was known. */
  constructor(onLearn: (isNew: boolean) => void) {
    this.#onLearn = onLearn;
  }

  /** The catalog with the uids of types whose `one` route ignores what a request asks for. */
  of(catalog: Catalog): Catalog {
    const decided = new Set(
      [...this.#records].flatMap(([key, { decides }]) => {
        const [route, uid = ""] = key.split(" ");
        return decides && route === "one" ? uid : [];
      }),
    );
    const { decided: earlierDecided, ...baseCatalog } = catalog;
    if (decided.size === 0) return earlierDecided ? baseCatalog : catalog;
    return { ...baseCatalog, decided };
  }

  /** Whether the route ignores what a request asks for; undefined if unknown or outdated. */
  decides(route: Route, uid: string): boolean | undefined {
    const record = this.#records.get(`${route} ${uid}`);
    return record && Date.now() - record.at < findingLifetimeMs ? record.decides : undefined;
  }

  learn(route: Route, uid: string, decides: boolean): void {
    const key = `${route} ${uid}`;
    const isNew = (this.#records.get(key)?.decides ?? false) !== decides;
    this.#records.set(key, { decides, at: Date.now() });
    this.#onLearn(isNew);
  }

  /** Restores the findings of an earlier window, unless this window has its own. */
  restore(routes: RouteRecords): void {
    if (this.#records.size > 0) return;
    for (const [key, record] of Object.entries(routes)) this.#records.set(key, record);
  }

  get all(): RouteRecords {
    return Object.fromEntries(this.#records);
  }

  forget(): void {
    this.#records.clear();
  }
}
