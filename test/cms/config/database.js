"use strict";

module.exports = ({ env }) => ({
  connection: {
    client: "sqlite",
    connection: { filename: env("DATABASE_FILENAME") },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  },
});
