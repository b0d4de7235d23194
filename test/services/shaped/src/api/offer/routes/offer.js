"use strict";

const shaped = { middlewares: ["api::offer.offer-populate"] };

module.exports = require("@strapi/strapi").factories.createCoreRouter("api::offer.offer", {
  config: { find: shaped, findOne: shaped, create: shaped, update: shaped },
});
