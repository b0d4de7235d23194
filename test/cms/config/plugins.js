"use strict";

module.exports = ({ env }) => ({
  // In bytes; the number is what Strapi itself takes.
  upload: { config: { sizeLimit: env.int("UPLOAD_LIMIT", 1_000_000_000) } },
  "users-permissions": {
    config: {
      jwtSecret: "a-secret-for-the-demo-users",
      ratelimit: { enabled: env.bool("SIGN_IN_LIMIT", true) },
    },
  },
});
