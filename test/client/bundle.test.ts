import assert from "node:assert/strict";
import { join } from "node:path";
import { buildExtension } from "../bench/bundle.ts";
import { loadClient } from "../bench/client/installedClient.ts";
import type { Client } from "../bench/client/installedClient.ts";
import { createAuthority } from "../support/certificates.ts";
import { json, startLoopback } from "../support/loopback.ts";
import { startProxy } from "../support/proxy.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";
import { secureDocument, startTlsService } from "../support/tlsService.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";

const list = { data: [secureDocument], meta: {} };
const read = [null, [secureDocument], {}];

describe("Bundled client", () => {
  const endAfterTest = owning();
  let extension: TemporaryFolder;
  let client: Client;
  before("build the client of the extension", async function () {
    this.timeout(60_000);
    extension = buildExtension("--client");
    client = await loadClient(join(extension.path, "dist/client.js"));
  });
  after(() => extension.remove());

  const articlesAt = (baseUrl: string, options: object = {}) =>
    endAfterTest(client.createCms({ baseUrl, ...options })).collection<Article>("articles");

  it("the bundled client reads and writes", async () => {
    const service = endAfterTest(await startLoopback());
    const articles = articlesAt(service.url);
    service.answer(json(list), json({ data: secureDocument, meta: {} }));

    assert.deepEqual(await articles.findMany(), read);
    const payload = { data: { title: "Tea" } };
    const written = await articles.update({ documentId: "tea1", payload });

    assert.deepEqual(written, [null, secureDocument, {}]);
    assert.deepEqual(service.requests[1]?.body, payload);
  });

  it("the bundled client reads through a proxy and through a tunnel", async () => {
    const authority = await createAuthority();
    const plain = endAfterTest(await startLoopback());
    plain.answer(json(list));
    const secure = endAfterTest(await startTlsService(await authority.forServer()));
    const proxy = endAfterTest(await startProxy({ credentials: "ada:tea" }));
    const options = { proxy: proxy.url.replace("//", "//ada:tea@"), tls: { ca: authority.cert } };

    const results = [
      await articlesAt(plain.url, options).findMany(),
      await articlesAt(secure.url, options).findMany(),
    ];

    assert.deepEqual(results, [read, read]);
    assert.deepEqual(
      proxy.requests.map(({ method }) => method),
      ["GET", "CONNECT"],
    );
  });
});
