"use strict";

module.exports = require("@strapi/strapi").factories.createCoreRouter("api::masthead.masthead", {
  config: { find: { middlewares: ["api::masthead.masthead-populate"] } },
});
