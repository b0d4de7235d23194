"use strict";

module.exports = require("@strapi/strapi").factories.createCoreController(
  "api::site-setting.site-setting",
);
