import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { loopbackCms } from "../client/loopbackCms.ts";
import { empty, json, reset, startLoopback } from "../support/loopback.ts";
import { makeArticle, makeDraft } from "./made.ts";
import { articles, must, realCms, send } from "./realCms.ts";
import type { Article } from "./realCms.ts";

const missing = 99_999_999;

type Call = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

/** One call of every method, each of which needs the service. */
const calls: Readonly<Record<string, Call>> = {
  "users findMany": (cms) => cms.users().findMany(),
  "users find": (cms) => cms.users().find({ id: missing }),
  "users me": (cms) => cms.users().me(),
  "users count": (cms) => cms.users().count(),
  "users create": (cms) => cms.users().create({ data: {} }),
  "users update": (cms) => cms.users().update({ id: missing, data: {} }),
  "users delete": (cms) => cms.users().delete({ id: missing }),
  findMany: (cms) => cms.collection<Article>("articles").findMany(),
  find: (cms) => cms.collection<Article>("articles").find({ documentId: "nobody" }),
  findFirst: (cms) => cms.collection<Article>("articles").findFirst(),
  count: (cms) => cms.collection<Article>("articles").count(),
  create: (cms) => cms.collection<Article>("articles").create({ payload: { data: {} } }),
  update: (cms) =>
    cms.collection<Article>("articles").update({ documentId: "nobody", payload: { data: {} } }),
  publish: (cms) => cms.collection<Article>("articles").publish({ documentId: "nobody" }),
  delete: (cms) => cms.collection<Article>("articles").delete({ documentId: "nobody" }),
  upsert: (cms) =>
    cms
      .collection<Article>("articles")
      .upsert({ payload: { data: {} }, filters: { title: { $eq: "Tea" } } }),
};

describe("Specification 7, HTTP or network failure: in `error` of the tuple, data and meta null", () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`${name}: a wrong token is an UnauthorizedError, and nothing is thrown`, async () => {
      const [error, ...rest] = await call(realCms("a-wrong-token"));

      assert.deepEqual(
        [error?.name, error?.status, ...rest],
        ["UnauthorizedError", 401, null, null],
      );
    });

    it(`${name}: a service that is not there is a NetworkError, and nothing is thrown`, async () => {
      const service = await startLoopback();
      await service.stop();
      const cms = createCms({ baseUrl: service.url });

      const [error, ...rest] = await call(cms);
      await cms.close();

      assert.deepEqual(
        [error?.name, error?.status, ...rest],
        ["NetworkError", undefined, null, null],
      );
    });
  }

  it("pages: a failure is the last tuple, and nothing is thrown", async () => {
    const results = [];
    for await (const result of articles("a-wrong-token").pages()) {
      results.push(result);
    }

    assert.deepEqual(
      results.map(([error, ...rest]) => [error?.name, ...rest]),
      [["UnauthorizedError", null, null]],
    );
  });
});

describe("Specification 7, the other rows", () => {
  it("Collection find on a missing document: NotFoundError", async () => {
    const [error, ...rest] = await articles().find({ documentId: "nobody" });

    assert.deepEqual([error?.name, ...rest], ["NotFoundError", null, null]);
  });

  for (const method of ["find", "delete"] as const) {
    it(`User ${method} with an empty body: NotFoundError`, async () => {
      const answer = await send("GET", `/users/${missing}`);

      const [error, ...rest] = await realCms().users()[method]({ id: missing });

      assert.deepEqual(answer, { status: 204, body: undefined });
      assert.deepEqual([error?.name, ...rest], ["NotFoundError", null, null]);
    });
  }

  it("Collection publish without data in the body: HTTP 400", async () => {
    const documentId = await makeDraft();

    const answer = await send("PUT", `/articles/${documentId}?status=published`, {});

    const { error } = answer.body as { error: { name: string; message: string } };
    assert.deepEqual(
      [answer.status, error.name, error.message],
      [400, "ValidationError", 'Missing "data" payload in the request body'],
    );
  });

  it("Collection delete with an empty body: not an error, data is null", async () => {
    const documentId = await makeArticle();

    const [error, data] = await articles().delete({ documentId });

    assert.deepEqual([error, data], [null, null]);
    assert.equal((await send("GET", `/articles/${documentId}`)).status, 404);
    await assert.rejects(must("GET", `/articles/${documentId}`));
  });
});

describe("Specification 7, rows that the real service gives no occasion for, on a loopback server", () => {
  const at = loopbackCms();

  for (const name of ["users me", "users create", "users update"]) {
    it(`User ${name.slice(6)} with an empty body: NotFoundError`, async () => {
      at.service.answer(empty(200));

      const [error, ...rest] = (await calls[name]?.(at.cms)) ?? [];

      assert.deepEqual([error?.name, ...rest], ["NotFoundError", null, null]);
    });
  }

  it("User count with a non-number body: not an error, result is 0", async () => {
    at.service.answer(json({ count: 12 }));

    assert.deepEqual(await at.cms.users().count(), [null, 0, null]);
  });

  it("a connection that breaks: a NetworkError in the tuple", async () => {
    at.service.answer(reset);

    const [error, ...rest] = await at.cms.collection<Article>("articles").findMany();

    assert.deepEqual([error?.name, ...rest], ["NetworkError", null, null]);
  });
});
