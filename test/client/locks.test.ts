import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsError, CmsOptions } from "../../src/client/index.ts";
import { transportOf } from "../../src/client/http/call.ts";
import { lastingPort } from "../support/lastingPort.ts";
import { json } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";

const documentId = "tea1";
const tea = { documentId, title: "Tea" };
const payload = { data: { title: "Tea" } };
const path = import.meta.filename;

type Write = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

const writes: Readonly<Record<string, Write>> = {
  "creating a document": (cms) => cms.collection<Article>("articles").create({ payload }),
  "updating a document": (cms) =>
    cms.collection<Article>("articles").update({ documentId, payload }),
  "publishing a document": (cms) => cms.collection<Article>("articles").publish({ documentId }),
  "deleting a document": (cms) => cms.collection<Article>("articles").delete({ documentId }),
  "updating a single type": (cms) => cms.single<Article>("homepage").update({ payload }),
  "creating a user": (cms) =>
    cms.users().create({
      data: { username: "nora", email: "n@example.com", password: "long one", role: 1 },
    }),
  "updating a user": (cms) => cms.users().update({ id: 7, data: { blocked: true } }),
  "deleting a user": (cms) => cms.users().delete({ id: 7 }),
  "an upload": (cms) => cms.upload().create({ path }),
};

describe("isWriteAllowed", () => {
  let isOpen: unknown = false;
  const at = loopbackCms({ isWriteAllowed: () => isOpen as boolean });
  const endAfterTest = owning();
  const articles = () => at.cms.collection<Article>("articles");

  beforeEach(() => {
    isOpen = false;
  });

  for (const [what, write] of Object.entries(writes)) {
    it(`isWriteAllowed prevents ${what} with a WriteDeniedError, without a request`, async () => {
      const [error, ...dataAndMeta] = await write(at.cms);

      assert.deepEqual(
        [error?.name, error?.attempts, error?.retryable, ...dataAndMeta],
        ["WriteDeniedError", 0, false, null, null],
      );
      assert.deepEqual(at.sent(), []);
    });
  }

  it("isWriteAllowed allows reads when it returns false", async () => {
    at.service.answer(json({ data: tea, meta: {} }));

    const result = await articles().find({ documentId });

    assert.deepEqual(result, [null, tea, {}]);
  });

  it("isWriteAllowed allows a request that changes nothing, whatever its method is", async () => {
    const options = { baseUrl: at.service.url, isWriteAllowed: () => false };
    const transport = transportOf(endAfterTest(createCms(options)));
    at.service.answer(json({}));

    const [error] = await transport.request({
      method: "POST",
      path: ["articles"],
      body: {},
      isHarmless: true,
    });

    assert.deepEqual([error, at.sent().length], [null, 1]);
  });

  it("isWriteAllowed allows a write as soon as it returns true", async () => {
    at.service.answer(json({ data: tea, meta: {} }));
    isOpen = true;

    const [error] = await articles().update({ documentId, payload });

    assert.deepEqual([error, at.sent().length], [null, 1]);
  });

  it("isWriteAllowed ends a call between two requests, and the error names the created document", async () => {
    const english = { ...tea, locale: "en" };
    at.service.answer((...reported) => {
      isOpen = false;
      json({ data: english }, 201)(...reported);
    });
    isOpen = true;

    const [error] = await articles().create({ payload, params: { locale: "fr" } });

    assert.deepEqual(
      [error?.name, error?.message.startsWith("The document tea1 was created"), at.sent().length],
      ["WriteDeniedError", true, 1],
    );
  });

  it("isWriteAllowed ends a call between two attempts", async () => {
    let checkCount = 0;
    const isWriteAllowed = () => (checkCount += 1) < 3;
    const baseUrl = `http://127.0.0.1:${await lastingPort()}`;
    const cms = endAfterTest(createCms({ baseUrl, retries: 20, isWriteAllowed }));

    const [error] = await cms.collection<Article>("articles").update({ documentId, payload });

    assert.deepEqual([error?.name, error?.attempts, checkCount], ["WriteDeniedError", 0, 3]);
  });

  const odd: Readonly<Record<string, unknown>> = {
    undefined,
    "a promise": Promise.resolve(true),
    "a string": "yes",
  };
  for (const [what, said] of Object.entries(odd)) {
    it(`isWriteAllowed prevents a write when it returns ${what}`, async () => {
      isOpen = said;

      const [error] = await articles().delete({ documentId });

      assert.deepEqual([error?.name, at.sent()], ["WriteDeniedError", []]);
    });
  }

  it("isWriteAllowed prevents a write when it throws", async () => {
    const isWriteAllowed = () => {
      throw new Error("own code");
    };
    const cms = endAfterTest(createCms({ baseUrl: at.service.url, isWriteAllowed }));

    const [error] = await cms.collection<Article>("articles").delete({ documentId });

    assert.deepEqual([error?.name, at.sent()], ["WriteDeniedError", []]);
  });

  it("isWriteAllowed makes createCms throw a TypeError when it is not a function", () => {
    // The types reject it, but a caller without types can pass it.
    const options = { baseUrl: at.service.url, isWriteAllowed: false } as unknown as CmsOptions;

    assert.throws(() => createCms(options), new TypeError("isWriteAllowed must be a function."));
  });
});
