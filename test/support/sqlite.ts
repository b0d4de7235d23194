import { createRequire } from "node:module";
import { join } from "node:path";
import { magazineFolder } from "../services/descriptions.ts";
import { opensDatabases, testNode } from "./testNode.mjs";

/** The part of the API of better-sqlite3 that the tests use. The content service installs it. */
export interface Sqlite {
  prepare(sql: string): { run(...values: readonly unknown[]): unknown };
  pragma(source: string): unknown;
  /** Replaces the content of that file, which another process may have open. */
  backup(file: string): Promise<unknown>;
  close(): void;
}

const load = createRequire(join(magazineFolder, "package.json"));

/** The class `Database` of better-sqlite3. An older Node would crash when it opens a database. */
export function loadSqlite(): unknown {
  if (!opensDatabases) {
    const words = `${testNode()} node_modules/mocha/bin/mocha.js`;
    throw new Error(`Opening a database needs Node 22 or later. Run this test with ${words}.`);
  }
  return load("better-sqlite3");
}

/** Opens a database file. This creates files next to it. */
export function openSqlite(file: string): Sqlite {
  const Driver = loadSqlite() as new (path: string) => Sqlite;
  return new Driver(file);
}

/**
 * Changes a service's database without the service, as an import or a script of a developer does. The database doesn't
 * check foreign keys.
 */
export function changeSqlite(file: string, sql: string, ...values: readonly unknown[]): void {
  const sqlite = openSqlite(file);
  try {
    sqlite.pragma("foreign_keys = OFF");
    sqlite.prepare(sql).run(...values);
  } finally {
    sqlite.close();
  }
}
