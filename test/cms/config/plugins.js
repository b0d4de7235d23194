"use strict";

module.exports = ({ env }) => ({
  // In bytes. The default is Strapi's own.
  upload: { config: { sizeLimit: env.int("UPLOAD_LIMIT", 1_000_000_000) } },
  "users-permissions": {
    config: {
      jwtSecret: "a-secret-for-the-demo-users",
      ratelimit: { enabled: env.bool("SIGN_IN_LIMIT", true) },
    },
  },
});
