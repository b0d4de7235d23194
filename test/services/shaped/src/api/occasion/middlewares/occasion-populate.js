"use strict";

/** A convenience: who asks for nothing gets everything, who asks for something gets that. */
module.exports = () => (ctx, next) => {
  ctx.query.populate ??= ["venue", "speakers", "poster"];
  return next();
};
