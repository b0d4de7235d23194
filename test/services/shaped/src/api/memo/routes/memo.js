"use strict";

const policies = ["by-role"];

module.exports = require("@strapi/strapi").factories.createCoreRouter("api::memo.memo", {
  config: { find: { policies }, findOne: { policies } },
});
