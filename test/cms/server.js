"use strict";

// Starts the service without its admin panel, on the loopback address. Seeds the database first if it is empty. Prints
// one line of JSON when the service is ready. With `--seed`, only seeds the database. With `--extend`, only adds what this
// project adds to the magazine to a database that contains the magazine.
//
// CMS_DATA               the folder of the database and the uploads, .tmp/data by default
// DATABASE_CLIENT        postgres or mysql for a database server (see config/database.js), SQLite by default
// CMS_DATA_IS_TEMPORARY  deletes that folder at the end
// PORT                   0 for any free port, 1337 by default
// SEEDED_DATABASE        a seeded SQLite file of the same project, to fill an empty PostgreSQL database with its rows
// BULK                   the number of articles to add for load tests

const fs = require("node:fs");
const path = require("node:path");

const folder = path.resolve(__dirname, process.env.CMS_DATA ?? ".tmp/data");
Object.assign(process.env, {
  NODE_ENV: "production",
  STRAPI_TELEMETRY_DISABLED: "true",
  DATABASE_FILENAME: path.join(folder, "content.db"),
  PUBLIC_FOLDER: path.join(folder, "public"),
});
fs.mkdirSync(path.join(folder, "public", "uploads"), { recursive: true });
process.chdir(__dirname);

const { createStrapi } = require("@strapi/strapi");
const { tokens, user, admin } = require("./seed/access");
const { addBulk } = require("./seed/bulk");
const { copyRows } = require("./seed/copy");
const { extend, seed } = require("./seed");

let app;
let stopping = false;

async function start() {
  app = createStrapi({
    appDir: __dirname,
    distDir: __dirname,
    serveAdminPanel: false,
    autoReload: false,
  });
  app.log.level = process.env.LOG_LEVEL ?? "warn";
  await app.load();
  // Strapi creates this file even if the settings disable the check for updates.
  fs.rmSync(path.join(__dirname, ".strapi-updater.json"), { force: true });
  await tune("journal_mode = WAL");
  await tune("synchronous = NORMAL");
  if ((await app.db.query("admin::user").count()) === 0) await fill(copyOrSeed);
  if (process.argv.includes("--extend")) await fill(extend);
  await addBulk(app, Number(process.env.BULK ?? 0));
  if (process.argv.includes("--seed") || process.argv.includes("--extend")) {
    await tune("wal_checkpoint(TRUNCATE)");
    return stop();
  }
  describeTables();
  await app.listen();
  const { port } = app.server.httpServer.address();
  const url = `http://127.0.0.1:${port}`;
  const apiPrefix = app.config.get("api.rest.prefix").replace(/^\//, "");
  console.log(JSON.stringify({ url, apiPrefix, pid: process.pid, tokens, user, admin }));
}

async function fill(work) {
  // Nothing of value is lost if the seed is interrupted. It starts over with an empty folder.
  await tune("synchronous = OFF");
  await work(app);
  await tune("synchronous = NORMAL");
}

function copyOrSeed(strapi) {
  const file = process.env.SEEDED_DATABASE;
  return file ? copyRows(strapi, file) : seed(strapi);
}

/** Sets a pragma of SQLite. A database server is configured by the process that starts it. */
async function tune(pragma) {
  if (app.db.dialect.client === "sqlite") await app.db.connection.raw(`PRAGMA ${pragma}`);
}

/** Writes a list of the tables with their types and attributes, for tests that compare whole databases. */
function describeTables() {
  const tables = [...app.db.metadata.values()].map(({ uid, tableName, attributes }) => ({
    uid,
    tableName,
    attributes,
  }));
  fs.writeFileSync(path.join(folder, "tables.json"), JSON.stringify(tables));
}

async function stop(code = 0) {
  if (stopping) return;
  stopping = true;
  // A kept-alive connection must not keep the service running.
  setTimeout(finish, 3_000, code).unref();
  await app?.destroy().catch((error) => console.error(error));
  finish(code);
}

function finish(code) {
  if (process.env.CMS_DATA_IS_TEMPORARY) fs.rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

// The channel to the parent process closes when that process ends for any reason.
process.on("disconnect", () => void stop());
process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

start().catch((error) => {
  console.error(error);
  void stop(1);
});
