"use strict";

// These secrets guard nothing: the service listens on the loopback address and holds a made-up magazine.
module.exports = () => ({
  serveAdminPanel: false,
  autoOpen: false,
  apiToken: { salt: "a-salt-for-the-demo-tokens" },
  auth: { secret: "a-secret-for-the-demo-admin" },
  transfer: { token: { salt: "a-salt-for-the-demo-transfers" } },
  secrets: { encryptionKey: "a-key-for-the-demo-0123456789abc" },
  flags: { nps: false, promoteEE: false },
  rateLimit: { enabled: false },
});
