"use strict";

/**
 * Applies to all routes, including writes. The teaser has no relations, and one component of the dynamic zone is
 * missing.
 */
const populate = {
  link: true,
  teaser: { populate: ["image"] },
  sections: { on: { "sections.text": true } },
};

module.exports = () => (ctx, next) => {
  ctx.query.populate = populate;
  return next();
};
