import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsError, CmsOptions } from "../../src/client/index.ts";
import { createAuthority } from "../support/certificates.ts";
import type { Authority } from "../support/certificates.ts";
import { startHostile } from "../support/hostile.ts";
import { json, startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";
import { polite } from "../support/misbehaviours.ts";
import { startProxy } from "../support/proxy.ts";
import type { Proxy } from "../support/proxy.ts";
import { secureDocument, startTlsService } from "../support/tlsService.ts";
import type { TlsService } from "../support/tlsService.ts";
import { token } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";
import { tells } from "./verdict.ts";

const good = [null, [secureDocument], {}];
const headers = { "x-tenant": "tea-house" };
const documentId = "tea1";
const payload = { data: { title: "Tea" } };

const list = (cms: Cms) => cms.collection<Article>("articles").findMany();

/** The name of an error, and how the service or the proxy put it. */
const facts = (error: CmsError | null) => [
  error?.name,
  error && "code" in error ? error.code : undefined,
  error?.status,
];

describe("A client with a proxy", () => {
  const own = owning();
  let authority: Authority;
  let plain: Loopback;
  let secure: TlsService;
  let proxy: Proxy;
  before(async () => {
    authority = await createAuthority();
  });
  beforeEach(async () => {
    plain = own(await startLoopback());
    plain.answer(json({ data: [secureDocument], meta: {} }));
    secure = own(await startTlsService(await authority.forServer()));
    proxy = own(await startProxy());
  });

  const clientOf = (baseUrl: string, options: Partial<CmsOptions> = {}): Cms =>
    own(
      createCms({
        baseUrl,
        token,
        headers,
        retries: 0,
        proxy: proxy.url,
        tls: { ca: authority.cert },
        ...options,
      }),
    );
  const withCredentials = (credentials: string): string =>
    proxy.url.replace("//", `//${credentials}@`);

  it("reads a service of http through it", async () => {
    const result = await list(clientOf(plain.url));

    const { headers: arrived } = plain.requests[0]!;
    assert.deepEqual(result, good);
    assert.deepEqual(
      [proxy.asked.length, arrived.authorization, arrived["x-tenant"]],
      [1, `Bearer ${token}`, "tea-house"],
    );
  });

  it("reads a service of https through a tunnel, of which the proxy sees no more than the name", async () => {
    const result = await list(clientOf(secure.url));

    const { method, path, headers: arrived } = secure.requests[0]!;
    assert.deepEqual(result, good);
    assert.deepEqual(
      [method, path, arrived.authorization, arrived["x-tenant"]],
      ["GET", "/api/articles", `Bearer ${token}`, "tea-house"],
    );
    assert.deepEqual(
      proxy.asked.map(({ method, target }) => [method, target]),
      [["CONNECT", new URL(secure.url).host]],
    );
    assert.equal(tells(proxy.asked, [token, "x-tenant", "tea-house"]), false);
  });

  it("writes through it", async () => {
    const articles = clientOf(plain.url).collection<Article>("articles");
    plain.answer(json({ data: secureDocument }));

    const results = [
      await articles.create({ payload }),
      await articles.update({ documentId, payload }),
      await articles.delete({ documentId }),
    ];

    assert.deepEqual(results, Array(3).fill([null, secureDocument, {}]));
    assert.deepEqual(
      plain.requests.map(({ method, body }) => [method, body]),
      [
        ["POST", payload],
        ["PUT", payload],
        ["DELETE", undefined],
      ],
    );
    assert.equal(proxy.asked.length, 3);
  });

  it("writes through a tunnel", async () => {
    const articles = clientOf(secure.url).collection<Article>("articles");

    await articles.update({ documentId, payload });
    await articles.delete({ documentId });

    assert.deepEqual(
      secure.requests.map(({ method, path }) => [method, path]),
      [
        ["PUT", "/api/articles/tea1"],
        ["DELETE", "/api/articles/tea1"],
      ],
    );
    assert.ok(proxy.asked.every(({ method }) => method === "CONNECT"));
  });

  it("over https itself reads services of both kinds", async () => {
    proxy = own(await startProxy({ certificate: await authority.forServer() }));

    const results = [await list(clientOf(plain.url)), await list(clientOf(secure.url))];

    assert.deepEqual(results, [good, good]);
    assert.equal(proxy.asked.length, 2);
  });

  it("over https itself that shows a certificate of nobody's is a ProxyError, and nothing is asked", async () => {
    proxy = own(await startProxy({ certificate: await authority.forServer() }));

    const [error] = await list(clientOf(plain.url, { tls: {} }));

    assert.deepEqual(facts(error), ["ProxyError", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined]);
    assert.deepEqual([proxy.asked, plain.requests], [[], []]);
  });

  it("has its certificate's trouble with the service behind a tunnel as a TlsError", async () => {
    const [error] = await list(clientOf(secure.url, { tls: {} }));

    assert.deepEqual(facts(error), ["TlsError", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined]);
    assert.deepEqual(secure.requests, []);
  });

  it("does not follow what the system's variables say of proxies", async () => {
    const elsewhere = own(await startProxy());
    const variables = {
      HTTP_PROXY: elsewhere.url,
      http_proxy: elsewhere.url,
      NO_PROXY: "*",
      no_proxy: "*",
    };
    const environment = process.env;
    process.env = { ...environment, ...variables };
    try {
      await list(clientOf(plain.url));
      await list(own(createCms({ baseUrl: plain.url })));
    } finally {
      process.env = environment;
    }

    assert.deepEqual(
      [elsewhere.asked.length, proxy.asked.length, plain.requests.length],
      [0, 1, 2],
    );
  });

  describe("that wants credentials", () => {
    beforeEach(async () => {
      proxy = own(await startProxy({ credentials: "ada:p@ss:w/ö%" }));
    });
    const right = "ada:p%40ss%3Aw%2F%C3%B6%25";

    it("gives them, decoded, to the proxy and to nobody else", async () => {
      const through = { proxy: withCredentials(right) };

      const results = [
        await list(clientOf(plain.url, through)),
        await list(clientOf(secure.url, through)),
      ];

      assert.deepEqual(results, [good, good]);
      const arrived = [...plain.requests, ...secure.requests].map(({ headers }) => headers);
      assert.equal(tells(arrived, ["proxy-authorization"]), false);
    });

    for (const kind of ["http", "https"]) {
      it(`and gets wrong ones for a service of ${kind} is a ProxyError without a password`, async () => {
        const through = { proxy: withCredentials("ada:not-the-password") };
        const target = kind === "http" ? plain.url : secure.url;

        const [error, ...rest] = await list(clientOf(target, through));

        const encoded = Buffer.from("ada:not-the-password").toString("base64");
        const leaked = tells(error, ["not-the-password", encoded, token]);
        assert.deepEqual(
          [error?.name, error?.status, error?.retryable, leaked, ...rest],
          ["ProxyError", 407, false, false, null, null],
        );
        assert.deepEqual([plain.requests, secure.requests], [[], []]);
      });

      it(`and gets none for a service of ${kind} is a ProxyError`, async () => {
        const [error] = await list(clientOf(kind === "http" ? plain.url : secure.url));

        assert.deepEqual([error?.name, error?.status], ["ProxyError", 407]);
      });
    }
  });

  it("gives a name without a password too", async () => {
    proxy = own(await startProxy({ credentials: "ada:" }));

    assert.deepEqual(await list(clientOf(plain.url, { proxy: withCredentials("ada") })), good);
    assert.deepEqual(await list(clientOf(secure.url, { proxy: withCredentials("ada") })), good);
  });

  for (const status of [403, 502]) {
    it(`that refuses a tunnel by ${status} is a ProxyError`, async () => {
      proxy.refuse(status);

      const [error, ...rest] = await list(clientOf(secure.url));

      assert.deepEqual([error?.name, error?.status, ...rest], ["ProxyError", status, null, null]);
      assert.deepEqual(secure.requests, []);
    });
  }

  for (const kind of ["http", "https"]) {
    const target = () => (kind === "http" ? plain.url : secure.url);

    it(`that is not there is a ProxyError, for a service of ${kind}`, async () => {
      await proxy.stop();

      const [error, ...rest] = await list(clientOf(target()));

      assert.deepEqual(
        [...facts(error), ...rest],
        ["ProxyError", "ECONNREFUSED", undefined, null, null],
      );
    });

    it(`that went away after an answer is a ProxyError, for a service of ${kind}`, async () => {
      const cms = clientOf(target(), { retries: 1 });
      const before = await list(cms);
      await proxy.stop();

      const [error] = await list(cms);

      assert.deepEqual([before, ...facts(error)], [good, "ProxyError", "ECONNREFUSED", undefined]);
    });

    it(`that hangs up is an error, and is not asked without end, for a service of ${kind}`, async () => {
      proxy.hangUp();

      const [error, ...rest] = await list(clientOf(target()));

      // Through a tunnel it can't have been the service; else it may have been.
      const expected = kind === "https" ? /^ProxyError$/ : /^(Proxy|Network)Error$/;
      assert.match(error?.name ?? "", expected);
      // A read over a connection that broke is made once more, over a new one.
      assert.deepEqual([proxy.asked.length, ...rest], [kind === "https" ? 1 : 2, null, null]);
    });
  }
});

describe("The hosts that are reached without the proxy", () => {
  const own = owning();
  let service: Loopback;
  let proxy: Proxy;
  beforeEach(async () => {
    service = own(await startLoopback());
    service.answer(json({ data: [secureDocument], meta: {} }));
    proxy = own(await startProxy());
    proxy.refuse(407);
  });

  /** Whether the proxy was asked on the way to a host of that name. */
  async function isProxied(host: string, noProxy: string): Promise<boolean> {
    const { port } = new URL(service.url);
    const cms = own(
      createCms({
        baseUrl: `http://${host}:${port}`,
        proxy: proxy.url,
        noProxy: noProxy.replaceAll("<port>", port),
        retries: 0,
      }),
    );
    const [error] = await list(cms);
    assert.equal(error?.name === "ProxyError", proxy.asked.length > 0);
    return proxy.asked.length > 0;
  }

  const left: readonly (readonly [host: string, noProxy: string])[] = [
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
  for (const [host, noProxy] of left) {
    it(`are ${host} for "${noProxy}"`, async () => {
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
    it(`are not ${host} for "${noProxy}"`, async () => {
      assert.equal(await isProxied(host, noProxy), true);
    });
  }
});

describe("The client's own headers", () => {
  const own = owning();

  it("reach the service with every request, and not where a redirect leads", async () => {
    const service = own(await startHostile());
    const location = `${service.elsewhere.url}/api/articles`;
    service.behave(polite, polite, {
      answer: (socket) => {
        socket.write(`HTTP/1.1 307 No\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
      },
    });
    const cms = own(createCms({ baseUrl: service.url, token, headers }));
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

  it("can't take the place of the token", async () => {
    const service = own(await startLoopback());
    service.answer(json([]));
    const cms = own(
      createCms({ baseUrl: service.url, token, headers: { Authorization: "Basic eDp5" } }),
    );

    await cms.users().findMany();

    assert.equal(service.requests[0]?.headers.authorization, `Bearer ${token}`);
  });

  for (const [what, value] of Object.entries({
    "a line": "a\r\nb: c",
    "a letter that is none": "\0",
  })) {
    it(`with ${what} in them are refused, and nothing is sent`, async () => {
      const service = own(await startLoopback());
      const make = () => own(createCms({ baseUrl: service.url, headers: { "x-tenant": value } }));

      const outcome = await madeAndAsked(make);

      assert.match(outcome, /^(TypeError|RequestError)$/);
      assert.deepEqual(service.requests, []);
    });
  }

  /** The name of the error by which the client can't be made, or answers its first call. */
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

describe("A bad proxy", () => {
  const bad = {
    "a blank text": "",
    "a name alone": "proxy",
    "another protocol": "ftp://ada:secret@127.0.0.1",
    "a port that is none": "http://ada:secret@127.0.0.1:99999",
    "credentials that can't be decoded": "http://ada:secret%zz@127.0.0.1",
  };
  for (const [what, proxy] of Object.entries(bad)) {
    it(`is a TypeError without a password, when the client is made, for ${what}`, () => {
      assert.throws(
        () => createCms({ baseUrl: "http://127.0.0.1", proxy }),
        (error) => error instanceof TypeError && !tells(error, ["secret"]),
      );
    });
  }
});
