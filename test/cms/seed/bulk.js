"use strict";

// Adds thousands of articles for load tests. Inserts them directly into the tables, with the columns and relations that
// Strapi writes, but without components. The Document Service would need 23 ms for each.

const { createChance } = require("./chance");
const { composeEnglish } = require("./compose");
const { latest } = require("./plan");
const { toDocumentId } = require("./settle");
const subjects = require("./subjects");
const { toSlug } = require("./words");

const hour = 3_600_000;
const first = "BULK-1";

/** Adds this many published articles, each with its draft. Does nothing if the database already contains them. */
async function addBulk(strapi, count) {
  const knex = strapi.db.connection;
  if (count === 0 || (await knex("articles").where({ code: first }).first("id"))) return;
  const chance = createChance(10_000);
  const links = await readLinks(knex);
  const rows = {
    articles: [],
    articles_category_lnk: [],
    articles_tags_lnk: [],
    articles_author_lnk: [],
  };
  const { last } = await knex("articles").max("id as last").first();
  for (let index = 0; index < count; index++) {
    const article = compose(index, chance);
    for (const [offset, published_at] of [null, article.updated_at].entries()) {
      const id = last + 1 + index * 2 + offset;
      rows.articles.push({ ...article, id, published_at });
      addLinks(rows, links, { id, index, published: published_at !== null });
    }
  }
  await knex.transaction(async (transaction) => {
    for (const [table, list] of Object.entries(rows))
      await transaction.batchInsert(table, list, 500);
  });
}

function compose(index, chance) {
  const subject = subjects[index % subjects.length];
  const kind = chance.pick(Object.keys(subject.articles));
  const { title, slug, seo, content, metadata, ...text } = composeEnglish(subject, kind, chance);
  const part = 2 + Math.floor(index / subjects.length);
  const time = latest - 800 * 24 * hour - index * 600_000;
  return {
    ...text,
    kind,
    document_id: toDocumentId(`bulk ${index}`),
    title: `${title}, Part ${part}`,
    slug: `${slug}-part-${part}-${index}`,
    code: `BULK-${index + 1}`,
    content: JSON.stringify(content),
    metadata: JSON.stringify(metadata),
    reading_minutes: 3,
    rating: Math.round(chance.between(3.1, 5) * 10) / 10,
    locale: "en",
    created_at: time - 48 * hour,
    updated_at: time,
  };
}

/**
 * The targets of relations. Drafts relate to drafts of tags and authors, and published articles to published versions.
 */
async function readLinks(knex) {
  const idsBySlug = async (rows) =>
    new Map((await rows.select("slug", "id")).map(({ slug, id }) => [slug, id]));
  const of = async (published) => {
    const filter = published ? "whereNotNull" : "whereNull";
    const authors = await knex("authors")[filter]("published_at").orderBy("slug").pluck("id");
    return { authors, tags: await idsBySlug(knex("tags")[filter]("published_at")) };
  };
  return {
    categories: await idsBySlug(knex("categories")),
    draft: await of(false),
    published: await of(true),
  };
}

function addLinks(rows, links, { id, index, published }) {
  const subject = subjects[index % subjects.length];
  const { tags, authors } = published ? links.published : links.draft;
  const link = { article_id: id, article_ord: 1000 + index };
  rows.articles_category_lnk.push({
    ...link,
    category_id: links.categories.get(toSlug(subject.category)),
  });
  rows.articles_author_lnk.push({ ...link, author_id: authors[index % authors.length] });
  for (const [place, tag] of subject.tags.entries()) {
    rows.articles_tags_lnk.push({ ...link, tag_id: tags.get(toSlug(tag)), tag_ord: place + 1 });
  }
}

module.exports = { addBulk };
