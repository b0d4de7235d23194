"use strict";

/** Shows neither `localizations` nor `leadArticle`. */
module.exports = () => (ctx, next) => {
  ctx.query.populate = ["cover", "links"];
  return next();
};
