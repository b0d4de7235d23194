import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { CmsError, ListParams } from "../../src/client/index.ts";
import { json } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { AnyUser, Article } from "./loopbackCms.ts";

type Attempt = () => Promise<readonly [CmsError | null, unknown, unknown]>;

describe("Validation of a call", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");
  const payload = { data: { title: "Tea" } };

  async function isRefused(attempt: Attempt): Promise<void> {
    const [error, ...dataAndMeta] = await attempt();

    assert.deepEqual(
      [error?.name, error?.attempts, ...dataAndMeta],
      ["RequestError", 0, null, null],
    );
    assert.deepEqual(at.sent(), []);
  }

  describe("of IDs", () => {
    for (const id of ["", ".", "..", "../users", "a/b", "a\\b", "a?b", "a#b", "a%2Fb", "a\0b"]) {
      const attempts: Readonly<Record<string, Attempt>> = {
        find: () => articles().find({ documentId: id }),
        update: () => articles().update({ documentId: id, payload }),
        publish: () => articles().publish({ documentId: id }),
        delete: () => articles().delete({ documentId: id }),
        collection: () => at.cms.collection<Article>(id).findMany(),
        single: () => at.cms.single(id).delete(),
      };
      for (const [name, attempt] of Object.entries(attempts)) {
        it(`a call of ${name} rejects ${JSON.stringify(id)}, which would reach another route, without a request`, () =>
          isRefused(attempt));
      }
    }
  });

  describe("of values", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const lone = "\ud800";
    const attempts: Readonly<Record<string, Attempt>> = {
      "a BigInt in a document": () =>
        at.cms
          .collection<{ views: bigint }>("articles")
          .create({ payload: { data: { views: 1n } } }),
      "a BigInt in a user": () => at.cms.users<AnyUser>().update({ id: 1, data: { age: 1n } }),
      "a cycle in a document": () =>
        at.cms
          .collection<{ title: unknown }>("articles")
          .update({ documentId: "tea1", payload: { data: { title: cycle } } }),
      "a cycle in filters": () => articles().findMany({ params: { filters: cycle } }),
      "a cycle in populate": () => articles().findMany({ params: { populate: cycle } }),
      "a sparse list in filters": () =>
        articles().findMany({ params: { filters: { title: { $in: Array(2) } } } }),
      "an invalid date in filters": () =>
        articles().findMany({ params: { filters: { createdAt: { $gt: new Date(NaN) } } } }),
      "a lone surrogate in a documentId": () => articles().find({ documentId: lone }),
      "a lone surrogate in the name of a type": () => at.cms.collection<Article>(lone).findMany(),
      "a lone surrogate in the name of a single type": () => at.cms.single(lone).find(),
      "a lone surrogate in a filter": () =>
        articles().findMany({ params: { filters: { title: { $eq: `${lone}tea` } } } }),
    };

    for (const [what, attempt] of Object.entries(attempts)) {
      it(`a value that can't be serialized gives a RequestError for ${what}, without a request`, () =>
        isRefused(attempt));
    }

    it("the RequestError of a value that can't be serialized names the cause", async () => {
      const data = { age: 1n };

      const [error] = await at.cms.users<AnyUser>().create({ data });

      const message =
        "The request can't be written: TypeError: Do not know how to serialize a BigInt";
      assert.deepEqual([error?.message, error?.cause instanceof TypeError], [message, true]);
    });
  });

  describe("of sparse lists", () => {
    const params: Readonly<Record<string, (list: never[]) => ListParams>> = {
      sort: (list) => ({ sort: list }),
      fields: (list) => ({ fields: list }),
      "the value of a filter": (list) => ({ filters: { title: list } }),
      $or: (list) => ({ filters: { $or: list } }),
    };
    for (const [location, paramsWith] of Object.entries(params)) {
      it(`a sparse list of 10 million entries is rejected as ${location} before its entries are read`, async () => {
        const watched = new Watched<never>(10_000_000);

        await isRefused(() => articles().findMany({ params: paramsWith(watched.list) }));

        assert.ok(watched.reads < 100, `${watched.reads} entries were read.`);
      });
    }
  });

  describe("of pagination", () => {
    // The types reject it, but a caller without types can pass it.
    const mixtures: readonly object[] = [
      { page: 1, start: 0 },
      { page: 1, limit: 10 },
      { pageSize: 10, start: 0 },
      { pageSize: 10, limit: 10 },
    ];
    for (const pagination of mixtures) {
      it(`pages and an offset at once give a RequestError for ${JSON.stringify(pagination)}, without a request`, async () => {
        const params = { pagination };

        const results = [
          await articles().findMany({ params }),
          await articles().findMany({ all: true, params }),
          await at.cms.users().findMany({ params }),
        ];

        assert.deepEqual(
          results.map(([error]) => error?.name),
          Array(3).fill("RequestError"),
        );
        assert.deepEqual(at.sent(), []);
      });
    }
  });

  describe("of options", () => {
    // The service would read each of them as something else, without an error.
    const count = "a whole number from 1";
    const wrong: readonly (readonly [params: object, message: string])[] = [
      [{ pagination: { limit: -1 } }, `params.pagination.limit must be ${count}. It is -1.`],
      [{ pagination: { limit: 0 } }, `params.pagination.limit must be ${count}. It is 0.`],
      [
        { pagination: { limit: "10abc" } },
        `params.pagination.limit must be ${count}. It is "10abc".`,
      ],
      [{ pagination: { limit: null } }, `params.pagination.limit must be ${count}. It is null.`],
      [{ pagination: { page: 0 } }, `params.pagination.page must be ${count}. It is 0.`],
      [{ pagination: { page: 1.5 } }, `params.pagination.page must be ${count}. It is 1.5.`],
      [{ pagination: { pageSize: 0 } }, `params.pagination.pageSize must be ${count}. It is 0.`],
      [
        { pagination: { pageSize: NaN } },
        `params.pagination.pageSize must be ${count}. It is NaN.`,
      ],
      [
        { pagination: { pageSize: Infinity } },
        `params.pagination.pageSize must be ${count}. It is Infinity.`,
      ],
      [
        { pagination: { start: -1 } },
        "params.pagination.start must be a whole number from 0. It is -1.",
      ],
      [{ pagination: { pagesize: 5 } }, 'params.pagination has no option "pagesize".'],
      [{ pagination: "2" }, "params.pagination must be an object."],
      [{ status: "Published" }, 'params.status must be draft or published. It is "Published".'],
      [{ status: "" }, 'params.status must be draft or published. It is "".'],
      [{ status: null }, "params.status must be draft or published. It is null."],
      [{ locale: "" }, 'params.locale must be the code of a locale, or *. It is "".'],
      [{ locale: null }, "params.locale must be the code of a locale, or *. It is null."],
      [{ locale: ["en", ""] }, 'params.locale must be the code of a locale, or *. It is "".'],
      [{ pagination: { limit: [5, 6] } }, `params.pagination.limit must be ${count}. It is [5,6].`],
      [
        { status: ["draft", "published"] },
        'params.status must be draft or published. It is ["draft","published"].',
      ],
      [
        { populate: { author: { fields: [] } } },
        "params.populate.author is empty, so the service would not populate it.",
      ],
      [
        { populate: { author: { fields: ["name"], populate: { photo: {} } } } },
        "params.populate.author.populate.photo is empty, so the service would not populate it.",
      ],
      [
        { populate: { sections: { on: { "shared.quote": true, "shared.media": {} } } } },
        "params.populate.sections.on.shared.media is empty, so the service would not populate it.",
      ],
    ];
    for (const [params, message] of wrong) {
      it(`an option with a value that the service would replace is rejected by name in ${inspect(params)}, without a request`, async () => {
        const input = { params: params as ListParams };
        const written = { params: params as never, payload };

        const results = [
          await articles().findMany(input),
          await articles().findMany({ all: true, ...input }),
          await articles().find({ documentId: "tea1", ...input }),
          await articles().update({ documentId: "tea1", ...written }),
          await articles().create(written),
          await at.cms.single("homepage").update(written),
          await at.cms.upload().findMany(input as never),
        ];

        assert.deepEqual(
          results.map(([error]) => [error?.name, error?.message]),
          Array(7).fill(["RequestError", message]),
        );
        assert.deepEqual(at.sent(), []);
      });
    }

    it("an option that is undefined, a whole number as a string or a list of locales is sent", async () => {
      at.service.answer(json({ data: [], meta: {} }));
      const params: readonly object[] = [
        { pagination: { page: undefined, pageSize: "25" }, status: undefined, locale: undefined },
        { pagination: { start: 0, limit: 1 }, status: "draft", locale: ["en", "fr"] },
        { pagination: {}, populate: {}, fields: [], locale: "*" },
      ];

      const results = [];
      for (const each of params) {
        results.push(await articles().findMany({ params: each }));
      }

      assert.deepEqual(
        results.map(([error]) => error),
        [null, null, null],
      );
    });
  });

  describe("of user IDs", () => {
    // Callers without types can pass any value. `me` is a route of its own.
    const ids: readonly unknown[] = [undefined, null, NaN, 1.5, "me", "7", "", {}];
    for (const id of ids) {
      it(`a user ID that is no whole number gives a RequestError for ${inspect(id)}, without a request`, async () => {
        const users = at.cms.users();
        const given = { id: id as number };

        const results = [
          await users.find(given),
          await users.update({ ...given, data: {} }),
          await users.delete(given),
        ];

        assert.deepEqual(
          results.map(([error]) => error?.name),
          Array(3).fill("RequestError"),
        );
        assert.deepEqual(at.sent(), []);
      });
    }
  });
});

/** A sparse list that counts the reads of one of its entries. */
class Watched<T> {
  reads = 0;
  readonly list: T[];

  constructor(length: number) {
    this.list = new Proxy(new Array<T>(length), {
      get: (target, key): unknown => {
        this.#note(key);
        return Reflect.get(target, key);
      },
      has: (target, key) => {
        this.#note(key);
        return Reflect.has(target, key);
      },
    });
  }

  #note(key: string | symbol): void {
    if (typeof key === "string" && /^\d+$/.test(key)) this.reads += 1;
  }
}
