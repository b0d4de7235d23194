"use strict";

const middlewares = ["api::campaign.campaign-populate"];

module.exports = require("@strapi/strapi").factories.createCoreRouter("api::campaign.campaign", {
  config: { find: { middlewares }, findOne: { middlewares } },
});
