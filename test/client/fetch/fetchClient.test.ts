import assert from "node:assert/strict";
import { inspect } from "node:util";
import { createCms as createNodeCms } from "../../../src/client/index.ts";
import { createCms } from "../../../src/client/fetch/index.ts";
import type { Cms, Fetch, FetchCmsOptions } from "../../../src/client/fetch/index.ts";
import { startHostile } from "../../support/hostile.ts";
import { lastingPort } from "../../support/lastingPort.ts";
import {
  cutBody,
  empty,
  hangUp,
  json,
  redirect,
  refusal,
  stalledBody,
  startLoopback,
} from "../../support/loopback.ts";
import type { Loopback, Reply } from "../../support/loopback.ts";
import { polite } from "../../support/polite.ts";
import { methods } from "../anyCall.ts";
import type { Method } from "../anyCall.ts";
import { token, type Article } from "../loopbackCms.ts";
import { owning } from "../owning.ts";

const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const filters = { title: { $eq: "Tea" } };
const tea = { id: 1, documentId, title: "Tea" };
const articlesOf = (cms: Cms) => cms.collection<Article>("articles");

describe("Client that uses fetch", () => {
  let service: Loopback;
  const endAfterTest = owning();
  beforeEach(async () => {
    service = endAfterTest(await startLoopback());
  });
  const client = (options: Partial<FetchCmsOptions> = {}): Cms =>
    endAfterTest(createCms({ baseUrl: service.url, token, ...options }));
  const articles = (options: Partial<FetchCmsOptions> = {}) => articlesOf(client(options));

  // Uploads need a file system. Every upload has its own random boundary.
  const calls = Object.entries<Method>(methods).filter(
    ([name]) => !/^(upload (create|replace)|admin uploadTo)$/.test(name),
  );
  for (const [name, { input, call }] of calls) {
    it(`a client that uses fetch sends the requests of undici, and has its result, for ${name}`, async () => {
      const hostile = endAfterTest(await startHostile());
      hostile.behave(polite);
      const outcomeOf = async (cms: Cms): Promise<unknown[]> => {
        const before = hostile.requests.length;
        const answer = call(cms, "articles" as never, input as never);
        const result = Symbol.asyncIterator in answer ? (await answer.next()).value : await answer;
        const sent = hostile.requests.slice(before).map(({ method, target, headers, body }) => {
          const { authorization, "content-type": type } = headers;
          return { method, target, body, authorization, type };
        });
        const [error, ...rest] = result as readonly [Error | null, ...unknown[]];
        // A clone: undici's bytes are a Buffer.
        return [sent, error && [error.name, error.message], structuredClone(rest)];
      };

      const options = { baseUrl: hostile.url, token };
      const ofFetch = await outcomeOf(endAfterTest(createCms(options)));
      const ofUndici = await outcomeOf(endAfterTest(createNodeCms(options)));

      assert.deepEqual(ofFetch, ofUndici);
    });
  }

  it("a client that uses fetch sends each request through the given function", async () => {
    service.answer(json({ data: tea }));
    const urls: string[] = [];
    const counting: Fetch = (url, init) => {
      urls.push(url);
      return fetch(url, init);
    };

    const [error, found] = await articles({ fetch: counting }).find({ documentId });

    assert.deepEqual([error, found?.title], [null, "Tea"]);
    assert.deepEqual(urls, [`${service.url}/api/articles/tea1`]);
  });

  it("a client that uses fetch calls the global function of the moment of each request", async () => {
    const cms = client();
    const { fetch: original } = globalThis;
    globalThis.fetch = () => Promise.resolve(Response.json({ data: tea }));
    try {
      const [error, found] = await articlesOf(cms).find({ documentId });

      assert.deepEqual([error, found?.title, service.requests.length], [null, "Tea", 0]);
    } finally {
      globalThis.fetch = original;
    }
  });

  for (const [what, reply, name] of [
    ["a 400", refusal(400, "ValidationError", "No."), "ValidationError"],
    ["a 401", refusal(401, "UnauthorizedError", "No."), "UnauthorizedError"],
    ["a 404", refusal(404, "NotFoundError", "No."), "NotFoundError"],
    ["a 429", refusal(429, "RateLimitError", "No."), "RateLimitError"],
    ["a redirect", redirect("https://other.example.com/"), "HttpError"],
    ["a connection that closes", hangUp, "NetworkError"],
    ["a body that breaks off", cutBody, "NetworkError"],
    ["a body that stalls", stalledBody, "CmsTimeoutError"],
    ["an answer without a body", empty(), "ParseError"],
  ] satisfies [string, Reply, string][]) {
    it(`a client that uses fetch returns ${name} for ${what}`, async () => {
      service.answer(reply);

      const [error] = await articles({ timeoutMs: 200, retries: 0 }).find({ documentId });

      assert.equal(error?.name, name);
      assert.ok(!JSON.stringify(error).includes(token));
    });
  }

  it("a client that uses fetch returns the system's code for a refused connection", async () => {
    const baseUrl = `http://127.0.0.1:${await lastingPort()}`;

    const [error] = await articles({ baseUrl, retries: 0 }).find({ documentId });

    assert.equal(error?.name === "NetworkError" && error.code, "ECONNREFUSED");
    assert.match(error?.message ?? "", /ECONNREFUSED/);
  });

  it("a client that uses fetch says so if a browser hides where a redirect leads", async () => {
    const hidden = { status: 0, headers: new Headers(), body: null, type: "opaqueredirect" };

    const [error] = await articles({
      fetch: () => Promise.resolve(hidden as Response),
    }).find({ documentId });

    assert.equal(error?.name, "HttpError");
    assert.match(error.message, /redirects/);
    assert.equal(error.status, undefined);
  });

  it("a client that uses fetch returns a ParseError for an answer larger than allowed", async () => {
    service.answer(json({ data: tea, filler: "x".repeat(100_000) }));

    const [error] = await articles({ maxResponseBytes: 50_000 }).find({ documentId });

    assert.equal(error?.name, "ParseError");
    assert.match(error.message, /larger/);
  });

  it("a client that uses fetch reads the body of a response that has no stream", async () => {
    // A function that is made from XMLHttpRequest returns such responses.
    const response = Object.defineProperty(Response.json({ data: tea }), "body", {
      value: undefined,
    });

    const [error, document] = await articles({
      fetch: () => Promise.resolve(response),
    }).find({ documentId });

    assert.deepEqual([error, document?.title], [null, "Tea"]);
  });

  for (const [what, secret] of Object.entries({
    "a line break": `${token}\r\nx: y`,
    "a character beyond Latin-1": `${token}…`,
  })) {
    it(`a client that uses fetch returns a RequestError without the token for a token with ${what}`, async () => {
      const [error] = await articles({ token: secret }).find({ documentId });

      assert.deepEqual([error?.name, error?.attempts], ["RequestError", 0]);
      assert.match(error?.message ?? "", /authorization/);
      assert.ok(!inspect(error).includes(token));
    });
  }

  it("a client that uses fetch ends a call when its signal fires", async () => {
    service.answer(stalledBody);

    const [error] = await articles().find({ documentId, signal: AbortSignal.timeout(50) });

    assert.equal(error?.name, "CmsAbortError");
  });

  // Untyped callers can pass any function.
  for (const [what, behaviour] of Object.entries<Fetch>({
    "never settles": () => new Promise(() => undefined),
    throws: () => {
      throw new Error("No network today.");
    },
    "rejects without a reason": () => Promise.reject(new Error("")),
    "resolves with nothing": () => Promise.resolve(undefined as never),
    "resolves with text": () => Promise.resolve("no response" as never),
  })) {
    it(`a client that uses fetch returns an error for a function that ${what}`, async () => {
      const [error, data, meta] = await articles({ fetch: behaviour, timeoutMs: 50 }).find({
        documentId,
      });

      assert.match(error?.name ?? "", /^(NetworkError|CmsTimeoutError)$/);
      assert.ok(error?.message);
      assert.deepEqual([data, meta], [null, null]);
    });
  }

  const failures: readonly [string, Reply][] = [
    ["the connection closes", hangUp],
    ["the service is busy", json({}, 503, { "retry-after": "0" })],
    ["there are too many requests", json({}, 429, { "retry-after": "0" })],
    ["the answer breaks off", cutBody],
  ];
  for (const [what, reply] of failures) {
    it(`a client that uses fetch sends a write once, and a read again, if ${what}`, async () => {
      service.answer(reply);
      const [written] = await articles().update({ documentId, payload });
      const writes = service.requests.length;
      service.answer(reply, json({ data: tea }));
      const [read] = await articles().find({ documentId });

      assert.deepEqual([written?.attempts, writes], [1, 1]);
      assert.deepEqual([read, service.requests.length], [null, 3]);
    });
  }

  it("a client that uses fetch sends a write once if no connection opens", async () => {
    let calls = 0;
    const failing: Fetch = () => {
      calls += 1;
      return Promise.reject(new TypeError("fetch failed"));
    };

    const [error] = await articles({ fetch: failing }).create({ payload });

    assert.deepEqual([calls, error?.name, error?.retryable], [1, "NetworkError", false]);
  });

  it("a client that uses fetch asks isWriteAllowed before each write", async () => {
    const [error] = await articles({ isWriteAllowed: () => false }).create({ payload });

    assert.deepEqual([error?.name, service.requests.length], ["WriteDeniedError", 0]);
  });

  it("a client that uses fetch can't be given options of undici", () => {
    for (const name of ["proxy", "noProxy", "tls"]) {
      assert.throws(() => createCms({ baseUrl: service.url, [name]: "" }), {
        name: "TypeError",
        message: `createCms has no option "${name}".`,
      });
    }
    assert.throws(() => createCms({ baseUrl: service.url, fetch: "fetch" as never }), TypeError);
  });

  it("a client that uses fetch returns a RequestError for an upload", async () => {
    const [error] = await client()
      .upload()
      .create({ path: import.meta.filename });

    assert.deepEqual([error?.name, service.requests.length], ["RequestError", 0]);
    assert.match(error?.message ?? "", /fetch/);
  });

  describe("with a cache", () => {
    /** Remembers every answer, to a POST too, unless the request forbids it: as frameworks do. */
    const caching = (): Fetch => {
      const answers = new Map<string, Response>();
      return async (url, init) => {
        const key = JSON.stringify([url, init.method, init.body]);
        const isCached = !("cache" in init);
        const known = isCached ? answers.get(key) : undefined;
        const answer = known ?? (await fetch(url, init));
        if (isCached) answers.set(key, answer.clone());
        return answer.clone();
      };
    };

    it("a client that uses fetch reads what a cache remembers", async () => {
      service.answer(json({ data: tea }));
      const cached = articles({ fetch: caching() });

      await cached.find({ documentId });
      const [error, found] = await cached.find({ documentId });

      assert.deepEqual([error, found?.title, service.requests.length], [null, "Tea", 1]);
    });

    it("a client that uses fetch sends a write again that a cache remembers", async () => {
      service.answer(json({ data: tea }));
      const cached = articles({ fetch: caching() });

      await cached.create({ payload });
      await cached.create({ payload });

      assert.equal(service.requests.length, 2);
    });

    it("an upsert reads the service's own answer before it writes", async () => {
      service.answer(
        json({ data: [] }),
        json({ data: tea }),
        json({ data: [tea] }),
        json({ data: tea }),
      );
      const cached = articles({ fetch: caching() });

      await cached.upsert({ filters, payload });
      await cached.upsert({ filters, payload });

      assert.deepEqual(
        service.requests.map(({ method }) => method),
        ["GET", "POST", "GET", "PUT"],
      );
    });
  });
});
