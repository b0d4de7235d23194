import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { json } from "../../support/loopback.ts";
import { startProxy } from "../../support/proxy.ts";
import { secureDocument } from "../../support/tlsService.ts";
import { token } from "../loopbackCms.ts";
import type { Article } from "../loopbackCms.ts";
import { good, list } from "./secureArticles.ts";
import { facts, throughProxy } from "./throughProxy.ts";
import { tells } from "../verdict.ts";

const documentId = "tea1";
const payload = { data: { title: "Tea" } };

describe("Proxy", () => {
  const at = throughProxy();
  const { endAfterTest, clientOf } = at;

  const withCredentials = (credentials: string): string =>
    at.proxy.url.replace("//", `//${credentials}@`);

  it("a client reads an HTTP service through the proxy", async () => {
    const result = await list(clientOf(at.plain.url));

    const { headers: arrived } = at.plain.requests[0]!;
    assert.deepEqual(result, good);
    assert.deepEqual(
      [at.proxy.requests.length, arrived.authorization, arrived["x-tenant"]],
      [1, `Bearer ${token}`, "tea-house"],
    );
  });

  it("a client reads an HTTPS service through a tunnel, and the proxy sees only the host", async () => {
    const result = await list(clientOf(at.secure.url));

    const { method, path, headers: arrived } = at.secure.requests[0]!;
    assert.deepEqual(result, good);
    assert.deepEqual(
      [method, path, arrived.authorization, arrived["x-tenant"]],
      ["GET", "/api/articles", `Bearer ${token}`, "tea-house"],
    );
    assert.deepEqual(
      at.proxy.requests.map(({ method, target }) => [method, target]),
      [["CONNECT", new URL(at.secure.url).host]],
    );
    assert.equal(tells(at.proxy.requests, [token, "x-tenant", "tea-house"]), false);
  });

  it("a client writes through the proxy", async () => {
    const articles = clientOf(at.plain.url).collection<Article>("articles");
    at.plain.answer(json({ data: secureDocument }));

    const results = [
      await articles.create({ payload }),
      await articles.update({ documentId, payload }),
      await articles.delete({ documentId }),
    ];

    assert.deepEqual(results, Array(3).fill([null, secureDocument, {}]));
    assert.deepEqual(
      at.plain.requests.map(({ method, body }) => [method, body]),
      [
        ["POST", payload],
        ["PUT", payload],
        ["DELETE", undefined],
      ],
    );
    assert.equal(at.proxy.requests.length, 3);
  });

  it("a client writes through a tunnel", async () => {
    const articles = clientOf(at.secure.url).collection<Article>("articles");

    await articles.update({ documentId, payload });
    await articles.delete({ documentId });

    assert.deepEqual(
      at.secure.requests.map(({ method, path }) => [method, path]),
      [
        ["PUT", "/api/articles/tea1"],
        ["DELETE", "/api/articles/tea1"],
      ],
    );
    assert.ok(at.proxy.requests.every(({ method }) => method === "CONNECT"));
  });

  it("a client reads HTTP and HTTPS services through a proxy that uses HTTPS", async () => {
    at.proxy = endAfterTest(await startProxy({ certificate: await at.authority.forServer() }));

    const results = [await list(clientOf(at.plain.url)), await list(clientOf(at.secure.url))];

    assert.deepEqual(results, [good, good]);
    assert.equal(at.proxy.requests.length, 2);
  });

  it("a client returns a TlsError for an untrusted certificate behind the tunnel of a proxy", async () => {
    const [error] = await list(clientOf(at.secure.url, { tls: {} }));

    assert.deepEqual(facts(error), ["TlsError", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined]);
    assert.deepEqual(at.secure.requests, []);
  });

  it("a client ignores the proxy environment variables", async () => {
    const elsewhere = endAfterTest(await startProxy());
    const variables = {
      HTTP_PROXY: elsewhere.url,
      http_proxy: elsewhere.url,
      NO_PROXY: "*",
      no_proxy: "*",
    };
    const environment = process.env;
    process.env = { ...environment, ...variables };
    try {
      await list(clientOf(at.plain.url));
      await list(endAfterTest(createCms({ baseUrl: at.plain.url })));
    } finally {
      process.env = environment;
    }

    assert.deepEqual(
      [elsewhere.requests.length, at.proxy.requests.length, at.plain.requests.length],
      [0, 1, 2],
    );
  });

  describe("with credentials", () => {
    beforeEach(async () => {
      at.proxy = endAfterTest(await startProxy({ credentials: "ada:p@ss:w/ö%" }));
    });
    const right = "ada:p%40ss%3Aw%2F%C3%B6%25";

    it("a client sends the proxy's credentials decoded, and to the proxy only", async () => {
      const through = { proxy: withCredentials(right) };

      const results = [
        await list(clientOf(at.plain.url, through)),
        await list(clientOf(at.secure.url, through)),
      ];

      assert.deepEqual(results, [good, good]);
      const arrived = [...at.plain.requests, ...at.secure.requests].map(({ headers }) => headers);
      assert.equal(tells(arrived, ["proxy-authorization"]), false);
    });

    for (const kind of ["http", "https"]) {
      it(`a client returns a ProxyError without the password for wrong credentials: ${kind}`, async () => {
        const through = { proxy: withCredentials("ada:not-the-password") };
        const target = kind === "http" ? at.plain.url : at.secure.url;

        const [error, ...dataAndMeta] = await list(clientOf(target, through));

        const encoded = Buffer.from("ada:not-the-password").toString("base64");
        const leaked = tells(error, ["not-the-password", encoded, token]);
        assert.deepEqual(
          [error?.name, error?.status, error?.retryable, leaked, ...dataAndMeta],
          ["ProxyError", 407, false, false, null, null],
        );
        assert.deepEqual([at.plain.requests, at.secure.requests], [[], []]);
      });

      it(`a client returns a ProxyError for missing credentials of the proxy: ${kind}`, async () => {
        const [error] = await list(clientOf(kind === "http" ? at.plain.url : at.secure.url));

        assert.deepEqual([error?.name, error?.status], ["ProxyError", 407]);
      });
    }
  });

  it("a client sends the proxy a user name without a password", async () => {
    at.proxy = endAfterTest(await startProxy({ credentials: "ada:" }));

    assert.deepEqual(await list(clientOf(at.plain.url, { proxy: withCredentials("ada") })), good);
    assert.deepEqual(await list(clientOf(at.secure.url, { proxy: withCredentials("ada") })), good);
  });
});
