"use strict";

// 25, 100 and true are the values that Strapi generates for a new project.
module.exports = ({ env }) => ({
  rest: {
    prefix: env("REST_PREFIX", "/api"),
    defaultLimit: env.int("REST_DEFAULT_LIMIT", 25),
    maxLimit: env.int("REST_MAX_LIMIT", 100),
    withCount: env.bool("REST_WITH_COUNT", true),
    strictParams: env.bool("REST_STRICT_PARAMS", false),
  },
});
