import assert from "node:assert/strict";
import type { CallOptions, Cms, CmsError } from "../../src/client/index.ts";
import { json, silence, stalledBody } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows } from "./pagedService.ts";

type Call = (
  cms: Cms,
  options: CallOptions,
) => Promise<readonly [CmsError | null, unknown, unknown]>;

const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const filters = { title: { $eq: "Tea" } };
const articles = (cms: Cms) => cms.collection<Article>("articles");

const calls: Readonly<Record<string, Call>> = {
  "collection().findMany": (cms, options) => articles(cms).findMany(options),
  "collection().findMany of all": (cms, options) =>
    articles(cms).findMany({ all: true, ...options }),
  "collection().find": (cms, options) => articles(cms).find({ documentId, ...options }),
  "collection().findFirst": (cms, options) => articles(cms).findFirst(options),
  "collection().count": (cms, options) => articles(cms).count(options),
  "collection().create": (cms, options) => articles(cms).create({ payload, ...options }),
  "collection().create in a locale": (cms, options) =>
    articles(cms).create({ payload, filters, params: { locale: "fr" }, ...options }),
  "collection().update": (cms, options) =>
    articles(cms).update({ documentId, payload, ...options }),
  "collection().publish": (cms, options) => articles(cms).publish({ documentId, ...options }),
  "collection().delete": (cms, options) => articles(cms).delete({ documentId, ...options }),
  "collection().upsert": (cms, options) => articles(cms).upsert({ payload, filters, ...options }),
  "single().find": (cms, options) => cms.single("homepage").find(options),
  "single().update": (cms, options) => cms.single("homepage").update({ payload, ...options }),
  "single().publish": (cms, options) => cms.single("homepage").publish(options),
  "single().delete": (cms, options) => cms.single("homepage").delete(options),
  "users().findMany": (cms, options) => cms.users().findMany(options),
  "users().find": (cms, options) => cms.users().find({ id: 1, ...options }),
  "users().me": (cms, options) => cms.users().me(options),
  "users().count": (cms, options) => cms.users().count(options),
  "users().create": (cms, options) => cms.users().create({ data: {}, ...options }),
  "users().update": (cms, options) => cms.users().update({ id: 1, data: {}, ...options }),
  "users().delete": (cms, options) => cms.users().delete({ id: 1, ...options }),
  "schema().contentTypes": (cms, options) => cms.schema().contentTypes(options),
  "schema().components": (cms, options) => cms.schema().components(options),
  "schema().locales": (cms, options) => cms.schema().locales(options),
  "upload().findMany": (cms, options) => cms.upload().findMany(options),
  "upload().find": (cms, options) => cms.upload().find({ documentId, ...options }),
  "upload().content": (cms, options) => cms.upload().content({ url: "/tea.png", ...options }),
  "admin().unpublish": (cms, options) => cms.admin().unpublish({ uid: "articles", ...options }),
};

describe("A signal", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`that fires while ${name} waits ends it with an AbortError`, async () => {
      const controller = new AbortController();
      at.service.answer(() => {
        controller.abort();
      });

      const [error, ...rest] = await call(at.cms, { signal: controller.signal });

      assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
      assert.equal(at.service.requests.length, 1);
    });

    it(`that has fired before ${name} lets nothing be sent`, async () => {
      const [error, ...rest] = await call(at.cms, { signal: AbortSignal.abort() });

      assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
      assert.deepEqual(at.sent(), []);
    });
  }

  it("that fires in the middle of a body ends the call", async () => {
    const controller = new AbortController();
    at.service.answer((response, received) => {
      stalledBody(response, received);
      setImmediate(() => {
        controller.abort(new Error("enough"));
      });
    });

    const [error] = await articles(at.cms).findMany({ signal: controller.signal });

    assert.equal(error?.name, "AbortError");
  });

  it("that fires between two pages ends the reading", async () => {
    const controller = new AbortController();
    at.service.answer(paged(rows));

    const seen: unknown[] = [];
    const params = { pagination: { pageSize: 3 } };
    for await (const [error] of articles(at.cms).pages({ params, signal: controller.signal })) {
      seen.push(error?.name);
      controller.abort();
    }

    assert.deepEqual(seen, [undefined, "AbortError"]);
    assert.equal(at.service.requests.length, 1);
  });

  it("may be shared by many calls, without a warning of a leak", async () => {
    at.service.answer(json([]));
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();

    await Promise.all(Array.from({ length: 30 }, () => at.cms.users().findMany({ signal })));
    // A warning is given in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);

    assert.deepEqual(warnings, []);
  });

  it("of one call leaves the others alone", async () => {
    const controller = new AbortController();
    const answers: (() => void)[] = [];
    at.service.answer((response, received) => {
      answers.push(() => {
        json([])(response, received);
      });
      if (answers.length < 2) return;
      controller.abort();
      for (const answer of answers) answer();
    });

    const results = await Promise.all([
      at.cms.users().findMany({ signal: controller.signal }),
      at.cms.users().findMany(),
    ]);

    assert.deepEqual(
      results.map(([error]) => error?.name),
      ["AbortError", undefined],
    );
  });
});

describe("A service that takes too long", () => {
  const at = loopbackCms({ timeoutMs: 50, retries: 0 });
  const slow: Readonly<Record<string, Reply>> = {
    "no answer": silence,
    "an answer that stops midway": stalledBody,
  };

  for (const [what, reply] of Object.entries(slow)) {
    it(`is a TimeoutError for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...rest] = await articles(at.cms).findMany();

      assert.deepEqual([error?.name, error?.attempts, ...rest], ["TimeoutError", 1, null, null]);
    });

    it(`is a TimeoutError for ${what}, with a signal that does not fire`, async () => {
      at.service.answer(reply);

      const [error] = await articles(at.cms).findMany({ signal: new AbortController().signal });

      assert.equal(error?.name, "TimeoutError");
    });
  }
});

describe("Closing the client", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`while ${name} waits ends it with an error tuple`, async () => {
      at.service.answer(() => void at.cms.close());

      const [error, ...rest] = await call(at.cms, {});

      assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
      assert.equal(at.service.requests.length, 1);
    });
  }

  it("in the middle of a body ends the call with an error tuple, and asks no second time", async () => {
    at.service.answer((response, received) => {
      stalledBody(response, received);
      setImmediate(() => void at.cms.close());
    });

    const [error, ...rest] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
    assert.equal(at.service.requests.length, 1);
  });

  it("lets a later call end with an error tuple, and nothing is sent", async () => {
    await at.cms.close();

    const [error, ...rest] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
    assert.deepEqual(at.sent(), []);
  });

  it("a second time does nothing", async () => {
    await at.cms.close();

    await assert.doesNotReject(at.cms.close());
  });
});
