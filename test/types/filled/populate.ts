import type { Cms, Populate } from "../../../src/client/index.ts";
import type { Article, Editor } from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const users = cms.users<Editor>();
const documentId = "tea1";

export const allowed: Populate<Article>[] = [
  "*",
  "category",
  "category.parent.articles",
  ["cover", "seo.shareImage", "author.portrait"],
  {},
  { category: true },
  { category: { fields: ["name", "createdAt"], populate: "*" } },
  { category: { fields: ["*"], filters: { name: { $contains: "tea" } }, sort: "name:asc" } },
  { related: { sort: ["title:asc", "category.name"], filters: { $or: [{ featured: true }] } } },
  { category: { populate: { parent: { populate: { parent: { populate: ["parent"] } } } } } },
  { related: { count: true }, links: { count: true, filters: { label: "Tea" } } },
  { sections: true },
  { sections: { populate: "*" } },
  { sections: { on: { "sections.quote": true, "sections.gallery": { populate: ["pictures"] } } } },
];

export async function refusedNames(): Promise<void> {
  // @ts-expect-error -- an article has no such relation
  await articles.find({ documentId, params: { populate: "categroy" } });
  // @ts-expect-error -- a title can't be populated
  await articles.find({ documentId, params: { populate: "title" } });
  // @ts-expect-error -- an article has no such relation
  await articles.find({ documentId, params: { populate: ["cover", "categroy"] } });
  // @ts-expect-error -- a category has no such relation
  await articles.find({ documentId, params: { populate: ["category.parnet"] } });
  // @ts-expect-error -- the parent of a category has no such relation
  await articles.find({ documentId, params: { populate: "category.parent.artciles" } });
  // @ts-expect-error -- a path can't continue in a dynamic zone
  await articles.find({ documentId, params: { populate: "sections.speaker" } });
  // @ts-expect-error -- the star can't be in a list
  await articles.find({ documentId, params: { populate: ["*"] } });
  // @ts-expect-error -- the star can't be in a path
  await articles.find({ documentId, params: { populate: "category.*" } });
  // @ts-expect-error -- the star populates everything, true does not
  await articles.find({ documentId, params: { populate: true } });
  // @ts-expect-error -- there is no such keyword
  await articles.find({ documentId, params: { populate: "deep" } });
  const unchecked: string[] = ["cover"];
  // @ts-expect-error -- a string can contain any path
  await articles.find({ documentId, params: { populate: unchecked } });
}

/** A type without attributes that can be populated accepts only a star or an empty populate. */
export async function nothingToPopulate(): Promise<void> {
  const tags = cms.collection("tags");
  await tags.find({ documentId, params: { populate: "*" } });
  await tags.find({ documentId, params: { populate: [] } });
  await tags.find({ documentId, params: { populate: {} } });
  // @ts-expect-error -- a tag has no relation
  await tags.find({ documentId, params: { populate: "category" } });
  // @ts-expect-error -- a tag has no relation
  await tags.find({ documentId, params: { populate: ["category"] } });
  // @ts-expect-error -- a tag has no relation
  await tags.find({ documentId, params: { populate: { category: true } } });
  // @ts-expect-error -- a link is a component without relations
  await articles.find({ documentId, params: { populate: { links: { populate: "cover" } } } });
}

export async function refusedTrees(): Promise<void> {
  // @ts-expect-error -- an article has no such relation
  await articles.find({ documentId, params: { populate: { categroy: true } } });
  // @ts-expect-error -- an article has no such relation, even next to a valid one
  await articles.find({ documentId, params: { populate: { cover: true, categroy: true } } });
  // @ts-expect-error -- a title can't be populated
  await articles.find({ documentId, params: { populate: { cover: true, title: true } } });
  // @ts-expect-error -- the star for a relation is { populate: "*" }
  await articles.find({ documentId, params: { populate: { category: "*" } } });
  // @ts-expect-error -- false is not sent
  await articles.find({ documentId, params: { populate: { category: false } } });
  // @ts-expect-error -- an empty object is lost in the query string
  await articles.find({ documentId, params: { populate: { cover: true, category: {} } } });
  // @ts-expect-error -- an object with an empty list is lost too
  await articles.find({ documentId, params: { populate: { category: { fields: [] } } } });
  await articles.find({
    documentId,
    // @ts-expect-error -- a populated relation has no pages
    params: { populate: { related: { fields: ["title"], pagination: { page: 1 } } } },
  });
  // @ts-expect-error -- count must be true
  await articles.find({ documentId, params: { populate: { related: { count: false } } } });
  await articles.find({
    documentId,
    // @ts-expect-error -- a counted relation is not returned, so it has no fields
    params: { populate: { related: { count: true, fields: ["title"] } } },
  });
  // @ts-expect-error -- a populated relation has no separate status
  await articles.find({ documentId, params: { populate: { category: { status: "draft" } } } });
}

export async function refusedDeeper(): Promise<void> {
  // @ts-expect-error -- a category has no such field
  await articles.find({ documentId, params: { populate: { category: { fields: ["nmae"] } } } });
  await articles.find({
    documentId,
    // @ts-expect-error -- a category has no such relation
    params: { populate: { category: { fields: ["name"], populate: { parnet: true } } } },
  });
  await articles.find({
    documentId,
    params: {
      populate: {
        category: {
          populate: {
            // @ts-expect-error -- an author has no such relation, even next to a valid one
            articles: { populate: { author: { populate: { portrait: true, x: true } } } },
          },
        },
      },
    },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- an article has no such field
    params: { populate: { related: { filters: { title: "Tea", titel: "Tea" } } } },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- there is no such operator
    params: { populate: { related: { filters: { title: { $eq: "Tea", $contian: "Tea" } } } } },
  });
  await articles.find({
    documentId,
    params: {
      // @ts-expect-error -- an author has no such field
      populate: { related: { filters: { $or: [{ author: { name: "Ada", nmae: "Ada" } }] } } },
    },
  });
  // @ts-expect-error -- an article has no such field
  await articles.find({ documentId, params: { populate: { related: { sort: ["titel:asc"] } } } });
  // @ts-expect-error -- an article has no such field
  await articles.find({ documentId, params: { populate: { related: { sort: "titel:asc" } } } });
}

export async function refusedEverywhere(): Promise<void> {
  const payload = { data: { title: "Tea" } };
  // A variable is checked too, although it can have other keys.
  const misspelledPopulate = { cover: true, categroy: true } as const;
  // @ts-expect-error -- an article has no such relation
  await articles.findMany({ params: { populate: misspelledPopulate } });
  // @ts-expect-error -- an article has no such field
  await articles.findMany({ params: { fields: ["titel"] } });
  // @ts-expect-error -- a category is returned by populate, not by fields
  await articles.findMany({ params: { fields: ["category"] } });
  // @ts-expect-error -- an article has no such relation
  articles.pages({ params: { populate: { cover: true, x: true } } });
  // @ts-expect-error -- an article has no such relation
  await articles.create({ payload, params: { populate: { cover: true, x: true } } });
  // @ts-expect-error -- an article has no such relation
  await articles.update({ documentId, payload, params: { populate: { cover: true, x: true } } });
  // @ts-expect-error -- an article has no such relation
  await articles.publish({ documentId, params: { populate: { cover: true, x: true } } });
  // @ts-expect-error -- an article has no such relation
  await articles.delete({ documentId, params: { populate: { cover: true, x: true } } });
  // @ts-expect-error -- a homepage has no such relation
  await cms.single("homepage").find({ params: { populate: { hero: true, x: true } } });
  // @ts-expect-error -- an editor has no such relation
  await users.findMany({ params: { populate: { role: true, x: true } } });
  // @ts-expect-error -- a role has no such field
  await users.me({ params: { populate: { role: { fields: ["nmae"] } } } });
  // @ts-expect-error -- an editor has no such field
  await users.find({ id: 1, params: { fields: ["titel"] } });
}
