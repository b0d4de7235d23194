import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { makeArticle } from "./made.ts";
import { realCms, send, sendText, tokens } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { there, titlesOf } from "./versions.ts";

type Call = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

/** What a call gives with each token: 200 where it is allowed, else the error's status. */
type Access = readonly [
  call: Call,
  full: number,
  readOnly: number,
  custom: number,
  user: number,
  nobody: number,
  wrong: number,
];

const emptyFile = fileURLToPath(new URL("../cms/database/migrations/.gitkeep", import.meta.url));
const articles = (cms: Cms) => cms.collection<Article>("articles");

const reads: Readonly<Record<string, Access>> = {
  "articles are listed": [(cms) => articles(cms).count(), 200, 200, 200, 200, 403, 401],
  "drafts are listed": [
    (cms) => articles(cms).count({ params: { status: "draft" } }),
    ...([200, 200, 200, 200, 403, 401] as const),
  ],
  "an article that is not there is read": [
    (cms) => articles(cms).find({ documentId: "nobody" }),
    ...([404, 404, 404, 404, 403, 401] as const),
  ],
  "authors are listed": [
    (cms) => cms.collection<Article>("authors").count(),
    ...([200, 200, 403, 200, 403, 401] as const),
  ],
  "a single type is read": [
    (cms) => cms.single("homepage").find(),
    ...([200, 200, 403, 200, 403, 401] as const),
  ],
  "users are listed": [(cms) => cms.users().findMany(), 200, 200, 403, 200, 403, 401],
  "users are counted": [(cms) => cms.users().count(), 200, 403, 403, 200, 403, 401],
  "a user reads himself": [(cms) => cms.users().me(), 401, 403, 403, 200, 403, 401],
  "content types are told": [(cms) => cms.schema().contentTypes(), 200, 403, 200, 200, 403, 401],
  "components are told": [(cms) => cms.schema().components(), 200, 403, 200, 200, 403, 401],
  "locales are told": [(cms) => cms.schema().locales(), 200, 403, 200, 200, 403, 401],
  "files are listed": [(cms) => cms.upload().findMany(), 200, 200, 403, 200, 403, 401],
  "a file's content is read": [
    (cms) => cms.upload().content({ url: "/uploads/cup_of_tea_17cde1264c.png" }),
    ...([200, 200, 200, 200, 200, 200] as const),
  ],
  "a route that is not there": [
    (cms) => cms.collection<Article>("bogus").findMany(),
    ...([404, 404, 404, 404, 404, 404] as const),
  ],
};

/** Writes with nothing in them, which harm nothing: 400 says that they are allowed. */
const writes: Readonly<Record<string, Access>> = {
  "an article is made": [
    (cms) => articles(cms).create({ payload: {} as { data: object } }),
    ...([400, 403, 403, 400, 403, 401] as const),
  ],
  "an article is changed": [
    (cms) => articles(cms).update({ documentId: "nobody", payload: {} as { data: object } }),
    ...([400, 403, 403, 400, 403, 401] as const),
  ],
  "an article that is not there is published": [
    (cms) => articles(cms).publish({ documentId: "nobody" }),
    ...([404, 403, 403, 404, 403, 401] as const),
  ],
  "an article that is not there is deleted": [
    (cms) => articles(cms).delete({ documentId: "nobody" }),
    ...([200, 403, 403, 200, 403, 401] as const),
  ],
  "an empty file is uploaded": [
    (cms) => cms.upload().create({ path: emptyFile }),
    ...([400, 403, 403, 403, 403, 401] as const),
  ],
  "a user is made": [
    (cms) => cms.users().create({ data: {} }),
    ...([400, 403, 403, 403, 403, 401] as const),
  ],
  "a user who is not there is changed": [
    (cms) => cms.users().update({ id: 99_999_999, data: {} }),
    ...([404, 403, 403, 403, 403, 401] as const),
  ],
};

const names: Readonly<Record<number, string>> = {
  400: "ValidationError",
  401: "UnauthorizedError",
  403: "ForbiddenError",
  404: "NotFoundError",
};

describe("What a token may do", () => {
  const kinds = ["full", "readOnly", "custom", "user"] as const;
  for (const [sentence, [call, ...statuses]] of Object.entries({ ...reads, ...writes })) {
    it(`${sentence}: ${statuses.join(", ")}`, async () => {
      const all = [...kinds.map((kind) => tokens()[kind]), "", "a-wrong-token"];

      const got = [];
      for (const token of all) got.push((await call(realCms(token)))[0]);

      assert.deepEqual(
        got.map((error) => [error?.status ?? 200, error?.name]),
        statuses.map((status) => [status, names[status]]),
      );
    });
  }

  it("what it may not write is not written", async () => {
    const documentId = await makeArticle({ title: "Tea" });
    const mine = articles(realCms(tokens().readOnly));

    const errors = [
      (await mine.update({ documentId, payload: { data: { title: "Milk" } } }))[0],
      (await mine.publish({ documentId }))[0],
      (await mine.delete({ documentId }))[0],
    ];

    assert.deepEqual(
      errors.map((error) => error?.name),
      Array(3).fill("ForbiddenError"),
    );
    assert.deepEqual(await titlesOf(documentId), there("Tea"));
  });
});

describe("How a token is told", () => {
  const list = (authorization: string) =>
    sendText("GET", "/articles?pagination[pageSize]=1", {
      token: null,
      headers: { authorization },
    });

  for (const [sentence, authorization, status] of [
    ["Bearer", () => `Bearer ${tokens().full}`, 200],
    ["bearer, in lower case", () => `bearer ${tokens().full}`, 200],
    ["another scheme is nobody", () => `Basic ${tokens().full}`, 403],
    ["no token is nobody", () => "Bearer", 403],
    ["no scheme is nobody", () => tokens().full, 403],
    ["a token with a wrong signature is refused", () => `${tokens().user}x`, 401],
  ] as const) {
    it(sentence, async () => {
      const text = authorization();

      const answer = await list(text.startsWith("ey") ? `Bearer ${text}` : text);

      assert.equal(answer.status, status);
    });
  }

  it("in the query it is nobody's", async () => {
    const { full } = tokens();

    const { status } = await send(
      "GET",
      `/articles?access_token=${full}&token=${full}`,
      undefined,
      null,
    );

    assert.equal(status, 403);
  });
});

describe("What the service says by the way", () => {
  it("connections are kept for five seconds, answers are not compressed, nothing limits the rate", async () => {
    const { headers } = await sendText("GET", "/articles?pagination[pageSize]=100", {
      headers: { "accept-encoding": "gzip, br" },
    });

    const told = ["keep-alive", "content-encoding", "x-ratelimit-limit", "retry-after", "etag"];
    assert.deepEqual(
      told.map((name) => headers.get(name)),
      ["timeout=5", null, null, null, null],
    );
  });

  it("HEAD is answered where GET is", async () => {
    const { status, text } = await sendText("HEAD", "/articles");

    assert.deepEqual([status, text], [200, ""]);
  });
});
