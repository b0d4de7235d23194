"use strict";

// Starts the service without a panel, fills its database when that is empty, listens on the loopback
// address and prints one line of JSON when it is ready. `--seed` only fills the database.
//
// CMS_DATA     the folder for database and uploads; .tmp/data if not given
// DATABASE_CLIENT  postgres or mysql for a database server, see config/database.js; else SQLite
// CMS_DATA_IS_TEMPORARY  remove that folder at the end
// PORT         0 for any that is free; 1337 if not given
// BULK         how many articles to add for load tests

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
const { seed } = require("./seed");

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
  // Strapi leaves this behind even when it is told not to look for updates.
  fs.rmSync(path.join(__dirname, ".strapi-updater.json"), { force: true });
  await tune("journal_mode = WAL");
  await tune("synchronous = NORMAL");
  if ((await app.db.query("admin::user").count()) === 0) await fill();
  await addBulk(app, Number(process.env.BULK ?? 0));
  if (process.argv.includes("--seed")) {
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

async function fill() {
  // Nothing is lost if this is interrupted: half a magazine is thrown away and made again.
  await tune("synchronous = OFF");
  await seed(app);
  await tune("synchronous = NORMAL");
}

/** A database server is set up by the one that starts it. */
async function tune(pragma) {
  if (app.db.dialect.client === "sqlite") await app.db.connection.raw(`PRAGMA ${pragma}`);
}

/** Writes which table holds which type and which attribute, for those who compare whole databases. */
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
  // A connection that is kept alive must not keep the service alive.
  setTimeout(finish, 3_000, code).unref();
  await app?.destroy().catch((error) => console.error(error));
  finish(code);
}

function finish(code) {
  if (process.env.CMS_DATA_IS_TEMPORARY) fs.rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

// The channel to the process that started us closes when that process ends, whatever ended it.
process.on("disconnect", () => void stop());
process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

start().catch((error) => {
  console.error(error);
  void stop(1);
});
