"use strict";

// Replaces the values that Strapi takes from the clock or at random, so that every seed has the same content.

const { createHash } = require("node:crypto");
const { latest } = require("./plan");

const day = 24 * 3_600_000;
const founded = latest - 725 * day;

/** Gives articles their planned dates, and every other row a date that depends on its position in the table. */
async function settleDates(strapi, articles) {
  const knex = strapi.db.connection;
  for (const table of await tablesWith(strapi, "created_at")) {
    const rows = await knex(table).select("*").orderBy("id");
    for (const [index, row] of rows.entries()) {
      const planned =
        table === "articles"
          ? articles.find((item) => item.documentId === row.document_id)
          : undefined;
      const dates = planned ? planned.dates[row.locale] : ordinaryDates(rows, row, index);
      await knex(table)
        .where({ id: row.id })
        .update(toColumns(row, dates, isSqlite(strapi)));
    }
  }
}

/**
 * Other documents get dates in the order of their creation over the first months. A modified draft is a month newer.
 */
function ordinaryDates(rows, row, index) {
  const created =
    founded +
    Math.round(
      (300 * day * rows.findIndex((other) => other.document_id === row.document_id)) / rows.length,
    ) +
    41_337;
  const published = created + 2 * day;
  const edited = row.document_id !== null && isEdited(rows, row);
  return {
    created,
    published,
    changed: edited ? published + 30 * day + index * 60_000 : published,
  };
}

/** Must run before the dates change, because Strapi recognizes a modified draft by its `updated_at`. */
function isEdited(rows, row) {
  if (row.published_at !== null || row.published_at === undefined) return false;
  const public_ = rows.find(
    (other) =>
      other.document_id === row.document_id &&
      other.locale === row.locale &&
      other.published_at !== null,
  );
  return public_ !== undefined && Number(public_.updated_at) !== Number(row.updated_at);
}

/** SQLite stores dates as milliseconds. */
function toColumns(row, { created, published, changed }, isSqlite) {
  const toColumn = (time) => (isSqlite ? time : new Date(time));
  const isPublished = row.published_at !== null && row.published_at !== undefined;
  return {
    created_at: toColumn(created),
    updated_at: toColumn(isPublished ? published : changed),
    ...(isPublished ? { published_at: toColumn(published + 7) } : {}),
  };
}

const isSqlite = (strapi) => strapi.db.dialect.client === "sqlite";

/** Replaces random documentIds by hashes of the table and the document's position in it. */
async function settleDocumentIds(strapi) {
  const knex = strapi.db.connection;
  for (const table of await tablesWith(strapi, "document_id")) {
    const rows = await knex(table)
      .min("id as first")
      .select("document_id")
      .groupBy("document_id")
      .orderBy("first");
    for (const [index, { document_id }] of rows.entries()) {
      if (document_id === null) continue;
      await knex(table)
        .where({ document_id })
        .update({ document_id: toDocumentId(`${table} ${index}`) });
    }
  }
}

/** 24 characters from a to z and 0 to 9, starting with a letter, as in Strapi's own documentIds. */
function toDocumentId(seed) {
  const digest = BigInt(`0x${createHash("sha256").update(seed).digest("hex")}`);
  const letter = String.fromCharCode(97 + Number(digest % 26n));
  return letter + digest.toString(36).slice(-23);
}

async function tablesWith(strapi, column) {
  const knex = strapi.db.connection;
  const tables = await strapi.db.dialect.schemaInspector.getTables();
  const found = [];
  for (const table of tables.sort()) {
    if (await knex.schema.hasColumn(table, column)) found.push(table);
  }
  return found;
}

module.exports = { settleDates, settleDocumentIds, toDocumentId };
