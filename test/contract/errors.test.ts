import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { loopbackCms } from "../client/loopbackCms.ts";
import { empty, json, reset, startLoopback } from "../support/loopback.ts";
import { makeArticle, makeDraft } from "./made.ts";
import { articles, must, realCms, send } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

const missing = 99_999_999;

type Call = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

/** A call of each method. Every call sends a request. */
const calls: Readonly<Record<string, Call>> = {
  "users findMany": (cms) => cms.users().findMany(),
  "users find": (cms) => cms.users().find({ id: missing }),
  "users me": (cms) => cms.users().me(),
  "users count": (cms) => cms.users().count(),
  "users create": (cms) => cms.users().create({ data: {} as never }),
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

describe("Failing call", () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`a failing call of ${name} returns an UnauthorizedError for a wrong token`, async () => {
      const [error, ...dataAndMeta] = await call(realCms("a-wrong-token"));

      assert.deepEqual(
        [error?.name, error?.status, ...dataAndMeta],
        ["UnauthorizedError", 401, null, null],
      );
    });
  }

  for (const [name, call] of facts(Object.entries(calls))) {
    it(`a failing call of ${name} returns a NetworkError when the service does not run`, async () => {
      const service = await startLoopback();
      await service.stop();
      const cms = createCms({ baseUrl: service.url });

      const [error, ...dataAndMeta] = await call(cms);
      await cms.close();

      assert.deepEqual(
        [error?.name, error?.status, ...dataAndMeta],
        ["NetworkError", undefined, null, null],
      );
    });
  }

  it("a failing call of pages yields the error as the last tuple", async () => {
    const results = [];
    for await (const result of articles("a-wrong-token").pages()) {
      results.push(result);
    }

    assert.deepEqual(
      results.map(([error, ...dataAndMeta]) => [error?.name, ...dataAndMeta]),
      [["UnauthorizedError", null, null]],
    );
  });
});

describe("Error of a method on the real service", () => {
  it("the error is NotFoundError for find of a missing document", async () => {
    const [error, ...dataAndMeta] = await articles().find({ documentId: "nobody" });

    assert.deepEqual([error?.name, ...dataAndMeta], ["NotFoundError", null, null]);
  });

  for (const method of ["find", "delete"] as const) {
    it(`the error is NotFoundError for users ${method} with an empty body`, async () => {
      const answer = await send("GET", `/users/${missing}`);

      const [error, ...dataAndMeta] = await realCms().users()[method]({ id: missing });

      assert.deepEqual(answer, { status: 204, body: undefined });
      assert.deepEqual([error?.name, ...dataAndMeta], ["NotFoundError", null, null]);
    });
  }

  itFact("the error is a 400 for publish without data", async () => {
    const documentId = await makeDraft();

    const answer = await send("PUT", `/articles/${documentId}?status=published`, {});

    const { error } = answer.body as { error: { name: string; message: string } };
    assert.deepEqual(
      [answer.status, error.name, error.message],
      [400, "ValidationError", 'Missing "data" payload in the request body'],
    );
  });

  it("the error is null for delete with an empty body", async () => {
    const documentId = await makeArticle();

    const [error, data] = await articles().delete({ documentId });

    assert.deepEqual([error, data], [null, null]);
    assert.equal((await send("GET", `/articles/${documentId}`)).status, 404);
    await assert.rejects(must("GET", `/articles/${documentId}`));
  });
});

describe("Error of a method on a loopback server", () => {
  const at = loopbackCms();

  for (const name of ["users me", "users create", "users update"]) {
    it(`the error is NotFoundError for ${name} with an empty body`, async () => {
      at.service.answer(empty(200));

      const [error, ...dataAndMeta] = (await calls[name]?.(at.cms)) ?? [];

      assert.deepEqual([error?.name, ...dataAndMeta], ["NotFoundError", null, null]);
    });
  }

  it("the error is null for users count without a number, and the result is 0", async () => {
    at.service.answer(json({ count: 12 }));

    assert.deepEqual(await at.cms.users().count(), [null, 0, null]);
  });

  it("the error is NetworkError for a broken connection", async () => {
    at.service.answer(reset);

    const [error, ...dataAndMeta] = await at.cms.collection<Article>("articles").findMany();

    assert.deepEqual([error?.name, ...dataAndMeta], ["NetworkError", null, null]);
  });
});
