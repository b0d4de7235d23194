"use strict";

/** Returns neither `localizations` nor `leadArticle`. */
module.exports = () => (ctx, next) => {
  ctx.query.populate = ["cover", "links"];
  return next();
};
