"use strict";

/** Calls a function on the title of an article before it is saved, as if every request contained the title. */
module.exports = {
  register({ strapi }) {
    strapi.documents.use((context, next) => {
      const { uid, action, params } = context;
      const isSaved = ["create", "update"].includes(action);
      if (uid === "api::article.article" && isSaved) params.data.title = params.data.title.trim();
      return next();
    });
  },
  bootstrap() {},
};
