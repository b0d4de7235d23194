import type { DatabaseAccess } from "../services/databaseServer.ts";
import { openSqlite } from "./sqlite.ts";

/**
 * Inserts this number of small articles directly into a service's database, because the service would need 23 ms for
 * each. All are older than the seed's, `many 1` is the newest, and every second one is published.
 */
export function addManyArticles(database: DatabaseAccess, count: number): void {
  if (database.kind !== "sqlite") throw new Error("Many articles can be added to SQLite only.");
  const sqlite = openSqlite(database.file);
  const insert = (which: string, publishedAt: string): void => {
    sqlite
      .prepare(
        `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
         INSERT INTO articles (document_id, title, slug, locale, created_at, updated_at, published_at)
         SELECT printf('many%020d', n), 'many ' || n, 'many-' || n, 'en', 1000000000000 - n * 1000,
           1000000000000 - n * 1000, ${publishedAt} FROM numbers WHERE ${which}`,
      )
      .run(count);
  };
  insert("TRUE", "NULL");
  insert("n % 2 = 0", "1000000000000 - n * 1000");
  sqlite.close();
}
