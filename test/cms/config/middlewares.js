"use strict";

// Strapi's default middlewares without the request log. Compression is also off by default in Strapi.
module.exports = ({ env }) => [
  "strapi::errors",
  ...(env.bool("COMPRESSION", false) ? ["strapi::compression"] : []),
  "strapi::security",
  "strapi::cors",
  "strapi::poweredBy",
  "strapi::query",
  "strapi::body",
  "strapi::session",
  "strapi::favicon",
  "strapi::public",
];
