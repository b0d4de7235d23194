import { createRequire } from "node:module";
import { join } from "node:path";
import { magazineFolder } from "../../services/descriptions.ts";
import { magazine } from "../magazine.ts";

interface Sqlite {
  prepare(sql: string): {
    run(...values: unknown[]): unknown;
    all(...values: unknown[]): unknown[];
  };
  pragma(source: string): unknown;
  close(): void;
}

const load = createRequire(join(magazineFolder, "package.json"));

/**
 * Changes the magazine's database without the service, as an import or a script of a developer
 * does. The database doesn't check foreign keys.
 */
export function changeDatabase(sql: string, ...values: readonly unknown[]): void {
  const { database } = magazine();
  if (database.kind !== "sqlite") throw new Error(`Can't change a ${database.kind} database.`);
  const Driver = load("better-sqlite3") as new (path: string) => Sqlite;
  const sqlite = new Driver(database.file);
  try {
    sqlite.pragma("foreign_keys = OFF");
    sqlite.prepare(sql).run(...values);
  } finally {
    sqlite.close();
  }
}
