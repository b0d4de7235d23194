import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { bundleForBrowser } from "../../bench/bundle.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import { owning } from "../owning.ts";

type FetchClient = typeof import("../../../src/client/fetch/index.ts");

/** What every runtime of the web has, and nothing of Node. */
const webGlobals = {
  ...{ AbortController, AbortSignal, Headers, Request, Response, TextDecoder, TextEncoder, URL },
  ...{ clearTimeout, crypto, fetch, performance, setTimeout },
};

describe("Browser bundle of cms-content/fetch", () => {
  const endAfterTest = owning();

  it("the browser bundle contains neither undici nor modules of Node, and takes at most 20 KB", async () => {
    const { code, inputs } = await bundleForBrowser();

    assert.deepEqual(
      inputs.filter((path) => !path.startsWith("src/client/")),
      [],
    );
    assert.ok(gzipSync(code, { level: 9 }).length <= 20_000);
  });

  it("the browser bundle reads and writes where there are only globals of the web", async () => {
    const service = endAfterTest(await startLoopback());
    const tea = { id: 1, documentId: "tea1", title: "Tea" };
    service.answer(json({ data: [tea], meta: {} }), json({ data: tea, meta: {} }));
    const { code } = await bundleForBrowser();
    const { createCms } = runInNewContext(`${code}; bundled`, webGlobals) as FetchClient;
    const cms = createCms({ baseUrl: service.url, token: "tea" });
    const articles = cms.collection<{ documentId: string; title: string }>("articles");

    const [, listed] = await articles.findMany({ params: { filters: { title: { $eq: "Tea" } } } });
    const payload = { data: { title: "Té" } };
    const [, updated] = await articles.update({ documentId: "tea1", payload });

    assert.deepEqual([listed?.[0]?.title, updated?.title], ["Tea", "Tea"]);
    assert.deepEqual(service.requests.at(-1)?.body, payload);
    assert.equal(service.requests[0]?.headers.authorization, "Bearer tea");
  });
});
