import type { Cms } from "../../src/client/index.ts";
import { areSent } from "./loopbackCms.ts";
import type { Article, Sending } from "./loopbackCms.ts";

const articles = (cms: Cms) => cms.collection<Article>("articles");
const list = { method: "GET", path: "/api/articles", body: undefined };
const documentRequest = { path: "/api/articles/tea1", body: undefined };
const documentId = "tea1";
const payload = { data: { title: "Tea" } };

const reads: readonly Sending[] = [
  [
    "findMany reads /api/<uid> without a query by default",
    (cms) => articles(cms).findMany(),
    { ...list, query: {} },
  ],
  [
    "findMany sends every parameter as it is given",
    (cms) =>
      articles(cms).findMany({
        params: {
          fields: ["title"],
          populate: { category: { fields: ["name"] } },
          sort: ["title:desc", "slug:asc"],
          filters: { $or: [{ title: { $contains: "tea & milk" } }, { slug: { $eq: "a=b" } }] },
          pagination: { page: 2, pageSize: 10 },
          status: "draft",
          locale: "fr",
          _q: "tea+ü",
        },
      }),
    {
      ...list,
      query: {
        fields: ["title"],
        populate: { category: { fields: ["name"] } },
        sort: ["title:desc", "slug:asc"],
        filters: { $or: [{ title: { $contains: "tea & milk" } }, { slug: { $eq: "a=b" } }] },
        pagination: { page: "2", pageSize: "10" },
        status: "draft",
        locale: "fr",
        _q: "tea+ü",
      },
    },
  ],
  [
    "find reads /api/<uid>/<documentId> with its parameters",
    (cms) =>
      articles(cms).find({ documentId, params: { status: "draft", locale: "fr", populate: "*" } }),
    { ...documentRequest, method: "GET", query: { status: "draft", locale: "fr", populate: "*" } },
  ],
  [
    "find encodes special characters in the path",
    (cms) => articles(cms).find({ documentId: "grün & gut" }),
    { ...documentRequest, path: "/api/articles/gr%C3%BCn%20%26%20gut", method: "GET", query: {} },
  ],
];

const oneRow: readonly Sending[] = [
  [
    "asks for a page of one row without pagination",
    (cms) => articles(cms).findFirst(),
    { ...list, query: { pagination: { pageSize: "1" } } },
  ],
  [
    "asks for a page of one row in page mode, whatever the page size is",
    (cms) => articles(cms).findFirst({ params: { pagination: { page: 1, pageSize: 50 } } }),
    { ...list, query: { pagination: { page: "1", pageSize: "1" } } },
  ],
  [
    "stays in offset mode with a start and asks for one row",
    (cms) => articles(cms).findFirst({ params: { pagination: { start: 3 } } }),
    { ...list, query: { pagination: { start: "3", limit: "1" } } },
  ],
  [
    "stays in offset mode with a limit and asks for one row",
    (cms) => articles(cms).findFirst({ params: { pagination: { limit: 50 } } }),
    { ...list, query: { pagination: { limit: "1" } } },
  ],
  [
    "keeps every other parameter",
    (cms) =>
      articles(cms).findFirst({
        params: { status: "draft", filters: { title: "Tea" }, sort: ["title:asc"] },
      }),
    {
      ...list,
      query: {
        status: "draft",
        filters: { title: "Tea" },
        sort: ["title:asc"],
        pagination: { pageSize: "1" },
      },
    },
  ],
];

const counts: readonly Sending[] = [
  [
    "asks for a page of one row and the total",
    (cms) => articles(cms).count({ params: { filters: { title: "Tea" } } }),
    {
      ...list,
      query: { filters: { title: "Tea" }, pagination: { pageSize: "1", withCount: "true" } },
    },
  ],
  [
    "stays in offset mode",
    (cms) => articles(cms).count({ params: { pagination: { start: 3, limit: 50 } } }),
    { ...list, query: { pagination: { start: "3", limit: "1", withCount: "true" } } },
  ],
  [
    "asks for the total when withCount is false",
    (cms) => articles(cms).count({ params: { pagination: { withCount: false } } }),
    { ...list, query: { pagination: { pageSize: "1", withCount: "true" } } },
  ],
];

const writes: readonly Sending[] = [
  [
    "create posts the payload in data, with its parameters",
    (cms) => articles(cms).create({ payload, params: { status: "draft", populate: ["category"] } }),
    {
      method: "POST",
      path: "/api/articles",
      query: { status: "draft", populate: ["category"] },
      body: payload,
    },
  ],
  [
    "update puts the payload in data, with its parameters",
    (cms) =>
      articles(cms).update({ documentId, payload, params: { status: "draft", locale: "fr" } }),
    { ...documentRequest, method: "PUT", query: { status: "draft", locale: "fr" }, body: payload },
  ],
  [
    "publish puts an empty data object with status=published",
    (cms) => articles(cms).publish({ documentId }),
    { ...documentRequest, method: "PUT", query: { status: "published" }, body: { data: {} } },
  ],
  [
    "publish keeps the given locale and fields",
    (cms) => articles(cms).publish({ documentId, params: { locale: "fr", fields: ["title"] } }),
    {
      ...documentRequest,
      method: "PUT",
      query: { locale: "fr", fields: ["title"], status: "published" },
      body: { data: {} },
    },
  ],
  [
    "delete deletes /api/<uid>/<documentId>, without a body",
    (cms) => articles(cms).delete({ documentId }),
    { ...documentRequest, method: "DELETE", query: {} },
  ],
  [
    "delete sends locale, filters, fields and populate",
    (cms) =>
      articles(cms).delete({
        documentId,
        params: { locale: "fr", filters: { title: "Tea" }, fields: ["title"], populate: ["tags"] },
      }),
    {
      ...documentRequest,
      method: "DELETE",
      query: { locale: "fr", filters: { title: "Tea" }, fields: ["title"], populate: ["tags"] },
    },
  ],
];

describe("Requests of collection() reads", () => areSent(reads));

describe("findFirst", () => areSent(oneRow));

describe("count", () => areSent(counts));

describe("Requests of collection() writes", () => areSent(writes));
