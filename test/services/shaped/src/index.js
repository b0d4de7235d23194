"use strict";

/** A middleware of the document service, as projects have them in place of lifecycle hooks: it trims names of products. */
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
