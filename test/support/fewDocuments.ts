import type { DatabaseAccess } from "../services/databaseServer.ts";
import { openSqlite } from "./sqlite.ts";

/**
 * Deletes all documents of some tables but the first ones, and some others, directly from a service's database, with
 * their relations. All content is then of the same types and forms, and much faster to read.
 */
export function keepFewDocuments(
  database: DatabaseAccess,
  counts: Readonly<Record<string, number>>,
  others: readonly string[] = [],
): void {
  if (database.kind !== "sqlite") throw new Error("Documents can be deleted from SQLite only.");
  const sqlite = openSqlite(database.file);
  sqlite.pragma("foreign_keys = ON");
  for (const [table, count] of Object.entries(counts)) {
    const first = `SELECT DISTINCT document_id FROM ${table} ORDER BY document_id LIMIT ?`;
    const isOther = `document_id IN (${others.map(() => "?").join()})`;
    sqlite
      .prepare(`DELETE FROM ${table} WHERE document_id NOT IN (${first}) AND NOT ${isOther}`)
      .run(count, ...others);
  }
  sqlite.close();
}
