import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { makeArticle, makeDocument, makeSeries } from "./made.ts";
import { must, realCms, unique } from "./realCms.ts";
import type { Article } from "./realCms.ts";

interface Shaped extends Article {
  readonly category?: { readonly name: string } | null;
  readonly tags?: readonly { readonly name: string }[];
}

const articles = () => realCms().collection<Shaped>("articles");

describe("collection() parameters", () => {
  let kicker: string;
  let ofSeries: ListParams["filters"];
  before(async () => {
    kicker = await makeSeries(["Assam", "Bancha", "Congou", "Darjeeling"]);
    ofSeries = { kicker: { $eq: kicker } };
  });
  const read = async (params: ListParams): Promise<unknown> => {
    const [error, rows] = await articles().findMany({ params: { sort: ["title:asc"], ...params } });
    return error ?? rows.map(({ title }) => title);
  };

  it("fields accepts a list of field names", async () => {
    const [, rows] = await articles().findMany({
      params: { filters: { ...ofSeries, title: "Assam" }, fields: ["title", "slug"] },
    });

    assert.deepEqual(
      rows?.map((row) => Object.keys(row).sort()),
      [["documentId", "id", "slug", "title"]],
    );
  });

  it("populate accepts a list of relation names", async () => {
    const name = unique("Category");
    const category = await makeDocument("/categories", { data: { name } });
    const tag = await makeDocument("/tags", { data: { name: unique("tag") } });
    const documentId = await makeArticle({ category, tags: [tag] });

    const [, bare] = await articles().find({ documentId });
    const [, full] = await articles().find({
      documentId,
      params: { populate: ["category", "tags"] },
    });

    assert.deepEqual(
      [bare?.category, bare?.tags, full?.category?.name, full?.tags?.length],
      [undefined, undefined, name, 1],
    );
  });

  it("sort accepts a list of <field>:<direction>", async () => {
    const other = await makeSeries(["Assam"]);
    const filters = { kicker: { $in: [kicker, other] } };

    const [, rows] = await articles().findMany({
      params: { filters, sort: ["title:asc", "kicker:desc"] },
    });

    const [firstKicker, two] = [kicker, other].sort().reverse();
    assert.deepEqual(
      rows?.slice(0, 3).map((row) => [row.title, row.kicker]),
      [
        ["Assam", firstKicker],
        ["Assam", two],
        ["Bancha", kicker],
      ],
    );
  });

  it("sort accepts desc for the reverse order", async () => {
    const titles = await read({ filters: ofSeries!, sort: ["title:desc"] });

    assert.deepEqual(titles, ["Darjeeling", "Congou", "Bancha", "Assam"]);
  });

  it("filters accepts $eq", async () => {
    assert.deepEqual(await read({ filters: { ...ofSeries, title: { $eq: "Assam" } } }), ["Assam"]);
  });

  it("filters accepts $contains", async () => {
    const titles = await read({ filters: { ...ofSeries, title: { $contains: "on" } } });

    assert.deepEqual(titles, ["Congou"]);
  });

  it("filters finds a string with special characters", async () => {
    const title = `a b+c&d=e[f]#g%20 ü 日本 🫖 ${unique("x")}`;
    await makeArticle({ title });

    assert.deepEqual(await read({ filters: { title: { $eq: title } } }), [title]);
  });

  it("filters finds empty values with null", async () => {
    await makeArticle({ title: "Without a slug", kicker, slug: null });

    const titles = await read({ filters: { ...ofSeries, slug: { $eq: null } } });

    assert.deepEqual(titles, ["Without a slug"]);
  });

  it("filters finds the documents of a list of 100 values", async () => {
    const others = Array.from({ length: 99 }, (_, index) => `no-tea-${index}`);

    const titles = await read({ filters: { ...ofSeries, title: { $in: [...others, "Assam"] } } });

    assert.deepEqual(titles, ["Assam"]);
  });

  it("pagination accepts page and pageSize", async () => {
    const titles = await read({ filters: ofSeries!, pagination: { page: 2, pageSize: 1 } });

    assert.deepEqual(titles, ["Bancha"]);
  });

  it("pagination accepts start and limit", async () => {
    const titles = await read({ filters: ofSeries!, pagination: { start: 1, limit: 2 } });

    assert.deepEqual(titles, ["Bancha", "Congou"]);
  });

  it("status reads the published versions or the drafts", async () => {
    const documentId = await makeArticle({ title: "Printed" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Drafted" } });
    const filters = { documentId: { $eq: documentId } };

    const titleLists = [
      await read({ filters, status: "published" }),
      await read({ filters, status: "draft" }),
    ];

    assert.deepEqual(titleLists, [["Printed"], ["Drafted"]]);
  });

  it("locale reads one localization", async () => {
    const documentId = await makeArticle({ title: "Tea" });
    await must("PUT", `/articles/${documentId}?locale=fr`, { data: { title: "Thé" } });
    const filters = { documentId: { $eq: documentId } };

    const titleLists = [
      await read({ filters, locale: "en" }),
      await read({ filters, locale: "fr" }),
    ];

    assert.deepEqual(titleLists, [["Tea"], ["Thé"]]);
  });

  it("all reads every page", async () => {
    const names = Array.from({ length: 5 }, (_, index) => `Tea ${index}`);
    const series = await makeSeries(names);

    const [, rows] = await articles().findMany({
      all: true,
      params: {
        filters: { kicker: { $eq: series } },
        sort: ["title:asc"],
        pagination: { pageSize: 2 },
      },
    });

    assert.deepEqual(
      rows?.map(({ title }) => title),
      names,
    );
  });

  it("sort and pagination are no parameters of a write, status is none of a delete", () => {
    const payload = { data: { title: "Tea" } };
    const wrong = [
      // @ts-expect-error -- a write has no sort order
      () => articles().update({ documentId: "tea1", payload, params: { sort: ["title:asc"] } }),
      // @ts-expect-error -- a write has no pages
      () => articles().create({ payload, params: { pagination: { pageSize: 1 } } }),
      // @ts-expect-error -- a delete has no status
      () => articles().delete({ documentId: "tea1", params: { status: "draft" } }),
    ];

    // The compiler does the check: this file doesn't compile unless each line above has an error.
    assert.equal(wrong.length, 3);
  });
});
