"use strict";

/** Shows three components of the zone: what holds the fourth stays on the service and is not in any answer. */
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
