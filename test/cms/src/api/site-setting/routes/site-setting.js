"use strict";

module.exports = require("@strapi/strapi").factories.createCoreRouter(
  "api::site-setting.site-setting",
);
