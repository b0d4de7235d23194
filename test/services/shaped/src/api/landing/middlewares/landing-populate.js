"use strict";

/**
 * Returns three components of the dynamic zone. The service stores entries of the fourth one, but no answer contains
 * them.
 */
const populate = {
  seo: { populate: ["shareImage"] },
  sections: {
    on: {
      "sections.text": true,
      "promo.banner": { populate: ["image", "link"] },
      "promo.voices": { populate: { voices: { populate: ["author"] }, articles: true } },
    },
  },
};

module.exports = () => (ctx, next) => {
  ctx.query.populate = populate;
  return next();
};
