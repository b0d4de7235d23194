"use strict";

const middlewares = ["api::landing.landing-populate"];

module.exports = require("@strapi/strapi").factories.createCoreRouter("api::landing.landing", {
  config: { find: { middlewares }, findOne: { middlewares } },
});
