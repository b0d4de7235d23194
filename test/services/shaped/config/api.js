"use strict";

// What a project may choose differently from Strapi's generator: a prefix (without its slash no route is reachable), short
// pages, strict parameters.
module.exports = ({ env }) => ({
  rest: {
    prefix: env("REST_PREFIX", "/v1"),
    defaultLimit: env.int("REST_DEFAULT_LIMIT", 5),
    maxLimit: env.int("REST_MAX_LIMIT", 7),
    withCount: env.bool("REST_WITH_COUNT", true),
    strictParams: env.bool("REST_STRICT_PARAMS", true),
  },
});
