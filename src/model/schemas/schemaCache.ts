import { isDeepStrictEqual } from "node:util";
import { createCatalog, type RawSchemas } from "./catalog.ts";
import type { Connection } from "../connect/connection.ts";
import { isArray, isObject, type Json } from "../foundation/json.ts";
import { SerialQueue } from "../foundation/asyncSteps.ts";
import type { TextStore } from "../foundation/textStore.ts";

/** Schemas in another format are ignored. */
const formatVersion = 1;

/** The last known schemas of each connection, so that a window opens without requests. */
export class SchemaCache {
  readonly #store: TextStore;
  readonly #writes = new SerialQueue();

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** Undefined if no schemas are stored, or if they belong to another URL. */
  async load({ id, url }: Connection): Promise<RawSchemas | undefined> {
    const text = await this.#store.load(nameOf(id));
    return text === undefined ? undefined : schemasIn(text, url);
  }

  save(connection: Connection, schemas: RawSchemas): Promise<void> {
    return this.#writes.run(() => this.#write(connection, schemas));
  }

  /**
   * Saves findings with the stored schemas, and returns both. Undefined if no schemas are stored, or
   * if they already contain the findings.
   */
  saveFindings(
    connection: Connection,
    findings: Partial<Pick<RawSchemas, "routes" | "mainFields">>,
  ): Promise<RawSchemas | undefined> {
    return this.#writes.run(async () => {
      const schemas = await this.load(connection);
      const mergedSchemas = schemas && { ...schemas, ...findings };
      if (!mergedSchemas || isDeepStrictEqual(mergedSchemas, schemas)) return undefined;
      await this.#write(connection, mergedSchemas);
      return mergedSchemas;
    });
  }

  drop(id: string): Promise<void> {
    return this.#store.drop(nameOf(id));
  }

  /** Also deletes the schemas of removed connections. */
  async dropAll(): Promise<void> {
    for (const name of await this.#store.names()) await this.#store.drop(name);
  }

  async #write({ id, url }: Connection, schemas: RawSchemas): Promise<void> {
    await this.#store.save(nameOf(id), JSON.stringify({ form: formatVersion, url, schemas }));
  }
}

const nameOf = (id: string): string => `${id}.json`;

const areRoutes = (routes: unknown): boolean =>
  isObject(routes) &&
  Object.values(routes).every(
    (record) =>
      isObject(record) &&
      typeof record["decides"] === "boolean" &&
      typeof record["at"] === "number",
  );

/** Undefined if the schemas belong to another URL, or if the file is truncated or was edited. */
function schemasIn(text: string, url: string): RawSchemas | undefined {
  try {
    const record = JSON.parse(text) as Json;
    if (!isObject(record) || record["form"] !== formatVersion || record["url"] !== url)
      return undefined;
    const { schemas } = record;
    if (!isSchemas(schemas)) return undefined;
    // Throws if a part of the schemas is malformed.
    createCatalog(schemas);
    const { routes = {}, ...schemasWithoutRoutes }: RawSchemas = schemas;
    return { ...schemasWithoutRoutes, ...(areRoutes(routes) && { routes }) };
  } catch {
    return undefined;
  }
}

const isSchemas = (value: unknown): value is RawSchemas =>
  isObject(value) &&
  [value["contentTypes"], value["components"], value["locales"]].every(isArray) &&
  ["service", "workspace", "inferred"].some((source) => source === value["source"]) &&
  typeof value["readAt"] === "number";
