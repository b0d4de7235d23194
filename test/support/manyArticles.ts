import type { DatabaseAccess } from "../services/databaseServer.ts";
import { changeSqlite, openSqlite } from "./sqlite.ts";

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

/**
 * Gives the small articles a text and relations. Each has a text and an author. The text of every fourth article links
 * to an image of its own, which does not exist. The published version of every 20th article has no author, although its
 * draft has one. Every 20th other draft has a relation to an article that is not published.
 */
export function fillManyArticles(database: DatabaseAccess): void {
  if (database.kind !== "sqlite") throw new Error("Many articles can be filled in SQLite only.");
  const number = "CAST(substr(a.document_id, 5) AS INTEGER)";
  const isSmall = "a.document_id LIKE 'many%'";
  const isDraft = "a.published_at IS NULL";
  const statements = [
    "CREATE INDEX many_articles ON articles (document_id)",
    `UPDATE articles AS a SET body = 'Text of ' || a.title WHERE ${isSmall}`,
    `UPDATE articles AS a SET body = body || ': ![](/uploads/image_' || ${number} || '.png)'
     WHERE ${isSmall} AND ${number} % 4 = 0`,
    `INSERT INTO articles_author_lnk (article_id, author_id)
     SELECT a.id, (SELECT max(id) FROM authors WHERE (published_at IS NULL) = (${isDraft})
       AND document_id IN (SELECT document_id FROM authors WHERE published_at IS NOT NULL))
     FROM articles AS a WHERE ${isSmall} AND (${isDraft} OR ${number} % 20 <> 0)`,
    `INSERT INTO articles_related_lnk (article_id, inv_article_id)
     SELECT a.id, other.id FROM articles AS a JOIN articles AS other
       ON other.document_id = printf('many%020d', ${number} + 1)
     WHERE ${isSmall} AND ${isDraft} AND ${number} % 20 = 10`,
  ];
  for (const statement of statements) changeSqlite(database.file, statement);
}
