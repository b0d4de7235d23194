"use strict";

// Strapi's default list without the request log; compression is off by default there too.
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
