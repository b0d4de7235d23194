"use strict";

/** For all routes, those that write as well: the teaser comes without its relations, and one component is missing. */
const populate = {
  link: true,
  teaser: { populate: ["image"] },
  sections: { on: { "sections.text": true } },
};

module.exports = () => (ctx, next) => {
  ctx.query.populate = populate;
  return next();
};
