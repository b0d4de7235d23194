import assert from "node:assert/strict";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { empty, json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const tea = { documentId: "tea1", title: "Tea" };
const milk = { documentId: "milk1", title: "Milk" };
const meta = { pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } };
const documentId = "tea1";
const payload = { data: { title: "Tea" } };

const articles = (cms: Cms) => cms.collection<Article>("articles");

type Call = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

const calls: Readonly<Record<string, Call>> = {
  find: (cms) => articles(cms).find({ documentId }),
  create: (cms) => articles(cms).create({ payload }),
  update: (cms) => articles(cms).update({ documentId, payload }),
  publish: (cms) => articles(cms).publish({ documentId }),
};

describe("Results of collection() for one document", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`${name} returns the document from data, and meta`, async () => {
      at.service.answer(json({ data: tea, meta: {} }));

      const result = await call(at.cms);

      assert.deepEqual(result, [null, tea, {}]);
    });

    it(`${name} returns a ParseError for an answer without a document`, async () => {
      const outcomes: unknown[] = [];

      for (const body of [{ data: "tea" }, { data: [tea] }, tea, [tea], null]) {
        at.service.answer(json(body));
        const [error, ...dataAndMeta] = await call(at.cms);
        outcomes.push([error?.name, error?.status, ...dataAndMeta]);
      }

      assert.deepEqual(outcomes, Array(5).fill(["ParseError", 200, null, null]));
    });

    it(`${name} returns a ParseError for a documentId that leads to another route`, async () => {
      const names: unknown[] = [];

      for (const id of ["", "..", "../users", "a/b", "a\\b", "a?b", "a%2Fb", "a\0b", 5]) {
        at.service.answer(json({ data: { ...tea, documentId: id } }));
        const [error] = await call(at.cms);
        names.push(error?.name);
      }

      assert.deepEqual(names, Array(9).fill("ParseError"));
    });

    it(`${name} returns a NotFoundError for a missing document`, async () => {
      at.service.answer(refusal(404, "NotFoundError", "Not Found"));

      const [error, ...dataAndMeta] = await call(at.cms);

      assert.deepEqual(
        [error?.name, error?.message, ...dataAndMeta],
        ["NotFoundError", "Not Found", null, null],
      );
    });
  }
});

describe("Results of collection() for a list", () => {
  const at = loopbackCms();

  it("findMany returns the documents and the pagination", async () => {
    at.service.answer(json({ data: [tea, milk], meta }));

    const result = await articles(at.cms).findMany();

    assert.deepEqual(result, [null, [tea, milk], meta]);
  });

  it("findMany returns an empty meta for an answer without meta", async () => {
    at.service.answer(json({ data: [tea] }));

    const result = await articles(at.cms).findMany();

    assert.deepEqual(result, [null, [tea], {}]);
  });

  it("find returns a NotFoundError for an answer whose data is null, and a write a ParseError", async () => {
    at.service.answer(json({ data: null, meta: {} }));

    const results = [
      await articles(at.cms).find({ documentId }),
      await at.cms.single<Article>("homepage").find(),
      await articles(at.cms).update({ documentId, payload }),
    ];

    assert.deepEqual(
      results.map(([error, ...dataAndMeta]) => [error?.name, error?.status, ...dataAndMeta]),
      [
        ["NotFoundError", 200, null, null],
        ["NotFoundError", 200, null, null],
        ["ParseError", 200, null, null],
      ],
    );
  });

  it("findMany returns a ParseError for a documentId that leads to another route", async () => {
    at.service.answer(json({ data: [tea, { documentId: "../users" }] }));

    const [error, ...dataAndMeta] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...dataAndMeta], ["ParseError", null, null]);
  });

  it("findMany returns a ParseError for an answer without a list", async () => {
    at.service.answer(json({ data: tea }));

    const [error, ...dataAndMeta] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...dataAndMeta], ["ParseError", null, null]);
  });

  it("findFirst returns the first document", async () => {
    at.service.answer(json({ data: [tea], meta }));

    const result = await articles(at.cms).findFirst();

    assert.deepEqual(result, [null, tea, meta]);
  });

  it("findFirst returns null without an error when nothing matches", async () => {
    at.service.answer(json({ data: [], meta }));

    const result = await articles(at.cms).findFirst();

    assert.deepEqual(result, [null, null, meta]);
  });

  it("findFirst returns the service's error", async () => {
    at.service.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...dataAndMeta] = await articles(at.cms).findFirst();

    assert.deepEqual([error?.name, ...dataAndMeta], ["ForbiddenError", null, null]);
  });

  it("count returns the total, not the length of the page", async () => {
    at.service.answer(json({ data: [tea], meta }));

    const result = await articles(at.cms).count();

    assert.deepEqual(result, [null, 2, meta]);
  });

  it("count returns 0 for a total of 0", async () => {
    const none = { pagination: { page: 1, pageSize: 1, pageCount: 0, total: 0 } };
    at.service.answer(json({ data: [], meta: none }));

    const result = await articles(at.cms).count();

    assert.deepEqual(result, [null, 0, none]);
  });

  it("count returns the length of the page for an answer without pagination", async () => {
    at.service.answer(json({ data: [tea, milk], meta: {} }), json({ data: [] }));

    const [, two] = await articles(at.cms).count();
    const [, none] = await articles(at.cms).count();

    assert.deepEqual([two, none], [2, 0]);
  });

  it("count returns the length of the page for a pagination without a total", async () => {
    at.service.answer(json({ data: [tea], meta: { pagination: { page: 1, pageSize: 1 } } }));

    const [, count] = await articles(at.cms).count();

    assert.equal(count, 1);
  });

  it("count returns the service's error", async () => {
    at.service.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...dataAndMeta] = await articles(at.cms).count();

    assert.deepEqual([error?.name, ...dataAndMeta], ["ForbiddenError", null, null]);
  });
});

describe("Results of collection().delete", () => {
  const at = loopbackCms();
  const deleted = async (): Promise<unknown> => await articles(at.cms).delete({ documentId });

  it("delete returns the deleted document when the body has it", async () => {
    at.service.answer(json({ data: tea, meta: {} }));

    assert.deepEqual(await deleted(), [null, tea, {}]);
  });

  it("delete returns null without an error for an empty body", async () => {
    at.service.answer(empty(204), empty(200));

    assert.deepEqual([await deleted(), await deleted()], Array(2).fill([null, null, {}]));
  });

  it("delete returns null without an error for a body without a document", async () => {
    at.service.answer(json({ data: null, meta: {} }));

    assert.deepEqual(await deleted(), [null, null, {}]);
  });
});
