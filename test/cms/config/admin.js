"use strict";

// These secrets are public on purpose. The service listens only on the loopback address, and its content is fictional.
module.exports = () => ({
  serveAdminPanel: false,
  autoOpen: false,
  apiToken: { salt: "a-salt-for-the-demo-tokens" },
  auth: { secret: "a-secret-for-the-demo-admin" },
  transfer: { token: { salt: "a-salt-for-the-demo-transfers" } },
  secrets: { encryptionKey: "a-key-for-the-demo-0123456789abc" },
  flags: { nps: false, promoteEE: false },
  rateLimit: { enabled: false },
  preview: {
    enabled: true,
    config: {
      handler: (uid, { documentId, locale, status }) =>
        uid === "api::article.article"
          ? `/site/articles/${documentId}?locale=${locale}&status=${status}`
          : undefined,
    },
  },
});
