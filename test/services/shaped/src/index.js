"use strict";

/** Trims names of products in a Document Service middleware, which Strapi 5 projects use instead of lifecycle hooks. */
module.exports = {
  register({ strapi }) {
    strapi.documents.use((context, next) => {
      const { data } = context.params;
      const isSaved = context.uid === "api::product.product" && data;
      if (isSaved && typeof data.name === "string") data.name = data.name.trim();
      return next();
    });
  },
  bootstrap() {},
};
