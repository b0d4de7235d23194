import { changeSqlite } from "../../support/sqlite.ts";
import { magazine } from "../magazine.ts";

/** Changes the magazine's database without the service, as an import or a script of a developer does. */
export function changeDatabase(sql: string, ...values: readonly unknown[]): void {
  const { database } = magazine();
  if (database.kind !== "sqlite") throw new Error(`Can't change a ${database.kind} database.`);
  changeSqlite(database.file, sql, ...values);
}
