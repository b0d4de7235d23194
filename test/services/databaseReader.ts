import { createRequire } from "node:module";
import { join } from "node:path";
import { loadSqlite } from "../support/sqlite.ts";
import type { DatabaseAccess } from "./databaseServer.ts";
import { magazineFolder } from "./descriptions.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Reads the tables of a service's database without the service. */
export interface DatabaseReader {
  tables(): Promise<string[]>;
  /** All rows of a table. Numbers that JavaScript would round are text. */
  rows(table: string): Promise<Row[]>;
  /** Another value after each change of the database; undefined if it can't tell. */
  version(): unknown;
  close(): Promise<void>;
}

/** Loads the database drivers from the service's packages. */
const load = createRequire(join(magazineFolder, "package.json"));

export function readDatabase(access: DatabaseAccess): Promise<DatabaseReader> {
  switch (access.kind) {
    case "sqlite":
      return Promise.resolve(readSqlite(access.file));
    case "postgres":
      return readPostgres(access);
    case "mariadb":
      return readMariadb(access);
  }
}

interface Sqlite {
  prepare(sql: string): { all(): Row[] };
  pragma(source: string, options: { readonly simple: true }): unknown;
  close(): void;
}

function readSqlite(file: string): DatabaseReader {
  const Sqlite = loadSqlite() as new (path: string, options: object) => Sqlite;
  const sqlite = new Sqlite(file, { readonly: true });
  const all = (sql: string) => sqlite.prepare(sql).all();
  const selects = new Map<string, string>();
  const select = (table: string): string => {
    const long = all(`PRAGMA table_info("${table}")`).filter(({ type }) => type === "bigint");
    const texts = long.map(({ name }) => `, CAST("${String(name)}" AS TEXT) AS "${String(name)}"`);
    return `SELECT *${texts.join("")} FROM "${table}"`;
  };
  return {
    tables: () =>
      Promise.resolve(
        all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name)),
      ),
    rows: (table) => {
      const sql = selects.get(table) ?? select(table);
      selects.set(table, sql);
      return Promise.resolve(all(sql));
    },
    version: () => sqlite.pragma("data_version", { simple: true }),
    close: () => {
      sqlite.close();
      return Promise.resolve();
    },
  };
}

type ServerAccess = Exclude<DatabaseAccess, { kind: "sqlite" }>;

interface Postgres {
  connect(): Promise<unknown>;
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

export async function connectPostgres(access: ServerAccess): Promise<Postgres> {
  const { host, port, user, database } = access;
  const { Client } = load("pg") as { Client: new (options: object) => Postgres };
  // Returns each value as text, because a Date would lose microseconds and a number would lose digits.
  const types = { getTypeParser: () => (value: unknown) => value };
  const client = new Client({ host, port, user, database, types });
  await client.connect();
  return client;
}

async function readPostgres(access: ServerAccess): Promise<DatabaseReader> {
  const client = await connectPostgres(access);
  const all = async (sql: string) => (await client.query(sql)).rows;
  return {
    tables: () => names(all("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")),
    rows: (table) => all(`SELECT * FROM "${table}"`),
    version: () => undefined,
    close: () => client.end(),
  };
}

interface Mariadb {
  query(sql: string, values?: readonly unknown[]): Promise<[Row[]]>;
  end(): Promise<void>;
}

export function connectMariadb(access: ServerAccess): Promise<Mariadb> {
  const { host, port, user, database } = access;
  const driver = load("mysql2/promise") as { createConnection(options: object): Promise<Mariadb> };
  // Returns each value as text, for the same reason as in PostgreSQL.
  const typeCast = (field: { string(): string | null }) => field.string();
  return driver.createConnection({ host, port, user, database, typeCast });
}

async function readMariadb(access: ServerAccess): Promise<DatabaseReader> {
  const connection = await connectMariadb(access);
  const all = async (sql: string) => (await connection.query(sql))[0];
  return {
    tables: () =>
      names(
        all(
          "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
        ),
      ),
    rows: (table) => all(`SELECT * FROM \`${table}\``),
    version: () => undefined,
    close: () => connection.end(),
  };
}

const names = async (rows: Promise<Row[]>): Promise<string[]> =>
  (await rows).map(({ name }) => String(name));
