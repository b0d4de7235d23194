import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { startProxy } from "../../support/proxy.ts";
import type { Proxy } from "../../support/proxy.ts";
import { secureDocument } from "../../support/tlsService.ts";
import { owning } from "../owning.ts";
import { list } from "./secureArticles.ts";

describe("noProxy", () => {
  const endAfterTest = owning();
  let service: Loopback;
  let proxy: Proxy;
  beforeEach(async () => {
    service = endAfterTest(await startLoopback());
    service.answer(json({ data: [secureDocument], meta: {} }));
    proxy = endAfterTest(await startProxy());
    proxy.refuse(407);
  });

  /** Whether the client sends requests for this host through the proxy. */
  async function isProxied(host: string, noProxy: string): Promise<boolean> {
    const { port } = new URL(service.url);
    const cms = endAfterTest(
      createCms({
        baseUrl: `http://${host}:${port}`,
        proxy: proxy.url,
        noProxy: noProxy.replaceAll("<port>", port),
        retries: 0,
      }),
    );
    const [error] = await list(cms);
    assert.equal(error?.name === "ProxyError", proxy.requests.length > 0);
    return proxy.requests.length > 0;
  }

  const directHosts: readonly (readonly [host: string, noProxy: string])[] = [
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1", "example.com,127.0.0.1"],
    ["127.0.0.1", " example.com , 127.0.0.1 "],
    ["127.0.0.1", "example.com 127.0.0.1"],
    ["127.0.0.1", "127.0.0.1:<port>"],
    ["127.0.0.1", "*"],
    ["localhost", "localhost"],
    ["localhost", "LocalHost"],
    ["localhost", "localhost:<port>"],
    ["tea.localhost", ".localhost"],
    ["tea.localhost", "*.localhost"],
  ];
  for (const [host, noProxy] of directHosts) {
    it(`noProxy of "${noProxy}" bypasses the proxy for ${host}`, async () => {
      assert.equal(await isProxied(host, noProxy), false);
    });
  }

  const proxied: readonly (readonly [host: string, noProxy: string])[] = [
    ["127.0.0.1", ""],
    ["127.0.0.1", "example.com"],
    ["127.0.0.1", "127.0.0.1:1"],
    ["127.0.0.1", "27.0.0.1"],
    ["127.0.0.1", "127.0.0.10"],
    ["localhost", "host"],
    ["localhost", "local"],
    ["localhost", "tea.localhost"],
    ["tealocalhost", ".localhost"],
  ];
  for (const [host, noProxy] of proxied) {
    it(`noProxy of "${noProxy}" uses the proxy for ${host}`, async () => {
      assert.equal(await isProxied(host, noProxy), true);
    });
  }
});
