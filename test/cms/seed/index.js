"use strict";

const { addAdditions } = require("./additions");
const { addArticles } = require("./articles");
const { addLocales, addUsers, grantAccess } = require("./grants");
const { addPictures } = require("./media");
const { addHomepage, addPages, addSettings } = require("./pages");
const { settleDates, settleDocumentIds } = require("./settle");
const { addAuthors, addCategories, addTags } = require("./shelves");

/** Fills an empty database with the magazine, through Strapi's own services. */
async function seed(strapi) {
  await grantAccess(strapi);
  await addLocales(strapi);
  const users = await addUsers(strapi);
  const files = await addPictures(strapi);
  const categories = await addCategories(strapi);
  const tags = await addTags(strapi);
  const authors = await addAuthors(strapi, { users, files });
  const articles = await addArticles(strapi, { users, files, categories, tags, authors });
  await addPages(strapi, articles);
  await addHomepage(strapi, { articles, authors, categories, files });
  await addSettings(strapi, files);
  await addAdditions(strapi, { articles, authors, files });
  await settleDates(strapi, articles);
  await settleDocumentIds(strapi);
}

module.exports = { seed };
