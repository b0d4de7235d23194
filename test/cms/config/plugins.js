"use strict";

module.exports = ({ env }) => ({
  "users-permissions": {
    config: {
      jwtSecret: "a-secret-for-the-demo-users",
      ratelimit: { enabled: env.bool("SIGN_IN_LIMIT", true) },
    },
  },
});
