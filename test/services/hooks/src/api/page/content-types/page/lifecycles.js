"use strict";

/** Keeps the former slug of a page, so that its old links can be redirected. */
async function keepFormerSlug({ model, params: { data, where } }) {
  const former = await strapi.db.query(model.uid).findOne({ where });
  if (data.slug === undefined || !former?.slug || data.slug === former.slug) return;
  data.formerSlugs = [...(former.formerSlugs ?? []), former.slug];
}

module.exports = { beforeUpdate: keepFormerSlug };
