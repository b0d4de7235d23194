"use strict";

module.exports = require("@strapi/strapi").factories.createCoreService(
  "api::site-setting.site-setting",
);
