"use strict";

const sqlite = (env) => ({
  client: "sqlite",
  connection: { filename: env("DATABASE_FILENAME") },
  useNullAsDefault: true,
  pool: { min: 1, max: 1 },
});

const server = (env, client) => ({
  client,
  connection: {
    host: env("DATABASE_HOST"),
    port: env.int("DATABASE_PORT"),
    user: env("DATABASE_USER"),
    password: env("DATABASE_PASSWORD", ""),
    database: env("DATABASE_NAME"),
  },
  pool: { min: 0, max: 10 },
});

// The client is "postgres", "mysql" (also for MariaDB) or, by default, "sqlite".
module.exports = ({ env }) => {
  const client = env("DATABASE_CLIENT", "sqlite");
  return { connection: client === "sqlite" ? sqlite(env) : server(env, client) };
};
