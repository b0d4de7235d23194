"use strict";

/** Populates the usual relations and files if the request has no `populate`. */
module.exports = () => (ctx, next) => {
  ctx.query.populate ??= ["venue", "speakers", "poster"];
  return next();
};
