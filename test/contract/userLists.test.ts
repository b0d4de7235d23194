import assert from "node:assert/strict";
import type { CmsUser } from "../../src/client/index.ts";
import { errorSummary, untyped } from "./found.ts";
import { authenticatedRole, makeUser } from "./made.ts";
import type { MadeUser } from "./made.ts";
import { must, realCms, send, tokens, unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("users().findMany parameters", () => {
  const word = unique("ann").replaceAll("-", "");
  let madeUsers: MadeUser[];
  before(async () => {
    madeUsers = [];
    for (const [letter, confirmed] of [
      ["b", true],
      ["a", false],
      ["c", true],
    ] as const) {
      const username = `${letter}${word}`;
      madeUsers.push(await makeUser({ username, email: `${username}@Example.com`, confirmed }));
    }
  });
  const list = async (params: object, token?: string) => {
    const filters = { id: { $in: madeUsers.map(({ id }) => id) } };
    const [error, users] = await realCms(token)
      .users()
      .findMany({ params: untyped({ filters, sort: ["username"], ...params }) });
    if (error) return errorSummary(error);
    return (users as readonly CmsUser[]).map(({ username }) => username[0]).join("");
  };

  type Row = readonly [sentence: string, params: object, letters: string];
  const mine = (filters: object) => ({
    filters: { username: { $endsWith: word }, ...filters },
  });
  const rows: readonly Row[] = [
    ["sort accepts asc", { sort: ["username:asc"] }, "abc"],
    ["sort accepts desc", { sort: ["username:desc"] }, "cba"],
    ["sort accepts two fields", { sort: ["confirmed:desc", "username:asc"] }, "bca"],
    ["filters accepts $eq", mine({ confirmed: { $eq: true } }), "bc"],
    ["filters accepts $containsi", mine({ email: { $containsi: `A${word}@` } }), "a"],
    ["filters accepts a relation", mine({ role: { type: { $eq: "authenticated" } } }), "abc"],
    [
      "filters finds nothing for a relation that does not match",
      mine({ role: { type: "editor" } }),
      "",
    ],
    [
      "filters accepts $or",
      { filters: { $or: [{ username: `a${word}` }, { username: `c${word}` }] } },
      "ac",
    ],
    ["filters accepts $not", mine({ $not: { username: `b${word}` } }), "ac"],
    ["filters accepts $notIn", mine({ username: { $notIn: [`b${word}`], $endsWith: word } }), "ac"],
    ["filters finds nothing for an id that is no number", { filters: { id: "abc" } }, ""],
    ["status is ignored", { status: "draft" }, "abc"],
    ["locale is ignored", { locale: "xx" }, "abc"],
    ["an unknown parameter is ignored", { bogus: 1 }, "abc"],
    ["_q works, although the client's types reject it", { _q: `C${word}` }, "c"],
    ["limit 0 at the root returns all", { limit: 0 }, "abc"],
    ["limit -1 at the root returns all", { limit: -1 }, "abc"],
    ["start and limit at the root return that page", { start: 1, limit: 1 }, "b"],
  ];
  for (const [sentence, params, letters] of facts(rows)) {
    it(`the parameters of findMany: ${sentence}`, async () => {
      assert.equal(await list(params), letters);
    });
  }

  itFact("limit has no maximum", async () => assert.equal(await list({ limit: 1_000_000 }), "abc"));

  type Refused = readonly [sentence: string, params: object, message: string];
  const positive = (what: string, got: string) =>
    `convert${what}QueryParams expected a positive integer got ${got}`;
  const refusals: readonly Refused[] = [
    ["an unknown field", { fields: ["no"] }, "Invalid key no"],
    ["a password as a field", { fields: ["password"] }, "Invalid key password"],
    ["an unknown field of sort", { sort: ["no"] }, "Invalid key no"],
    ["a password in sort", { sort: ["password"] }, "Invalid key password"],
    ["an unknown filter", { filters: { no: 1 } }, "Invalid key no"],
    ["a password as a filter", { filters: { password: "x" } }, "Invalid key password"],
    ["an unknown relation", { populate: ["no"] }, "Invalid key no"],
    ["a limit that is no number", { limit: "abc" }, positive("Limit", "NaN")],
    ["a start below 0", { start: -1 }, positive("Start", "-1")],
  ];
  for (const [sentence, params, message] of facts(refusals)) {
    it(`the parameters of findMany reject ${sentence}`, async () => {
      assert.deepEqual(await list(params), ["ValidationError", 400, message]);
    });
  }

  itFact("page and pageSize are ignored by the service without the client", async () => {
    const count = async (query: string) =>
      ((await must("GET", `/users?${query}`)) as unknown[]).length;

    const all = await count("");
    assert.deepEqual(
      [
        await count("page=1&pageSize=2"),
        await count("pagination[page]=1&pagination[pageSize]=2"),
        await count("pagination[start]=1&pagination[limit]=2"),
      ],
      [all, all, all],
    );
  });

  it("filters work for count, also on relations", async () => {
    const filters = { username: { $endsWith: word }, role: { type: "authenticated" } };

    const result = await realCms().users().count({ params: { filters } });

    assert.deepEqual(result, [null, 3, null]);
  });

  itFact("list users for the read-only token, which can't count them", async () => {
    const [error] = await realCms(tokens().readOnly).users().count();

    assert.equal(await list({}, tokens().readOnly), "abc");
    assert.deepEqual(errorSummary(error), ["ForbiddenError", 403, "Forbidden"]);
  });
});

describe("users().find parameters", () => {
  const plain = [
    ...["blocked", "confirmed", "createdAt", "documentId", "email", "id"],
    ...["provider", "publishedAt", "updatedAt", "username"],
  ];
  const keys = async (params: object) => {
    const { id } = await makeUser();
    const [error, user] = await realCms()
      .users()
      .find({ id, params: untyped(params) });
    return error ? errorSummary(error) : Object.keys(user).sort();
  };
  const withRole = [...plain, "role"].sort();

  for (const [sentence, params, expected] of facts([
    ["return every plain field by default, but no role and no password", {}, plain],
    ["populate accepts a list", { populate: ["role"] }, withRole],
    ["populate accepts a string", { populate: "role" }, withRole],
    ["populate accepts *", { populate: "*" }, withRole],
    ["populate accepts an object", { populate: { role: true } }, withRole],
    [
      "fields returns id, documentId and the given fields",
      { fields: ["email"] },
      ["documentId", "email", "id"],
    ],
    [
      "fields rejects a relation",
      { fields: ["role"] },
      ["ValidationError", 400, "Invalid key role"],
    ],
  ] as const)) {
    it(`the parameters of find: ${sentence}`, async () => {
      assert.deepEqual(await keys(params), expected);
    });
  }

  it("populate accepts fields of the role", async () => {
    const [{ id }, { name }] = [await makeUser(), await authenticatedRole()];

    const [, user] = await realCms()
      .users()
      .find({ id, params: { populate: { role: { fields: ["name"] } } } });

    const role: Readonly<Record<string, unknown>> = { ...user?.role };
    assert.deepEqual([role["name"], "type" in role], [name, false]);
  });

  itFact(
    "the parameters of find give an empty 204 for a documentId, a word, and filters that do not match",
    async () => {
      const { id, documentId } = await makeUser();

      const paths = ["/users/99999999", "/users/abc", `/users/${documentId}`];
      const answers = [];
      for (const path of [...paths, `/users/${id}?filters[username]=nope`]) {
        answers.push(await send("GET", path));
      }
      const [error] = await realCms().users().find({ id: 99_999_999 });

      assert.deepEqual(answers, Array(4).fill({ status: 204, body: undefined }));
      assert.deepEqual([error?.name, error?.status], ["NotFoundError", 204]);
    },
  );
});
