import assert from "node:assert/strict";
import { rowFound, errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { articles, unique } from "./realCms.ts";
import { facts } from "../services/facts.ts";

describe("fields parameter", () => {
  let documentId: string;
  before(async () => {
    documentId = await makeArticle({
      author: await makeDocument("/authors", { data: { name: unique("Ada") } }),
      seo: { metaTitle: "Leaf" },
      internalNote: "secret",
      previewPassword: "secret-secret",
    });
  });
  const read = (params: object) =>
    rowFound<object>(untyped({ filters: { documentId: { $eq: documentId } }, ...params }));
  const refused = async (params: object) =>
    errorSummary((await articles().findMany({ params: untyped(params) }))[0]);
  const keys = (value: object) => Object.keys(value).sort();

  type Keys = readonly [sentence: string, fields: unknown, keys: readonly string[]];
  const rows: readonly Keys[] = [
    ["a list", ["title", "kicker"], ["documentId", "id", "kicker", "title"]],
    ["a string", "title", ["documentId", "id", "title"]],
    ["a string with commas", "title,kicker", ["documentId", "id", "kicker", "title"]],
    ["a list with only id", ["id"], ["documentId", "id"]],
    ["a list with a field twice", ["title", "title"], ["documentId", "id", "title"]],
  ];
  for (const [sentence, fields, expected] of facts(rows)) {
    it(`the fields parameter returns id, documentId and the fields of ${sentence}`, async () => {
      assert.deepEqual(keys(await read({ fields })), expected);
    });
  }

  it("fields returns every plain field by default and with *, and no relation, component, file, zone or secret", async () => {
    const [bare, star] = [await read({}), await read({ fields: ["*"] })];

    assert.deepEqual(keys(bare), keys(star));
    const [plain, others] = [
      ["title", "content", "metadata", "createdAt", "publishedAt", "locale"],
      ["author", "tags", "seo", "links", "cover", "gallery", "sections", "internalNote"],
    ];
    assert.deepEqual(
      plain.filter((key) => key in bare),
      plain,
    );
    assert.deepEqual(
      [...others, "previewPassword"].filter((key) => key in bare),
      [],
    );
  });

  for (const key of facts([
    "author",
    "seo",
    "cover",
    "sections",
    "internalNote",
    "previewPassword",
    "no",
  ])) {
    it(`the fields parameter rejects ${key}`, async () => {
      const error = await refused({ fields: ["title", key] });

      assert.deepEqual(error, ["ValidationError", 400, `Invalid key ${key}`]);
    });
  }

  it("the fields parameter rejects an object", async () => {
    const message = "Invalid fields parameter. Expected a string or an array of strings";
    assert.deepEqual(await refused({ fields: { a: "title" } }), ["ValidationError", 400, message]);
  });
});
