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

describe("What collection() makes of one document", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`${name} takes the document out of data, and passes meta on`, async () => {
      at.service.answer(json({ data: tea, meta: {} }));

      const result = await call(at.cms);

      assert.deepEqual(result, [null, tea, {}]);
    });

    it(`${name} gives a ParseError for an answer that has no document`, async () => {
      const found: unknown[] = [];

      for (const body of [{ data: null }, { data: [tea] }, tea, [tea], null]) {
        at.service.answer(json(body));
        const [error, ...rest] = await call(at.cms);
        found.push([error?.name, error?.status, ...rest]);
      }

      assert.deepEqual(found, Array(5).fill(["ParseError", 200, null, null]));
    });

    it(`${name} gives a NotFoundError for a document that is missing`, async () => {
      at.service.answer(refusal(404, "NotFoundError", "Not Found"));

      const [error, ...rest] = await call(at.cms);

      assert.deepEqual(
        [error?.name, error?.message, ...rest],
        ["NotFoundError", "Not Found", null, null],
      );
    });
  }
});

describe("What collection() makes of a list", () => {
  const at = loopbackCms();

  it("findMany gives the documents and the paging facts", async () => {
    at.service.answer(json({ data: [tea, milk], meta }));

    const result = await articles(at.cms).findMany();

    assert.deepEqual(result, [null, [tea, milk], meta]);
  });

  it("findMany without meta has an empty meta", async () => {
    at.service.answer(json({ data: [tea] }));

    const result = await articles(at.cms).findMany();

    assert.deepEqual(result, [null, [tea], {}]);
  });

  it("findMany gives a ParseError for an answer that has no list", async () => {
    at.service.answer(json({ data: tea }));

    const [error, ...rest] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...rest], ["ParseError", null, null]);
  });

  it("findFirst gives the first document", async () => {
    at.service.answer(json({ data: [tea], meta }));

    const result = await articles(at.cms).findFirst();

    assert.deepEqual(result, [null, tea, meta]);
  });

  it("findFirst gives null where nothing matches, and no error", async () => {
    at.service.answer(json({ data: [], meta }));

    const result = await articles(at.cms).findFirst();

    assert.deepEqual(result, [null, null, meta]);
  });

  it("findFirst passes an error on", async () => {
    at.service.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...rest] = await articles(at.cms).findFirst();

    assert.deepEqual([error?.name, ...rest], ["ForbiddenError", null, null]);
  });

  it("count gives the total, not the rows of the page", async () => {
    at.service.answer(json({ data: [tea], meta }));

    const result = await articles(at.cms).count();

    assert.deepEqual(result, [null, 2, meta]);
  });

  it("count gives a total of 0 as 0", async () => {
    const none = { pagination: { page: 1, pageSize: 1, pageCount: 0, total: 0 } };
    at.service.answer(json({ data: [], meta: none }));

    const result = await articles(at.cms).count();

    assert.deepEqual(result, [null, 0, none]);
  });

  it("count gives the length of the page where the answer has no pagination", async () => {
    at.service.answer(json({ data: [tea, milk], meta: {} }), json({ data: [] }));

    const [, two] = await articles(at.cms).count();
    const [, none] = await articles(at.cms).count();

    assert.deepEqual([two, none], [2, 0]);
  });

  it("count gives the length of the page where the pagination has no total", async () => {
    at.service.answer(json({ data: [tea], meta: { pagination: { page: 1, pageSize: 1 } } }));

    const [, count] = await articles(at.cms).count();

    assert.equal(count, 1);
  });

  it("count passes an error on", async () => {
    at.service.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...rest] = await articles(at.cms).count();

    assert.deepEqual([error?.name, ...rest], ["ForbiddenError", null, null]);
  });
});

describe("What collection().delete() makes of an answer", () => {
  const at = loopbackCms();
  const deleted = async (): Promise<unknown> => await articles(at.cms).delete({ documentId });

  it("a body with the deleted document gives that document", async () => {
    at.service.answer(json({ data: tea, meta: {} }));

    assert.deepEqual(await deleted(), [null, tea, {}]);
  });

  it("an empty body gives null, and no error", async () => {
    at.service.answer(empty(204), empty(200));

    assert.deepEqual([await deleted(), await deleted()], Array(2).fill([null, null, {}]));
  });

  it("a body without a document gives null, and no error", async () => {
    at.service.answer(json({ data: null, meta: {} }));

    assert.deepEqual(await deleted(), [null, null, {}]);
  });
});
