import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { makeArticle } from "./made.ts";
import { realCms, send, sendText, tokens } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";
import { bothTitles, titlesOf } from "./versions.ts";

type Call = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

/** A call, and its status for each token. 200 means that the service permits the call. */
type Access = readonly [
  call: Call,
  full: number,
  readOnly: number,
  custom: number,
  user: number,
  none: number,
  wrong: number,
];

const emptyFile = fileURLToPath(new URL("../cms/database/migrations/.gitkeep", import.meta.url));
const articles = (cms: Cms) => cms.collection<Article>("articles");

const reads: Readonly<Record<string, Access>> = {
  "listing articles": [(cms) => articles(cms).count(), 200, 200, 200, 200, 403, 401],
  "listing drafts": [
    (cms) => articles(cms).count({ params: { status: "draft" } }),
    ...([200, 200, 200, 200, 403, 401] as const),
  ],
  "reading a missing article": [
    (cms) => articles(cms).find({ documentId: "nobody" }),
    ...([404, 404, 404, 404, 403, 401] as const),
  ],
  "listing authors": [
    (cms) => cms.collection<Article>("authors").count(),
    ...([200, 200, 403, 200, 403, 401] as const),
  ],
  "reading a single type": [
    (cms) => cms.single("homepage").find(),
    ...([200, 200, 403, 200, 403, 401] as const),
  ],
  "listing users": [(cms) => cms.users().findMany(), 200, 200, 403, 200, 403, 401],
  "counting users": [(cms) => cms.users().count(), 200, 403, 403, 200, 403, 401],
  "reading the own user": [(cms) => cms.users().me(), 401, 403, 403, 200, 403, 401],
  "reading content types": [(cms) => cms.schema().contentTypes(), 200, 403, 200, 200, 403, 401],
  "reading components": [(cms) => cms.schema().components(), 200, 403, 200, 200, 403, 401],
  "reading locales": [(cms) => cms.schema().locales(), 200, 403, 200, 200, 403, 401],
  "listing files": [(cms) => cms.upload().findMany(), 200, 200, 403, 200, 403, 401],
  "reading the content of a file": [
    (cms) => cms.upload().content({ url: "/uploads/cup_of_tea_17cde1264c.png" }),
    ...([200, 200, 200, 200, 200, 200] as const),
  ],
  "reading an unknown route": [
    (cms) => cms.collection<Article>("bogus").findMany(),
    ...([404, 404, 404, 404, 404, 404] as const),
  ],
};

/** Writes without content, which change nothing. The status 400 means that the service permits the write. */
const writes: Readonly<Record<string, Access>> = {
  "creating an article": [
    (cms) => articles(cms).create({ payload: {} as { data: object } }),
    ...([400, 403, 403, 400, 403, 401] as const),
  ],
  "updating an article": [
    (cms) => articles(cms).update({ documentId: "nobody", payload: {} as { data: object } }),
    ...([400, 403, 403, 400, 403, 401] as const),
  ],
  "publishing a missing article": [
    (cms) => articles(cms).publish({ documentId: "nobody" }),
    ...([404, 403, 403, 404, 403, 401] as const),
  ],
  "deleting a missing article": [
    (cms) => articles(cms).delete({ documentId: "nobody" }),
    ...([200, 403, 403, 200, 403, 401] as const),
  ],
  "uploading an empty file": [
    (cms) => cms.upload().create({ path: emptyFile }),
    ...([400, 403, 403, 403, 403, 401] as const),
  ],
  "creating a user": [
    (cms) => cms.users().create({ data: {} as never }),
    ...([400, 403, 403, 403, 403, 401] as const),
  ],
  "updating a missing user": [
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

describe("Tokens (full, read-only, custom, user, none, wrong)", () => {
  const kinds = ["full", "readOnly", "custom", "user"] as const;
  for (const [sentence, [call, ...statuses]] of facts(Object.entries({ ...reads, ...writes }))) {
    it(`tokens get for ${sentence}: ${statuses.join(", ")}`, async () => {
      const all = [...kinds.map((kind) => tokens()[kind]), "", "a-wrong-token"];

      const got = [];
      for (const token of all) got.push((await call(realCms(token)))[0]);

      assert.deepEqual(
        got.map((error) => [error?.status ?? 200, error?.name]),
        statuses.map((status) => [status, names[status]]),
      );
    });
  }

  itFact("tokens without the permission to write change nothing", async () => {
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
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });
});

describe("Authorization header", () => {
  const list = (authorization: string) =>
    sendText("GET", "/articles?pagination[pageSize]=1", {
      token: null,
      headers: { authorization },
    });

  const rows: readonly (readonly [string, () => string, number])[] = [
    ["accepts Bearer", () => `Bearer ${tokens().full}`, 200],
    ["accepts bearer in lower case", () => `bearer ${tokens().full}`, 200],
    ["with another scheme makes the request anonymous", () => `Basic ${tokens().full}`, 403],
    ["without a token makes the request anonymous", () => "Bearer", 403],
    ["without a scheme makes the request anonymous", () => tokens().full, 403],
    ["with a wrong signature is rejected", () => `${tokens().user}x`, 401],
  ];
  for (const [sentence, authorization, status] of facts(rows)) {
    it(`the Authorization header ${sentence}`, async () => {
      const text = authorization();

      const answer = await list(text.startsWith("ey") ? `Bearer ${text}` : text);

      assert.equal(answer.status, status);
    });
  }

  itFact("the Authorization header can't be replaced by a token in the query", async () => {
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

describe("Answer of the service", () => {
  itFact(
    "an answer of the service keeps the connection for five seconds, without compression and rate limit",
    async () => {
      const { headers } = await sendText("GET", "/articles?pagination[pageSize]=100", {
        headers: { "accept-encoding": "gzip, br" },
      });

      const reported = [
        "keep-alive",
        "content-encoding",
        "x-ratelimit-limit",
        "retry-after",
        "etag",
      ];
      assert.deepEqual(
        reported.map((name) => headers.get(name)),
        ["timeout=5", null, null, null, null],
      );
    },
  );

  itFact("an answer to HEAD has no body", async () => {
    const { status, text } = await sendText("HEAD", "/articles");

    assert.deepEqual([status, text], [200, ""]);
  });
});
