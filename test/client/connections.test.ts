import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { CmsError } from "../../src/client/index.ts";
import { cutBody, hangUp, json, reset, startLoopback } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const tea = { documentId: "tea1", title: "Tea" };
const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const broken = { "a body that is cut midway": cutBody, "a reset": reset, "a hang-up": hangUp };

describe("A connection that breaks", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  for (const [what, reply] of Object.entries(broken)) {
    it(`a GET is tried again once after ${what}, and succeeds`, async () => {
      at.service.answer(reply, json({ data: tea, meta: {} }));

      const result = await articles().find({ documentId });

      assert.deepEqual(result, [null, tea, {}]);
      assert.equal(at.service.requests.length, 2);
    });

    it(`a GET is a NetworkError after ${what} for a third time`, async () => {
      at.service.answer(reply);

      const [error, ...rest] = await articles().find({ documentId });

      assert.deepEqual([error?.name, error?.attempts, ...rest], ["NetworkError", 3, null, null]);
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
      it(`a ${method} is a NetworkError after ${what}, and is not tried again`, async () => {
        at.service.answer(reply, json({ data: tea }));

        const [error, ...rest] = await write();

        assert.deepEqual(
          [error?.name, error?.status, error?.attempts, ...rest],
          ["NetworkError", undefined, 1, null, null],
        );
        assert.equal(at.service.requests.length, 1);
      });
    }
  }

  it("tells the system's code of what happened", async () => {
    at.service.answer(reset);

    const [error] = await articles().delete({ documentId });

    assert.equal(error?.name === "NetworkError" && error.code, "ECONNRESET");
  });

  it("a GET after an idle connection was closed succeeds", async () => {
    at.service.answer((response, received) => {
      response.once("finish", () => setImmediate(() => response.socket?.destroy()));
      json({ data: [tea], meta: {} })(response, received);
    });

    const results = [];
    for (let turn = 0; turn < 5; turn += 1) results.push(await articles().findMany());

    assert.deepEqual(results, Array(5).fill([null, [tea], {}]));
  });
});

describe("A service that is not there", () => {
  it("is a NetworkError with the system's code, tried three times", async () => {
    const service = await startLoopback();
    await service.stop();
    const cms = createCms({ baseUrl: service.url });

    const [error, ...rest] = await cms.users().findMany();
    await cms.close();

    assert.deepEqual(
      [error?.name, error?.name === "NetworkError" && error.code, error?.attempts, ...rest],
      ["NetworkError", "ECONNREFUSED", 3, null, null],
    );
    assert.match(error?.message ?? "", /ECONNREFUSED/);
  });

  it("is a NetworkError that says so when the name has several addresses", async () => {
    const service = await startLoopback();
    await service.stop();
    const cms = createCms({ baseUrl: service.url.replace("127.0.0.1", "localhost") });

    const [error] = await cms.users().findMany();
    await cms.close();

    assert.match(error?.message ?? "", /ECONNREFUSED/);
  });
});
