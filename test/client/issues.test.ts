import assert from "node:assert/strict";
import type { ValidationIssue } from "../../src/client/index.ts";
import { json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

type Row = readonly [
  title: string,
  message: string,
  details: unknown,
  issues: readonly ValidationIssue[],
];

const rows: readonly Row[] = [
  [
    "contain the path of a rejected field, with list indexes as numbers",
    "links[0].url must be defined.",
    { errors: [{ path: ["links", "0", "url"], message: "links[0].url must be defined." }] },
    [{ path: ["links", 0, "url"], message: "links[0].url must be defined." }],
  ],
  [
    "contain each of several rejected fields",
    "2 errors occurred",
    {
      errors: [
        {
          path: ["title"],
          message: "title must be defined.",
          name: "ValidationError",
          value: null,
        },
        { path: ["sections", "12", "text"], message: "too short", name: "ValidationError" },
      ],
    },
    [
      { path: ["title"], message: "title must be defined." },
      { path: ["sections", 12, "text"], message: "too short" },
    ],
  ],
  [
    "have an empty path for an error of the whole document",
    "1 relation(s) do not exist",
    { errors: [{ path: [], message: "1 relation(s) do not exist" }] },
    [{ path: [], message: "1 relation(s) do not exist" }],
  ],
  [
    "have an empty path for a rejected field without a path",
    "wrong",
    { errors: [{ message: "wrong" }] },
    [{ path: [], message: "wrong" }],
  ],
  [
    "contain an unknown key at the top level",
    "Invalid key bogus",
    { key: "bogus", path: null, source: "body" },
    [{ path: ["bogus"], message: "Invalid key bogus" }],
  ],
  [
    "contain an unknown key below the path of its parents",
    "Invalid key bogus at author.account",
    { key: "bogus", path: "author.account", source: "query", param: "filters" },
    [{ path: ["author", "account", "bogus"], message: "Invalid key bogus at author.account" }],
  ],
  [
    "contain an unknown key in a list, with the index as a number",
    "Invalid key bogus at links.0",
    { key: "bogus", path: "links.0", source: "body" },
    [{ path: ["links", 0, "bogus"], message: "Invalid key bogus at links.0" }],
  ],
  [
    "contain a forbidden key once",
    "Invalid key createdBy",
    { key: "createdBy", path: "createdBy", source: "body" },
    [{ path: ["createdBy"], message: "Invalid key createdBy" }],
  ],
  [
    "contain a forbidden key once below the path of its parents",
    "Invalid key password at author.account.password",
    { key: "password", path: "author.account.password", source: "query", param: "sort" },
    [
      {
        path: ["author", "account", "password"],
        message: "Invalid key password at author.account.password",
      },
    ],
  ],
  ["are empty for empty details", "Invalid relations", {}, []],
  ["are empty for details that are no object", "Odd", "odd", []],
];

describe("Issues", () => {
  const at = loopbackCms();
  const issues = async (): Promise<unknown> => {
    const [error] = await at.cms
      .collection<Article>("articles")
      .create({ payload: { data: { title: "" } } });
    return error?.name === "ValidationError" ? [error.message, error.issues] : error;
  };

  for (const [title, message, details, expected] of rows) {
    it(`the issues of a ValidationError ${title}`, async () => {
      at.service.answer(refusal(400, "ValidationError", message, details));

      assert.deepEqual(await issues(), [message, expected]);
    });
  }

  it("the issues of a ValidationError are empty for an answer without details", async () => {
    at.service.answer(json({ data: null, error: { status: 400, message: "Bad JSON" } }, 400));

    assert.deepEqual(await issues(), ["Bad JSON", []]);
  });
});
