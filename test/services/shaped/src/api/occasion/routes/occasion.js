"use strict";

const middlewares = ["api::occasion.occasion-populate"];

module.exports = require("@strapi/strapi").factories.createCoreRouter("api::occasion.occasion", {
  config: { find: { middlewares }, findOne: { middlewares } },
});
