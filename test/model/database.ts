import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../services/databaseReader.ts";
import type { DatabaseReader } from "../services/databaseReader.ts";
import type { Service } from "../support/service.ts";
import { keyOf, DatabaseEntities } from "./databaseEntities.ts";
import type { Link, Places } from "./databaseEntities.ts";

/** The attributes of each document version as JSON, by table, documentId, locale and version. */
export type Contents = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A type, a component or a join table in the service's description of its tables. */
interface Described {
  readonly uid: string;
  readonly tableName: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
}

interface Attribute {
  readonly target?: string;
  readonly mappedBy?: string;
  readonly joinTable?: {
    readonly name: string;
    readonly joinColumn: { readonly name: string };
    readonly inverseJoinColumn?: { readonly name: string };
    readonly orderColumnName?: string;
    /** Present in the table that the components and dynamic zones of a type share. */
    readonly on?: object;
    /** Present in the join table of media files, which contains the type of the entity. */
    readonly morphColumn?: object;
  };
}

/** Tables that the service changes without an edit. They contain sessions, or when a token was last used. */
const isInternal = (table: string): boolean => /^(strapi|admin|sqlite)_/.test(table);

/** The content service's database, read directly. The contents omit row ids. */
export class Database {
  readonly #reader: DatabaseReader;
  readonly #tables: readonly string[];
  readonly #places: Places;
  /** The last contents, with the version of the database before they were read. */
  #last: { readonly version: unknown; readonly contents: Contents } | undefined;

  private constructor(reader: DatabaseReader, tables: readonly string[], tableMap: Places) {
    this.#reader = reader;
    this.#tables = tables;
    this.#places = tableMap;
  }

  /** Rejects when the database has a table that a comparison would ignore. */
  static async open({ database, folder }: Pick<Service, "database" | "folder">): Promise<Database> {
    const file = readFileSync(join(folder, "tables.json"), "utf8");
    const tableMap = placesIn(JSON.parse(file) as Described[]);
    const reader = await readDatabase(database);
    try {
      const tables = (await reader.tables()).filter((table) => !isInternal(table));
      const missed = tables.filter((table) => !tableMap.known.has(table));
      if (missed.length > 0) throw new Error(`What is in these tables? ${missed.join(", ")}`);
      return new Database(reader, tables, tableMap);
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  /** Reads the tables only if the database may have changed since the last time. */
  async read(): Promise<Contents> {
    const version = this.#reader.version();
    if (version !== undefined && version === this.#last?.version) return this.#last.contents;
    const contents = await this.#read();
    this.#last = { version, contents };
    return contents;
  }

  async #read(): Promise<Contents> {
    const rows = new Map<string, Awaited<ReturnType<DatabaseReader["rows"]>>>();
    for (const table of this.#tables) rows.set(table, await this.#reader.rows(table));
    const reader = new DatabaseEntities(rows, this.#places);
    const contents = new Map<string, ReadonlyMap<string, string>>();
    for (const [table, entities] of rows) {
      for (const entity of entities) {
        if ("document_id" in entity)
          contents.set(keyOf(table, entity), reader.attributes(table, entity));
      }
    }
    return contents;
  }

  /** The table of a type or component, by its uid. */
  tableOf(uid: string): string {
    return this.#places.tableOf.get(uid) ?? "";
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}

function placesIn(described: readonly Described[]): Places & { readonly known: Set<string> } {
  const tableOf = new Map(described.map(({ uid, tableName }) => [uid, tableName]));
  const joins = described.flatMap(({ tableName: owner, attributes }) =>
    Object.entries(attributes).flatMap(([name, { joinTable, ...attribute }]) =>
      joinTable ? [{ ...attribute, ...joinTable, owner, name, table: joinTable.name }] : [],
    ),
  );
  const components = joins.filter(({ on }) => on !== undefined);
  const files = joins.filter(({ on, morphColumn }) => on === undefined && morphColumn);
  const links = joins
    .filter(({ on, morphColumn, mappedBy }) => !on && !morphColumn && mappedBy === undefined)
    .map((join): Link => ({
      table: join.table,
      name: join.name,
      from: join.joinColumn.name,
      to: join.inverseJoinColumn?.name ?? "",
      owner: join.owner,
      target: tableOf.get(join.target ?? "") ?? "",
      order: join.orderColumnName,
    }));
  const entities = described.filter(({ uid, tableName }) => uid !== tableName);
  return {
    tableOf,
    links,
    components: new Map(components.map(({ owner, table }) => [owner, table])),
    known: new Set([
      ...entities.map(({ tableName }) => tableName),
      ...[...components, ...files, ...links].map(({ table }) => table),
    ]),
  };
}

/** The attributes that differ, by document version. */
export function differences(before: Contents, after: Contents): Record<string, string[]> {
  const differingNames: Record<string, string[]> = {};
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)];
    const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
    const differing = [...names].filter((name) => old?.get(name) !== now?.get(name));
    if (differing.length > 0) differingNames[key] = differing.sort();
  }
  return differingNames;
}
