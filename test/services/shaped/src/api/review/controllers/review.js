"use strict";

const { factories } = require("@strapi/strapi");

/** Renames `stars` to `rating` in answers and adds a label. */
const toAnswer = ({ stars, ...review }) => ({
  ...review,
  rating: stars ?? null,
  label: `${stars ?? 0} of 5`,
});

const isReview = (value) => value !== null && typeof value === "object";

module.exports = factories.createCoreController("api::review.review", () => ({
  async transformResponse(...args) {
    const { data, ...answer } = await super.transformResponse(...args);
    if (Array.isArray(data)) return { ...answer, data: data.map(toAnswer) };
    return { ...answer, data: isReview(data) ? toAnswer(data) : data };
  },
}));
