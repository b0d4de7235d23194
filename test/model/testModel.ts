import assert from "node:assert/strict";
import { singleId } from "../../src/model/foundation/address.ts";
import type { Address } from "../../src/model/foundation/address.ts";
import { Administrators } from "../../src/model/connect/administrators.ts";
import type { Login, LoginRequest } from "../../src/model/connect/administrators.ts";
import { Catalogs } from "../../src/model/schemas/catalogs.ts";
import type { TypedService } from "../../src/model/schemas/catalogs.ts";
import type { SchemaPorts } from "../../src/model/schemas/schemaSources.ts";
import { Connections } from "../../src/model/connect/connections.ts";
import type { LogEntry } from "../../src/client/index.ts";
import type { ClientOptions } from "../../src/model/connect/clients.ts";
import type { Connection, ConnectionStore } from "../../src/model/connect/connection.ts";
import { ContentLists } from "../../src/model/browse/contentLists.ts";
import { OpenDocuments } from "../../src/model/save/openDocuments.ts";
import type { AnnouncedSave, SaveResult } from "../../src/model/save/openDocuments.ts";
import { Journal } from "../../src/model/journal/journal.ts";
import type { Json, JsonObject } from "../../src/model/foundation/json.ts";
import { Publication } from "../../src/model/publish/publication.ts";
import { Locks } from "../../src/model/connect/locks.ts";
import type { Outcome } from "../../src/model/foundation/outcome.ts";
import type { Failure } from "../../src/model/failure.ts";
import { Projects } from "../../src/model/schemas/projects.ts";
import { SchemaCache } from "../../src/model/schemas/schemaCache.ts";
import { SnapshotReader } from "../../src/model/documents/snapshotReader.ts";
import { readVersion, readVersions } from "../../src/model/reading/documentReader.ts";
import { readInferredSchemas } from "../../src/model/reading/sampleReader.ts";
import type { Snapshot } from "../../src/model/documents/snapshotReader.ts";
import type { PublicationStatus } from "../../src/model/content/publicationStatus.ts";
import type { Stat } from "../../src/model/edit/session.ts";
import { RunLogs } from "../../src/model/runs/runLogs.ts";
import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import type { Service } from "../support/service.ts";
import { must } from "./outcomes.ts";
import { FilesInMemory } from "./schemas/projectFolder.ts";
import {
  BasesInMemory,
  ConnectionsInMemory,
  JournalInMemory,
  JournalSettingsInMemory,
  ListQueriesInMemory,
  plainWays,
  RunsInMemory,
  TextsInMemory,
} from "./ports.ts";

/** The id of the connection is always the same, so that a second model acts as the same window after a reload. */
const ownId = "k3j2h4x9";

interface ModelOptions {
  readonly url: string;
  /** The default is "api". */
  readonly apiPrefix?: string;
  readonly token?: string;
  readonly bases?: BasesInMemory;
  readonly journalStore?: JournalInMemory;
  readonly runStore?: RunsInMemory;
  /** Where catalogs are stored. */
  readonly catalogs?: Partial<SchemaPorts>;
  readonly listQueries?: ListQueriesInMemory;
  readonly pageSize?: number;
  /** Creates the connections. By default, they have the default client options. */
  readonly connect?: (store: ConnectionStore, options: ClientOptions) => Connections;
}

interface Pressed {
  /** The editor's last stat of its document. */
  readonly opened: Stat;
  readonly ask?: AnnouncedSave["ask"];
}

/** All parts of the model for one service, as in one window. */
export class TestModel {
  readonly log: LogEntry[] = [];
  readonly store = new ConnectionsInMemory();
  readonly connections: Connections;
  readonly locks: Locks;
  /** The answers to the next requests for an administrator's login, in order. */
  readonly logins: Login[] = [];
  /** The requests for an administrator's login so far, in order. */
  readonly requests: LoginRequest[] = [];
  /** Runs while a request for a login is open. */
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  readonly administrators: Administrators;
  /** By default, the projects of an empty workspace. */
  readonly projects: Projects;
  readonly catalogs: Catalogs;
  readonly reader: SnapshotReader;
  readonly connection: Connection;
  readonly bases: BasesInMemory;
  readonly lists: ContentLists;
  readonly journalSettings = new JournalSettingsInMemory();
  readonly journal: Journal;
  readonly runs: RunLogs;
  readonly documents: OpenDocuments;
  readonly publication: Publication;

  constructor({
    url,
    apiPrefix,
    token,
    pageSize = 25,
    connect = plainly,
    ...stores
  }: ModelOptions) {
    const connectionOptions: ClientOptions = {
      ...plainWays,
      log: (entry) => this.log.push(entry),
      isWriteAllowed: ({ id }) => this.locks.isWriteAllowed(id),
    };
    this.connections = connect(this.store, connectionOptions);
    this.locks = new Locks(this.connections);
    this.administrators = new Administrators({
      connections: this.connections,
      store: this.store,
      clientOptions: connectionOptions,
      ask: async (_, request) => {
        this.requests.push(request);
        await this.meanwhile();
        return this.logins.shift();
      },
    });
    this.projects = stores.catalogs?.projects ?? new Projects(new FilesInMemory([]));
    this.catalogs = new Catalogs(this.connections, {
      administrators: this.administrators,
      schemaCache: new SchemaCache(new TextsInMemory()),
      infer: readInferredSchemas,
      ...stores.catalogs,
      projects: this.projects,
    });
    this.reader = new SnapshotReader(this.catalogs);
    const { bases = new BasesInMemory(), journalStore = new JournalInMemory() } = stores;
    this.runs = runsIn(stores.runStore);
    const { listQueries = new ListQueriesInMemory() } = stores;
    this.connection = { id: ownId, name: "Magazine", url, ...(apiPrefix && { apiPrefix }) };
    this.store.connections = [this.connection];
    if (token !== undefined) this.store.tokens.set(this.connection.id, token);
    this.bases = bases;
    this.lists = new ContentLists(this.catalogs, () => pageSize, listQueries);
    this.journal = new Journal(journalStore, this.journalSettings);
    this.documents = new OpenDocuments(this, bases, () => false);
    this.publication = new Publication(this);
  }

  at(type: string, id: string, locale?: string): Address {
    return { connection: this.connection.id, type, id, ...(locale && { locale }) };
  }

  article = (id: string, locale = "en"): Address => this.at("articles", id, locale);

  single = (type: string, locale?: string): Address => this.at(type, singleId, locale);

  /** Opens a document as an editor does: requests stat and content at the same time, then reports the loaded text. */
  async open(address: Address): Promise<Snapshot> {
    const [stat, read] = await Promise.all([
      this.documents.stat(address),
      this.documents.read(address),
    ]);
    must(stat);
    const snapshot = must(read);
    this.documents.edits.loaded(address, snapshot.text);
    return snapshot;
  }

  /** Waits for the publication status of an open document. */
  async stood(address: Address): Promise<PublicationStatus> {
    return must(await must(await this.documents.read(address)).publication.wait());
  }

  save(address: Address, text: string, agreed = true): Promise<Outcome<SaveResult, Failure>> {
    return this.documents.write(address, { text, confirmClearing: () => Promise.resolve(agreed) });
  }

  /**
   * Saves as Ctrl+S does in VS Code. Returns undefined when VS Code's own check stops the save. It does so when the
   * document has a later time and another size than in `opened`.
   */
  async press(
    address: Address,
    text: string,
    { opened, ask }: Pressed,
  ): Promise<Outcome<SaveResult, Failure> | undefined> {
    const stat = must(await this.documents.stat(address, { text, ...(ask && { ask }) }));
    const isStopped = stat.modified > opened.modified && stat.size !== opened.size;
    return isStopped ? undefined : this.save(address, text);
  }

  /** Requests the stat, as an editor does before a save, until it belongs to a new version. */
  async noticeChange(address: Address): Promise<void> {
    const lastModified = must(await this.documents.stat(address)).modified;
    while (must(await this.documents.stat(address)).modified === lastModified) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The paths of the requests with this method so far. */
  sent(method: string): string[] {
    return this.log.filter((entry) => entry.method === method).map(({ path }) => path);
  }

  close(): void {
    const { documents, lists, catalogs, locks, administrators, connections } = this;
    for (const part of [documents, lists, catalogs, locks, administrators, connections]) {
      part.dispose();
    }
  }
}

const runsIn = (store = new RunsInMemory()): RunLogs =>
  new RunLogs({ logs: store, locks: store, urlOf: String, arrivalMs: 0 });

const plainly: NonNullable<ModelOptions["connect"]> = (store, options) =>
  new Connections(store, options);

/** The text of a document after an edit; undefined removes a key. */
export function edited(
  { content }: Pick<Snapshot, "content">,
  change: Readonly<Record<string, Json | undefined>>,
): string {
  return JSON.stringify({ ...content, ...change }, null, 2);
}

export const factsIn = ({ content }: Snapshot): JsonObject => content["$"] as JsonObject;

/**
 * The schemas that a window stores for later windows of the connection. If it `hasRead` documents of each type, they
 * contain what it found about the routes of the types.
 */
export async function storedSchemas(
  service: Pick<Service, "url" | "apiPrefix" | "tokens">,
  { id = ownId, hasRead = false }: { readonly id?: string; readonly hasRead?: boolean } = {},
): Promise<TextsInMemory> {
  const { url, apiPrefix, tokens } = service;
  const texts = new TextsInMemory();
  const schemaCache = new SchemaCache(texts);
  const model = new TestModel({
    url,
    apiPrefix,
    token: tokens.full,
    catalogs: { schemaCache },
  });
  const { catalog } = must(await model.catalogs.service(ownId));
  assert.equal(catalog.source, "service");
  for (const name of hasRead ? catalog.types.keys() : [])
    await learnRoutes(must(await model.catalogs.type(ownId, name)), service);
  // The write of the findings has then ended.
  await schemaCache.saveFindings(model.connection, {});
  model.close();
  return new TextsInMemory([[`${id}.json`, texts.texts.get(`${ownId}.json`) ?? ""]]);
}

/** Reads a document, because a window probes the routes of a type before it first reads by them. */
async function learnRoutes(typed: TypedService, service: Target): Promise<void> {
  const { name, kind, draftAndPublish } = typed.type;
  const status = draftAndPublish ? "draft" : "published";
  if (kind === "single") {
    await readVersion(typed, { documentId: undefined, locale: undefined, status });
    return;
  }
  const [first] = await plainList(service, `${name}?status=${status}&pagination[pageSize]=1`);
  if (!first) return;
  const { documentId } = first;
  await readVersions(typed, [documentId], { status, locale: null });
  await readVersion(typed, { documentId, locale: undefined, status });
}

/** The model for a service, with a full-access token. */
export const modelOn = ({
  url,
  apiPrefix,
  tokens,
}: Pick<Service, "url" | "apiPrefix" | "tokens">): TestModel =>
  new TestModel({ url, apiPrefix, token: tokens.full });
