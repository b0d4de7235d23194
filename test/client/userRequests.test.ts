import { areSent } from "./loopbackCms.ts";
import type { Sending } from "./loopbackCms.ts";

const data = { username: "ada", email: "ada@example.com", password: "Secret-1", role: 1 };
const get = { method: "GET", body: undefined };
const list = { ...get, path: "/api/users" };

const methods: readonly Sending[] = [
  [
    "findMany reads /api/users without a query by default",
    (cms) => cms.users().findMany(),
    { ...list, query: {} },
  ],
  [
    "findMany sends fields, populate, sort and filters as they are given",
    (cms) =>
      cms.users().findMany({
        params: {
          fields: ["username", "email"],
          populate: ["role"],
          sort: ["username:desc"],
          filters: { confirmed: { $eq: true }, username: { $contains: "a&b=c" } },
        },
      }),
    {
      ...list,
      query: {
        fields: ["username", "email"],
        populate: ["role"],
        sort: ["username:desc"],
        filters: { confirmed: { $eq: "true" }, username: { $contains: "a&b=c" } },
      },
    },
  ],
  [
    "find reads /api/users/<id> with fields and populate",
    (cms) => cms.users().find({ id: 7, params: { fields: ["email"], populate: "role" } }),
    { ...get, path: "/api/users/7", query: { fields: ["email"], populate: "role" } },
  ],
  [
    "me reads /api/users/me with fields and populate",
    (cms) => cms.users().me({ params: { fields: ["email"], populate: ["role"] } }),
    { ...get, path: "/api/users/me", query: { fields: ["email"], populate: ["role"] } },
  ],
  [
    "count reads /api/users/count with filters",
    (cms) => cms.users().count({ params: { filters: { blocked: { $eq: false } } } }),
    { ...get, path: "/api/users/count", query: { filters: { blocked: { $eq: "false" } } } },
  ],
  [
    "create posts the data to /api/users, without a wrapper",
    (cms) => cms.users().create({ data }),
    { method: "POST", path: "/api/users", query: {}, body: data },
  ],
  [
    "update puts the data to /api/users/<id>, without a wrapper",
    (cms) => cms.users().update({ id: 7, data: { blocked: true } }),
    { method: "PUT", path: "/api/users/7", query: {}, body: { blocked: true } },
  ],
  [
    "delete deletes /api/users/<id>, without a body",
    (cms) => cms.users().delete({ id: 7 }),
    { method: "DELETE", path: "/api/users/7", query: {}, body: undefined },
  ],
];

// The service reads the page of users only from the top level of the query. It receives every value as text.
const pages: readonly Sending[] = [
  [
    "has start and limit at the root of the query too",
    (cms) => cms.users().findMany({ params: { pagination: { start: 4, limit: 2 } } }),
    {
      ...list,
      query: { pagination: { start: "4", limit: "2" }, start: "4", limit: "2" },
    },
  ],
  [
    "accepts a start of 0",
    (cms) => cms.users().findMany({ params: { pagination: { start: 0, limit: 2 } } }),
    { ...list, query: { pagination: { start: "0", limit: "2" }, start: "0", limit: "2" } },
  ],
  [
    "sends a limit without a start",
    (cms) => cms.users().findMany({ params: { pagination: { limit: 2 } } }),
    { ...list, query: { pagination: { limit: "2" }, limit: "2" } },
  ],
  [
    "sends a start without a limit",
    (cms) => cms.users().findMany({ params: { pagination: { start: 4 } } }),
    { ...list, query: { pagination: { start: "4" }, start: "4" } },
  ],
  [
    "sends the start 20 for the third page of ten",
    (cms) => cms.users().findMany({ params: { pagination: { page: 3, pageSize: 10 } } }),
    {
      ...list,
      query: { pagination: { page: "3", pageSize: "10" }, start: "20", limit: "10" },
    },
  ],
  [
    "sends the start 0 for a page size alone",
    (cms) => cms.users().findMany({ params: { pagination: { pageSize: 10 } } }),
    { ...list, query: { pagination: { pageSize: "10" }, start: "0", limit: "10" } },
  ],
  [
    "sends the service's default of 25 rows without a page size",
    (cms) => cms.users().findMany({ params: { pagination: { page: 2 } } }),
    { ...list, query: { pagination: { page: "2" }, start: "25", limit: "25" } },
  ],
];

describe("Requests of users()", () => areSent(methods));

describe("Pagination of users().findMany", () => areSent(pages));
