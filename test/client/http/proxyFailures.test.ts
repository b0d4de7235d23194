import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { startProxy } from "../../support/proxy.ts";
import { good, list } from "./secureArticles.ts";
import { facts, throughProxy } from "./throughProxy.ts";
import { tells } from "../verdict.ts";

describe("Failing proxy", () => {
  const at = throughProxy();
  const { endAfterTest, clientOf } = at;

  it("a proxy with an untrusted HTTPS certificate gives a ProxyError, without a request", async () => {
    at.proxy = endAfterTest(await startProxy({ certificate: await at.authority.forServer() }));

    const [error] = await list(clientOf(at.plain.url, { tls: {} }));

    assert.deepEqual(facts(error), ["ProxyError", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined]);
    assert.deepEqual([at.proxy.requests, at.plain.requests], [[], []]);
  });

  for (const status of [403, 502]) {
    it(`a proxy gives a ProxyError when it rejects a tunnel with ${status}`, async () => {
      at.proxy.refuse(status);

      const [error, ...dataAndMeta] = await list(clientOf(at.secure.url));

      assert.deepEqual(
        [error?.name, error?.status, ...dataAndMeta],
        ["ProxyError", status, null, null],
      );
      assert.deepEqual(at.secure.requests, []);
    });
  }

  for (const kind of ["http", "https"]) {
    const target = () => (kind === "http" ? at.plain.url : at.secure.url);

    it(`a proxy that does not run gives a ProxyError: ${kind}`, async () => {
      await at.proxy.stop();

      const [error, ...dataAndMeta] = await list(clientOf(target()));

      assert.deepEqual(
        [...facts(error), ...dataAndMeta],
        ["ProxyError", "ECONNREFUSED", undefined, null, null],
      );
    });

    it(`a proxy gives a ProxyError when it stops after an answer: ${kind}`, async () => {
      const cms = clientOf(target(), { retries: 1 });
      const before = await list(cms);
      await at.proxy.stop();

      const [error] = await list(cms);

      assert.deepEqual([before, ...facts(error)], [good, "ProxyError", "ECONNREFUSED", undefined]);
    });

    it(`a proxy that hangs up gives an error after a limited number of attempts: ${kind}`, async () => {
      at.proxy.hangUp();

      const [error, ...dataAndMeta] = await list(clientOf(target()));

      // If a tunnel fails, the proxy is the cause. Without a tunnel, the service can be the cause too.
      const expected = kind === "https" ? /^ProxyError$/ : /^(Proxy|Network)Error$/;
      assert.match(error?.name ?? "", expected);
      // The client repeats a read once over a new connection if the connection broke.
      assert.deepEqual(
        [at.proxy.requests.length, ...dataAndMeta],
        [kind === "https" ? 1 : 2, null, null],
      );
    });
  }
});

describe("Invalid proxy", () => {
  const bad = {
    "an empty string": "",
    "a host name only": "proxy",
    "an FTP URL": "ftp://ada:secret@127.0.0.1",
    "an invalid port": "http://ada:secret@127.0.0.1:99999",
    "credentials that can't be decoded": "http://ada:secret%zz@127.0.0.1",
  };
  for (const [what, proxy] of Object.entries(bad)) {
    it(`createCms with an invalid proxy throws a TypeError without the password for ${what}`, () => {
      assert.throws(
        () => createCms({ baseUrl: "http://127.0.0.1", proxy }),
        (error) => error instanceof TypeError && !tells(error, ["secret"]),
      );
    });
  }
});
