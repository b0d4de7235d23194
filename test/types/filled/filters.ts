import type { Cms, Filters, ListParams, SortKey } from "../../../src/client/index.ts";
import type { Article, Author, Editor } from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const users = cms.users<Editor>();
const documentId = "tea1";

/** Lists articles with these filters. */
const by = (filters: Filters<Article>) => articles.findMany({ params: { filters } });

export const allowed: Filters<Article>[] = [
  { title: "Tea" },
  { title: { $eq: "Tea" } },
  { title: { $eq: ["Tea", "Milk"] } },
  { title: { $eqi: "tea", $nei: "milk", $ne: null } },
  { title: { $in: ["Tea"], $notIn: ["Milk"] } },
  { title: { $contains: "e", $notContains: "x", $containsi: "E", $notContainsi: "X" } },
  { title: { $startsWith: "T", $startsWithi: "t", $endsWith: "a", $endsWithi: "A" } },
  { title: { $between: ["A", "M"], $lt: "M", $lte: "M", $gt: "A", $gte: "A" } },
  { title: { $not: { $contains: "milk", $not: { $eq: "Tea" } } } },
  { kicker: { $null: true } },
  { kicker: null },
  { kind: "essay" },
  { kind: { $eq: "essay", $in: ["essay", "review"], $containsi: "ess" } },
  { readingMinutes: 5 },
  { readingMinutes: { $gte: 5, $lt: 10, $between: [5, 10], $in: [5], $null: false } },
  { featured: true },
  { featured: { $eq: true, $ne: false, $notNull: true } },
  { metadata: { $notNull: true }, content: { $null: true } },
  // Every document has the fields that the service adds, even if the interface doesn't declare them.
  { id: 1, documentId: { $in: ["tea1"] }, locale: "en", createdAt: { $gt: "2026-01-01" } },
  { updatedAt: { $gt: new Date(0) }, publishedAt: { $null: true } },
  // Filters on relations, media and components.
  { category: { name: "Tea", documentId: "c1", createdAt: { $gt: "2026-01-01" } } },
  { category: { parent: { articles: { author: { name: { $eqi: "ada" } } } } } },
  { category: null, cover: { $null: true }, gallery: { url: { $endsWith: ".png" } } },
  { seo: { metaTitle: { $contains: "tea" }, shareImage: { width: { $gt: 100 } } } },
  { links: { id: 1, label: "Milk" } },
  // Combined filters, at every level.
  { $or: [{ title: "Tea" }, { $and: [{ featured: true }, { $not: { kind: "essay" } }] }] },
  { $not: { category: { name: "Tea" } } },
  { category: { $or: [{ name: "Tea" }, { $not: { name: "Milk" } }], $and: [{ position: 1 }] } },
];

export async function refusedOperators(): Promise<void> {
  // @ts-expect-error -- there is no such operator
  await by({ title: { $contain: "tea" } });
  // @ts-expect-error -- a title is a text
  await by({ title: 5 });
  // @ts-expect-error -- a title is a text
  await by({ title: { $eq: 5 } });
  // @ts-expect-error -- a list of values needs an operator
  await by({ title: ["Tea", "Milk"] });
  // @ts-expect-error -- a range has two ends
  await by({ title: { $between: ["A"] } });
  // @ts-expect-error -- $in needs a list
  await by({ title: { $in: "Tea" } });
  // @ts-expect-error -- $null needs true or false
  await by({ title: { $null: "yes" } });
  // @ts-expect-error -- $or combines filters, not operators
  await by({ title: { $or: [{ $eq: "Tea" }] } });
  // @ts-expect-error -- there is no such operator inside $not
  await by({ title: { $not: { $contain: "tea" } } });
  // @ts-expect-error -- the enumeration has no such value
  await by({ kind: "poem" });
  // @ts-expect-error -- the enumeration has no such value
  await by({ kind: { $eq: "poem" } });
  // @ts-expect-error -- the enumeration has no such value
  await by({ kind: { $in: ["essay", "poem"] } });
  // @ts-expect-error -- a number has no $contains
  await by({ readingMinutes: { $contains: 5 } });
  // @ts-expect-error -- a number is not a text
  await by({ readingMinutes: { $gt: "5" } });
  // @ts-expect-error -- a boolean has no order
  await by({ featured: { $gt: true } });
  // @ts-expect-error -- a boolean is not a text
  await by({ featured: "true" });
  // @ts-expect-error -- JSON can only be compared with null
  await by({ metadata: { $eq: "tea" } });
  // @ts-expect-error -- the service can't filter inside JSON
  await by({ metadata: { source: { $eq: "tea" } } });
  // @ts-expect-error -- blocks can only be compared with null
  await by({ content: { $contains: "tea" } });
}

export async function refusedFields(): Promise<void> {
  // @ts-expect-error -- an article has no such field
  await by({ titel: "Tea" });
  // @ts-expect-error -- a category has no such field
  await by({ category: { nmae: "Tea" } });
  // @ts-expect-error -- an author has no such field
  await by({ category: { articles: { author: { nmae: "Ada" } } } });
  // @ts-expect-error -- a component has no such field
  await by({ seo: { title: "Tea" } });
  // @ts-expect-error -- a component has no documentId
  await by({ seo: { documentId: "s1" } });
  // @ts-expect-error -- the service can't filter inside a dynamic zone
  await by({ sections: { text: "Tea" } });
  // @ts-expect-error -- a filter on a relation names fields: the id of a row doesn't identify a document
  await by({ category: 1 });
  // @ts-expect-error -- the service fails at $not directly below a relation: put it outside, or in $and
  await by({ category: { $not: { name: "Tea" } } });
  // @ts-expect-error -- an article has no such field inside $and
  await by({ $and: [{ titel: "Tea" }] });
  // @ts-expect-error -- an article has no such field inside $not
  await by({ $not: { titel: "Tea" } });
  // @ts-expect-error -- a category has no such field inside $or
  await by({ $or: [{ category: { $or: [{ nmae: "Tea" }] } }] });
  // @ts-expect-error -- $or needs a list
  await by({ $or: { title: "Tea" } });
}

/** Every method with filters rejects unknown fields. */
export async function everywhere(): Promise<void> {
  const payload = { data: { title: "Tea" } };
  const params = { locale: "fr" } as const;
  // @ts-expect-error -- an article has no such field
  await articles.find({ documentId, params: { filters: { titel: "Tea" } } });
  // @ts-expect-error -- an article has no such field
  await articles.findFirst({ params: { filters: { titel: "Tea" } } });
  // @ts-expect-error -- an article has no such field
  await articles.count({ params: { filters: { titel: "Tea" } } });
  // @ts-expect-error -- an article has no such field
  await articles.delete({ documentId, params: { filters: { titel: "Tea" } } });
  // @ts-expect-error -- an article has no such field
  await articles.upsert({ payload, filters: { titel: "Tea" } });
  // @ts-expect-error -- an article has no such field
  await articles.createLocalization({ payload, filters: { titel: "Tea" }, params });
  // @ts-expect-error -- an upsert needs filters to find its document
  await articles.upsert({ payload });
  // @ts-expect-error -- an editor has no such field
  await users.findMany({ params: { filters: { nmae: "Ada" } } });
  // @ts-expect-error -- an editor has no such field
  await users.count({ params: { filters: { nmae: "Ada" } } });
  // @ts-expect-error -- the service doesn't filter by passwords
  await users.count({ params: { filters: { password: "secret" } } });
  await users.findMany({
    params: { filters: { confirmed: { $eq: true }, role: { type: "editor" }, motto: "Slowly" } },
  });
}

export const orders: SortKey<Article>[] = [
  "title",
  "title:asc",
  "documentId:desc",
  "createdAt:desc",
  "category.name:asc",
  "category.createdAt",
  "category.parent.position:desc",
  "seo.metaTitle:asc",
];

export async function refusedOrders(params: ListParams<Article>): Promise<void> {
  await articles.findMany({ params: { ...params, sort: ["title:desc", "id"] } });
  // @ts-expect-error -- an article has no such field
  await articles.findMany({ params: { sort: ["titel:asc"] } });
  // @ts-expect-error -- the sort directions are asc and desc
  await articles.findMany({ params: { sort: ["title:up"] } });
  // @ts-expect-error -- a sort is a list
  await articles.findMany({ params: { sort: "title:asc" } });
  // @ts-expect-error -- a relation has no order
  await articles.findMany({ params: { sort: ["category:asc"] } });
  // @ts-expect-error -- a category has no such field
  await articles.findMany({ params: { sort: ["category.nmae:asc"] } });
  // @ts-expect-error -- the parent of a category has no such field
  await articles.findMany({ params: { sort: ["category.parent.nmae:asc"] } });
  // @ts-expect-error -- a dynamic zone has no order
  await articles.findMany({ params: { sort: ["sections.text:asc"] } });
  // @ts-expect-error -- a role has no such field
  await users.findMany({ params: { sort: ["role.nmae:asc"] } });
  const unchecked: string[] = ["title:asc"];
  // @ts-expect-error -- a string can contain any field
  await articles.findMany({ params: { sort: unchecked } });
}

// @ts-expect-error -- a variable is checked too
export const mistaken: Filters<Author> = { nmae: "Ada" };
