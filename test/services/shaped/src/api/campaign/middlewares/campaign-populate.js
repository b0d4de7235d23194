"use strict";

/** Returns components without the relations and files inside them. */
const populate = {
  lead: true,
  teaser: true,
  voices: true,
  sections: {
    on: {
      "sections.text": true,
      "promo.banner": { populate: ["link"] },
      "promo.voices": { populate: ["voices"] },
    },
  },
};

module.exports = () => (ctx, next) => {
  ctx.query.populate = populate;
  return next();
};
