"use strict";

// Settings that differ from those of a new Strapi project: a prefix, short pages and strict parameters. Without the
// slash in the prefix, no route is reachable.
module.exports = ({ env }) => ({
  rest: {
    prefix: env("REST_PREFIX", "/v1"),
    defaultLimit: env.int("REST_DEFAULT_LIMIT", 5),
    maxLimit: env.int("REST_MAX_LIMIT", 7),
    withCount: env.bool("REST_WITH_COUNT", true),
    strictParams: env.bool("REST_STRICT_PARAMS", true),
  },
});
