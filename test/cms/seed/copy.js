"use strict";

const Sqlite = require("better-sqlite3");
const { archived } = require("./articles");

/** Strapi's own tables, whose rows describe the schema of their database. */
const isOfDatabase = (table) => /^strapi_(database_schema|migrations)/.test(table);

/**
 * Replaces the rows of a PostgreSQL database by those of a seeded SQLite database of the same project. This takes a
 * second instead of half a minute.
 */
async function copyRows(strapi, file) {
  const knex = strapi.db.connection;
  const seeded = new Sqlite(file);
  const tables = (await strapi.db.dialect.schemaInspector.getTables()).filter(
    (table) => !isOfDatabase(table),
  );
  await knex.transaction(async (transaction) => {
    // The tables refer to each other. This setting turns off the check of foreign keys.
    await transaction.raw("SET LOCAL session_replication_role = replica");
    await transaction.raw(`TRUNCATE ${tables.map((table) => `"${table}"`).join(", ")}`);
    for (const table of tables) await copyTable(transaction, table, seeded);
    // On SQLite, the service rounds this number when it copies a draft to another version.
    await transaction.raw("UPDATE articles SET archive_number = ?::bigint + right(code, 4)::bigint", [
      String(archived),
    ]);
  });
  seeded.close();
}

async function copyTable(transaction, table, seeded) {
  const columns = await transaction(table).columnInfo();
  // As BigInt, because a number would lose digits.
  const rows = seeded.prepare(`SELECT * FROM "${table}"`).safeIntegers().all();
  const converted = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, toPostgres(value, columns[name].type)]),
    ),
  );
  if (rows.length > 0) await transaction.batchInsert(table, converted, 200);
  if (!("id" in columns)) return;
  const sequence = `pg_get_serial_sequence('"${table}"', 'id')`;
  await transaction.raw(
    `SELECT setval(${sequence}, coalesce(max(id), 0) + 1, false) FROM "${table}"`,
  );
}

/** SQLite has no booleans, and stores dates as milliseconds. */
function toPostgres(value, type) {
  if (typeof value !== "bigint") return value;
  if (type === "boolean") return value !== 0n;
  return type.startsWith("timestamp") ? new Date(Number(value)) : String(value);
}

module.exports = { copyRows };
