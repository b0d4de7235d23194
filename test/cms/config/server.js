"use strict";

module.exports = ({ env }) => ({
  host: "127.0.0.1",
  port: env.int("PORT", 1337),
  app: { keys: ["a-key-for-the-demo", "another-key-for-the-demo"] },
  dirs: { public: env("PUBLIC_FOLDER") },
  cron: { enabled: false },
  logger: { updates: { enabled: false }, startup: { enabled: false } },
  transfer: { remote: { enabled: false } },
});
