import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import type { CmsError } from "../../../src/client/index.ts";
import { cutBody, hangUp, json, reset, startLoopback } from "../../support/loopback.ts";
import { loopbackCms } from "../loopbackCms.ts";
import type { Article } from "../loopbackCms.ts";

const tea = { documentId: "tea1", title: "Tea" };
const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const broken = {
  "a truncated body": cutBody,
  "a connection reset": reset,
  "a closed connection": hangUp,
};

describe("Broken connections", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  for (const [what, reply] of Object.entries(broken)) {
    it(`a client retries a GET once after ${what}`, async () => {
      at.service.answer(reply, json({ data: tea, meta: {} }));

      const result = await articles().find({ documentId });

      assert.deepEqual(result, [null, tea, {}]);
      assert.equal(at.service.requests.length, 2);
    });

    it(`a client returns a NetworkError for a GET after ${what} for the third time`, async () => {
      at.service.answer(reply);

      const [error, ...dataAndMeta] = await articles().find({ documentId });

      assert.deepEqual(
        [error?.name, error?.attempts, ...dataAndMeta],
        ["NetworkError", 3, null, null],
      );
      assert.equal(at.service.requests.length, 3);
    });

    const writes: Readonly<
      Record<string, () => Promise<readonly [CmsError | null, ...unknown[]]>>
    > = {
      POST: () => articles().create({ payload }),
      PUT: () => articles().update({ documentId, payload }),
      DELETE: () => articles().delete({ documentId }),
    };
    for (const [method, write] of Object.entries(writes)) {
      it(`a client returns a NetworkError for a ${method} after ${what}, without a retry`, async () => {
        at.service.answer(reply, json({ data: tea }));

        const [error, ...dataAndMeta] = await write();

        assert.deepEqual(
          [error?.name, error?.status, error?.attempts, ...dataAndMeta],
          ["NetworkError", undefined, 1, null, null],
        );
        assert.equal(at.service.requests.length, 1);
      });
    }
  }

  it("a client adds the system's error code to the NetworkError", async () => {
    at.service.answer(reset);

    const [error] = await articles().delete({ documentId });

    assert.equal(error?.name === "NetworkError" && error.code, "ECONNRESET");
  });

  it("a client reads again after an idle connection was closed", async () => {
    at.service.answer((response, received) => {
      response.once("finish", () => setImmediate(() => response.socket?.destroy()));
      json({ data: [tea], meta: {} })(response, received);
    });

    const results = [];
    for (let turn = 0; turn < 5; turn += 1) results.push(await articles().findMany());

    assert.deepEqual(results, Array(5).fill([null, [tea], {}]));
  });
});

describe("Unreachable service", () => {
  it("a service that can't be reached gives a NetworkError with the system's error code after three attempts", async () => {
    const service = await startLoopback();
    await service.stop();
    const cms = createCms({ baseUrl: service.url });

    const [error, ...dataAndMeta] = await cms.users().findMany();
    await cms.close();

    assert.deepEqual(
      [error?.name, error?.name === "NetworkError" && error.code, error?.attempts, ...dataAndMeta],
      ["NetworkError", "ECONNREFUSED", 3, null, null],
    );
    assert.match(error?.message ?? "", /ECONNREFUSED/);
  });

  it("an unreachable service gives a NetworkError with the error code when its host has several addresses", async () => {
    const service = await startLoopback();
    await service.stop();
    const cms = createCms({ baseUrl: service.url.replace("127.0.0.1", "localhost") });

    const [error] = await cms.users().findMany();
    await cms.close();

    assert.match(error?.message ?? "", /ECONNREFUSED/);
  });
});
