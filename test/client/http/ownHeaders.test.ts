import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import { startHostile } from "../../support/hostile.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import { polite } from "../../support/polite.ts";
import { token } from "../loopbackCms.ts";
import type { Article } from "../loopbackCms.ts";
import { owning } from "../owning.ts";
import { list } from "./secureArticles.ts";
import { headers } from "./throughProxy.ts";

const documentId = "tea1";
const payload = { data: { title: "Tea" } };

describe("Custom headers", () => {
  const endAfterTest = owning();

  it("custom headers are sent with every request, and not to the target of a redirect", async () => {
    const service = endAfterTest(await startHostile());
    const location = `${service.elsewhere.url}/api/articles`;
    service.behave(polite, polite, {
      answer: (socket) => {
        socket.write(`HTTP/1.1 307 No\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
      },
    });
    const cms = endAfterTest(createCms({ baseUrl: service.url, token, headers }));
    const articles = cms.collection<Article>("articles");

    await articles.findMany();
    await articles.update({ documentId, payload });
    const [error] = await articles.findMany();

    assert.deepEqual(
      service.requests.map(({ method, headers }) => [method, headers["x-tenant"]]),
      [
        ["GET", "tea-house"],
        ["PUT", "tea-house"],
        ["GET", "tea-house"],
      ],
    );
    assert.deepEqual(
      [error?.name, error?.status, service.elsewhere.visits],
      ["HttpError", 307, []],
    );
  });

  it("custom headers can't replace the token", async () => {
    const service = endAfterTest(await startLoopback());
    service.answer(json([]));
    const cms = endAfterTest(
      createCms({ baseUrl: service.url, token, headers: { Authorization: "Basic eDp5" } }),
    );

    await cms.users().findMany();

    assert.equal(service.requests[0]?.headers.authorization, `Bearer ${token}`);
  });

  for (const [what, value] of Object.entries({
    "a line break": "a\r\nb: c",
    "a NUL character": "\0",
  })) {
    it(`custom headers with ${what} are rejected, without a request`, async () => {
      const service = endAfterTest(await startLoopback());
      const make = () =>
        endAfterTest(createCms({ baseUrl: service.url, headers: { "x-tenant": value } }));

      const outcome = await madeAndAsked(make);

      assert.match(outcome, /^(TypeError|RequestError)$/);
      assert.deepEqual(service.requests, []);
    });
  }

  /** The name of the error that createCms throws or that the first call returns. */
  async function madeAndAsked(make: () => Cms): Promise<string> {
    let cms: Cms;
    try {
      cms = make();
    } catch (error) {
      return (error as Error).name;
    }
    const [error] = await list(cms);
    return error?.name ?? "none";
  }
});
