import type { JsonObject } from "../../src/model/foundation/json.ts";
import { changeDatabase } from "../services/changeDatabase.ts";
import { describeService } from "../services/descriptions.ts";
import "../services/skipInapplicable.ts";
import { startFaultyProxy } from "../support/faultyProxy.ts";
import type { FaultyProxy } from "../support/faultyProxy.ts";
import { plainRequest } from "../support/plainHttp.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { SchemaCache } from "../../src/model/schemas/schemaCache.ts";
import { Database } from "./database.ts";
import { TextsInMemory } from "./ports.ts";
import { storedSchemas, TestModel } from "./testModel.ts";

let service: Service;
let database: Promise<Database> | undefined;
let schemas: TextsInMemory;
let restored = 0;
const models: TestModel[] = [];

// All tests on the real service import this file, so they share one service.
before(async function () {
  // The first start on a machine fills the database.
  this.timeout(180_000);
  service = await startService();
  schemas = await storedSchemas(service, { hasRead: true });
});

afterEach(() => {
  for (const model of models.splice(0)) model.close();
});

after(async () => {
  await (await database)?.close();
  await service.stop();
});

export const magazine = (): Service => service;

/** The magazine's database, which is closed before its service stops. */
export function openMagazine(): Promise<Database> {
  database ??= Database.open(service);
  return database;
}

/** How often the seeded content was restored. This also ends the sessions of administrators. */
export const restoreCount = (): number => restored;

async function restore(): Promise<void> {
  restored += 1;
  await service.restore();
}

/**
 * Gives the tests of a describe() a service with the seeded content, which they may change as a whole. It is the
 * magazine, restored before and after them, or a separate service if the database can't be restored.
 */
export function useSeededService(): () => Service {
  let separate: Service | undefined;
  before("restore the seeded content", async function () {
    this.timeout(180_000);
    if (service.database.kind === "sqlite") await restore();
    else separate = await startService();
  });
  after("restore the seeded content", async () => {
    await (separate?.stop() ?? restore());
  });
  return () => separate ?? service;
}

/** Like `useSeededService`, but always the newest service. */
export function useNewestService(): () => Service {
  if (describeService().name === "newest") return useSeededService();
  let separate: Service;
  before("start the newest service", async function () {
    this.timeout(180_000);
    separate = await startService({ service: "newest" });
  });
  after("stop the newest service", () => separate.stop());
  return () => separate;
}

/**
 * Deletes the documents of some types for the tests of a describe(), so that it takes little to read all of them. Only
 * if the database can be restored.
 */
export function useFewDocuments(...tables: readonly string[]): void {
  const canRestore = () => service.database.kind === "sqlite";
  before("delete documents", async () => {
    if (!canRestore()) return;
    for (const table of tables) await changeDatabase(service, `DELETE FROM ${table}`);
  });
  after("restore the seeded content", async () => {
    if (canRestore()) await restore();
  });
}

/** Gives each test of a describe() its own proxy to the magazine, with the faults that the test chooses. */
export function useFaultyProxy(): Omit<FaultyProxy, "stop"> {
  let proxy: FaultyProxy;
  beforeEach(async () => {
    proxy = await startFaultyProxy(service.url);
  });
  afterEach(() => proxy.stop());
  return {
    get url() {
      return proxy.url;
    },
    get passages() {
      return proxy.passages;
    },
    meet: (choose) => proxy.meet(choose),
    untilQuiet: () => proxy.untilQuiet(),
  };
}

/**
 * The model for the magazine's service. By default, it has a full-access token, and the schemas that an earlier window
 * stored, because reading them takes as long as most tests. With a path prefix, token or catalogs of its own, it reads
 * them. A URL is that of a proxy.
 */
export function openModel(
  options: Partial<ConstructorParameters<typeof TestModel>[0]> = {},
): TestModel {
  const { apiPrefix, tokens } = service;
  const { url = service.url } = options;
  const readsSchemas = ["apiPrefix", "token", "catalogs"].some((key) => key in options);
  const model = new TestModel({
    ...{ url, apiPrefix, token: tokens.full },
    ...(!readsSchemas && { catalogs: { schemaCache: new SchemaCache(schemasAt(url)) } }),
    ...options,
  });
  models.push(model);
  return model;
}

/** The stored schemas. Those of a proxy contain nothing about the routes, whose answers it can change. */
function schemasAt(url: string): TextsInMemory {
  if (url === service.url) return new TextsInMemory(schemas.texts);
  return new TextsInMemory(
    [...schemas.texts].map(([name, text]): [string, string] => {
      const stored = JSON.parse(text) as { readonly schemas: object };
      return [name, JSON.stringify({ ...stored, url, schemas: { ...stored.schemas, routes: {} } })];
    }),
  );
}

let session: Promise<string> | undefined;

/**
 * The session of the magazine's user. It is requested only once, because the service allows ten sign-ins per minute.
 */
export function userSession(): Promise<string> {
  session ??= plainRequest(service, "POST", "auth/local", service.user).then(
    ({ body }) => (body as { jwt: string }).jwt,
  );
  return session;
}

/** Sends a request without the project's client; returns undefined when the service answers 404. */
export async function ask(method: string, path: string, data?: object): Promise<unknown> {
  const response = await fetch(`${service.url}/${service.apiPrefix}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.tokens.full}`,
      "content-type": "application/json",
    },
    ...(data && { body: JSON.stringify({ data }) }),
  });
  const text = await response.text();
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** A document, read from the service without the project's client. */
export async function document(path: string, query = ""): Promise<JsonObject | undefined> {
  const answer = (await ask("GET", `${path}?${query}`)) as { data: JsonObject } | undefined;
  return answer?.data;
}

export const draft = (path: string, query = ""): Promise<JsonObject | undefined> =>
  document(path, `status=draft&${query}`);

/** The drafts of a type, read from the service without the project's client. */
export async function drafts(type: string, query = ""): Promise<JsonObject[]> {
  const answer = (await ask("GET", `${type}?status=draft&${query}`)) as { data: JsonObject[] };
  return answer.data;
}

/** The number of documents, including drafts. */
export async function total(type: string, query = ""): Promise<number> {
  const answer = await ask("GET", `${type}?status=draft&pagination[pageSize]=1&${query}`);
  return (answer as { meta: { pagination: { total: number } } }).meta.pagination.total;
}

let uniqueCount = 0;

/** A text that no other document of the service contains. */
export const unique = (word: string): string => `${word} ${process.pid}-${(uniqueCount += 1)}`;

/** Creates an article and returns its documentId. The article is published unless the query says otherwise. */
export async function makeArticle(data: object = {}, query = ""): Promise<string> {
  return make(`articles?${query}`, { title: unique("Article"), kicker: "Made", ...data });
}

export async function make(path: string, data: object): Promise<string> {
  const answer = (await ask("POST", path, data)) as { data: { documentId: string } };
  return answer.data.documentId;
}

/** Creates a published article with one title in the default locale and another one in French. */
export async function makeTranslated(title: string, french: string): Promise<string> {
  const id = await makeArticle({ title });
  await ask("PUT", `articles/${id}?locale=fr`, { title: french });
  return id;
}

/** Changes the draft as another client does. */
export async function changeElsewhere(id: string, data: object, query = ""): Promise<void> {
  await ask("PUT", `articles/${id}?status=draft&${query}`, data);
}

/** The values of some attributes in the draft and in the published version. */
export async function bothVersions(id: string, ...names: string[]): Promise<unknown[]> {
  const versions = [await draft(`articles/${id}`), await document(`articles/${id}`)];
  return versions.map((version) => version && names.map((name) => version[name]));
}
