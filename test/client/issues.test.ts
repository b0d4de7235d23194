import assert from "node:assert/strict";
import type { Issue } from "../../src/client/index.ts";
import { json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

type Row = readonly [title: string, message: string, details: unknown, issues: readonly Issue[]];

const rows: readonly Row[] = [
  [
    "a refused field says where it stands, with list indexes as numbers",
    "links[0].url must be defined.",
    { errors: [{ path: ["links", "0", "url"], message: "links[0].url must be defined." }] },
    [{ path: ["links", 0, "url"], message: "links[0].url must be defined." }],
  ],
  [
    "several refused fields are an issue each",
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
    "a refusal of the whole document has an empty path",
    "1 relation(s) do not exist",
    { errors: [{ path: [], message: "1 relation(s) do not exist" }] },
    [{ path: [], message: "1 relation(s) do not exist" }],
  ],
  [
    "a refused field without a path has an empty one",
    "wrong",
    { errors: [{ message: "wrong" }] },
    [{ path: [], message: "wrong" }],
  ],
  [
    "an unknown key at the top is an issue",
    "Invalid key bogus",
    { key: "bogus", path: null, source: "body" },
    [{ path: ["bogus"], message: "Invalid key bogus" }],
  ],
  [
    "an unknown key further down has its parents in the path",
    "Invalid key bogus at author.account",
    { key: "bogus", path: "author.account", source: "query", param: "filters" },
    [{ path: ["author", "account", "bogus"], message: "Invalid key bogus at author.account" }],
  ],
  [
    "an unknown key below a list has the index as a number",
    "Invalid key bogus at links.0",
    { key: "bogus", path: "links.0", source: "body" },
    [{ path: ["links", 0, "bogus"], message: "Invalid key bogus at links.0" }],
  ],
  [
    "a key that must not be used stands in its path once",
    "Invalid key createdBy",
    { key: "createdBy", path: "createdBy", source: "body" },
    [{ path: ["createdBy"], message: "Invalid key createdBy" }],
  ],
  [
    "a key that must not be used stands in its path once, further down too",
    "Invalid key password at author.account.password",
    { key: "password", path: "author.account.password", source: "query", param: "sort" },
    [
      {
        path: ["author", "account", "password"],
        message: "Invalid key password at author.account.password",
      },
    ],
  ],
  ["empty details name no field", "Invalid relations", {}, []],
  ["details of another kind name no field", "Odd", "odd", []],
];

describe("The issues of a ValidationError", () => {
  const at = loopbackCms();
  const issues = async (): Promise<unknown> => {
    const [error] = await at.cms
      .collection<Article>("articles")
      .create({ payload: { data: { title: "" } } });
    return error?.name === "ValidationError" ? [error.message, error.issues] : error;
  };

  for (const [title, message, details, expected] of rows) {
    it(title, async () => {
      at.service.answer(refusal(400, "ValidationError", message, details));

      assert.deepEqual(await issues(), [message, expected]);
    });
  }

  it("an answer without details names no field", async () => {
    at.service.answer(json({ data: null, error: { status: 400, message: "Bad JSON" } }, 400));

    assert.deepEqual(await issues(), ["Bad JSON", []]);
  });
});
