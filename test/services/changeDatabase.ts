import { changeSqlite } from "../support/sqlite.ts";
import { connectMariadb, connectPostgres } from "./databaseReader.ts";
import type { DatabaseAccess } from "./databaseServer.ts";

/**
 * Changes a service's database without the service, as an import or a script of a developer does. The database doesn't
 * check foreign keys. `?` stands for a value, and a name can be in double quotes.
 */
export async function changeDatabase(
  { database }: { readonly database: DatabaseAccess },
  sql: string,
  ...values: readonly unknown[]
): Promise<void> {
  switch (database.kind) {
    case "sqlite": {
      changeSqlite(database.file, sql, ...values);
      return;
    }
    case "postgres": {
      const client = await connectPostgres(database);
      let count = 0;
      const numbered = sql.replaceAll("?", () => `$${(count += 1)}`);
      try {
        await client.query("SET session_replication_role = replica");
        await client.query(numbered, values);
      } finally {
        await client.end();
      }
      return;
    }
    case "mariadb": {
      const connection = await connectMariadb(database);
      try {
        await connection.query(
          "SET foreign_key_checks = 0, sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')",
        );
        await connection.query(sql, values);
      } finally {
        await connection.end();
      }
    }
  }
}
