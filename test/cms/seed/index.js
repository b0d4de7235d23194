"use strict";

const { addAdditions } = require("./additions");
const { addArticles } = require("./articles");
const { addLocales, addUsers, grantAccess } = require("./grants");
const { addPictures } = require("./media");
const { addHomepage, addPages, addSettings } = require("./pages");
const people = require("./people");
const { planArticles } = require("./plan");
const { settleDates, settleDocumentIds, toDocumentId } = require("./settle");
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
  await complete(strapi, { articles, authors, files });
}

/** Adds what this project adds to the magazine to a database that already contains the magazine. */
async function extend(strapi) {
  const files = await strapi.db.query("plugin::upload.file").findMany({ orderBy: { id: "asc" } });
  const number = (table) => (item, index) => ({
    ...item,
    documentId: toDocumentId(`${table} ${index}`),
  });
  await complete(strapi, {
    articles: planArticles().map(number("articles")),
    authors: people.authors.map(number("authors")),
    files,
  });
}

async function complete(strapi, { articles, authors, files }) {
  await addAdditions(strapi, { articles, authors, files });
  await settleDates(strapi, articles);
  await settleDocumentIds(strapi);
}

module.exports = { extend, seed };
