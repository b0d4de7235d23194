"use strict";

// What a project may choose differently from Strapi's generator: a prefix (without its slash no route is reachable), short
// pages, strict parameters.
module.exports = () => ({
  rest: { prefix: "/v1", defaultLimit: 5, maxLimit: 7, withCount: true, strictParams: true },
});
