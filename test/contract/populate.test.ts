import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { rowFound, errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { articles, realCms, tokens, unique } from "./realCms.ts";
import { facts } from "../services/facts.ts";

type Row = Readonly<Record<string, unknown>>;

describe("populate parameter", () => {
  let documentId: string;
  before(async () => {
    const button = { link: { label: "Write", url: "x" } };
    const [portraitist, friend] = [unique("Author"), unique("Friend")];
    const author = await makeDocument("/authors", {
      data: { name: portraitist, links: [{ label: "Home", url: "h" }] },
    });
    const quoted = await makeDocument("/authors", { data: { name: friend } });
    const tags = [];
    for (const name of ["b", "a", "c"]) {
      tags.push(await makeDocument("/tags", { data: { name: `${name} ${friend}` } }));
    }
    documentId = await makeArticle({
      ...{ title: "Tea", author, tags, seo: { metaTitle: "Leaf", metaDescription: "Green" } },
      sections: [
        { __component: "sections.text", heading: "First", body: "Boil" },
        { __component: "sections.quote", text: "Ah", speaker: "Bo", author: quoted },
        { __component: "shared.call-to-action", heading: "Buy", ...button },
      ],
    });
  });
  const read = (params: object) =>
    rowFound<Row>(untyped({ filters: { documentId: { $eq: documentId } }, ...params }));
  const refused = async (params: object) =>
    errorSummary((await articles().findMany({ params: untyped(params) }))[0]);
  const keys = (value: unknown) => Object.keys(value as object).sort();

  type Populated = readonly [sentence: string, populate: unknown, expected: (row: Row) => unknown];
  const names = (value: unknown) => (value as { name: string }[]).map(({ name }) => name[0]);
  const zone = (row: Row) => row["sections"] as Row[];
  const rows: readonly Populated[] = [
    ["accepts a list of names", ["author", "tags"], (row) => "author" in row && "tags" in row],
    ["accepts a name", "author", (row) => "author" in row && !("tags" in row)],
    ["accepts names with commas", "author,tags", (row) => "author" in row && "tags" in row],
    ["accepts { name: true }", { author: true }, (row) => "author" in row && !("tags" in row)],
    ["leaves out { name: false }", { author: false, tags: true }, (row) => !("author" in row)],
    [
      "returns everything for *, one level deep, with the localizations",
      "*",
      (row) =>
        ["author", "tags", "seo", "links", "cover", "sections", "localizations"].every(
          (key) => key in row,
        ) && !("links" in (row["author"] as Row)),
    ],
    [
      "accepts a name with a dot",
      ["author.links"],
      (row) => (row["author"] as Row)["links"] !== undefined,
    ],
    [
      "accepts populate within populate",
      { author: { populate: { links: { fields: ["label"] } } } },
      (row) => (row["author"] as { links: Row[] }).links[0]?.["url"] === undefined,
    ],
    [
      "accepts * within populate",
      { author: { populate: "*" } },
      (row) => ["links", "portrait", "articles"].every((key) => key in (row["author"] as Row)),
    ],
    [
      "accepts fields of a relation",
      { author: { fields: ["name"] } },
      (row) => keys(row["author"]).join() === "documentId,id,name",
    ],
    [
      "accepts filters of a relation",
      { tags: { filters: { name: { $startsWith: "a" } } } },
      (row) => names(row["tags"]).join() === "a",
    ],
    [
      "accepts sort of a relation",
      { tags: { sort: ["name:asc"] } },
      (row) => names(row["tags"]).join() === "a,b,c",
    ],
    [
      "keeps the order of a relation without sort",
      ["tags"],
      (row) => names(row["tags"]).join() === "b,a,c",
    ],
    [
      "accepts count of a relation",
      { tags: { count: true } },
      (row) => (row["tags"] as { count: number }).count === 3,
    ],
    [
      "accepts fields of a component",
      { seo: { fields: ["metaTitle"] } },
      (row) => keys(row["seo"]).join() === "id,metaTitle",
    ],
    [
      "returns the components of a dynamic zone without their relations",
      ["sections"],
      (row) =>
        zone(row)
          .map((part) => String(part["__component"]) + String("author" in part))
          .join() === "sections.textfalse,sections.quotefalse,shared.call-to-actionfalse",
    ],
    [
      "returns the components of a dynamic zone with all their content for *",
      { sections: { populate: "*" } },
      (row) => "author" in zone(row)[1]! && "link" in zone(row)[2]!,
    ],
    [
      "returns only the given components of a dynamic zone",
      { sections: { on: { "sections.quote": true } } },
      (row) => zone(row).length === 1 && zone(row)[0]!["text"] === "Ah",
    ],
    [
      "accepts fields and populate for each component of a dynamic zone",
      {
        sections: {
          on: {
            "sections.text": { fields: ["heading"] },
            "sections.quote": { populate: { author: { fields: ["name"] } } },
          },
        },
      },
      (row) =>
        zone(row)[0]!["body"] === undefined &&
        keys(zone(row)[1]!["author"]).join() === "documentId,id,name",
    ],
    [
      "returns the other localizations",
      { localizations: { fields: ["title"] } },
      (row) => (row["localizations"] as unknown[]).length === 0,
    ],
  ];
  for (const [sentence, populate, isRight] of facts(rows)) {
    it(`the populate parameter ${sentence}`, async () => {
      const row = await read({ populate });

      assert.ok(isRight(row), JSON.stringify(row));
    });
  }

  type Refused = readonly [sentence: string, populate: unknown, message: string];
  const refusals: readonly Refused[] = [
    ["an unknown name", ["no"], "Invalid key no"],
    ["a plain field", ["title"], "Invalid key title"],
    ["createdBy", ["createdBy"], "Invalid key createdBy"],
    ["true", "true", "Invalid key true"],
    ["false", "false", "Invalid key false"],
    ["deep", "deep", "Invalid key deep"],
    ["**", "**", "Invalid key **"],
    [
      "{ name: * } of a relation with relations",
      { author: "*" },
      "Invalid key portrait at author.portrait",
    ],
    ["a limit", { tags: { limit: 1 } }, "Invalid key limit at tags"],
    ["a start", { tags: { start: 1 } }, "Invalid key start at tags"],
    ["a page", { tags: { pagination: { pageSize: 1 } } }, "Invalid key pagination at tags"],
    ["a status", { tags: { status: "draft" } }, "Invalid key status at tags"],
    ["an unknown field", { tags: { fields: ["no"] } }, "Invalid key no"],
    ["an unknown field of sort", { tags: { sort: ["no"] } }, "Invalid key no"],
    ["an unknown filter", { tags: { filters: { no: 1 } } }, "Invalid key no"],
    [
      "an unknown component of a dynamic zone",
      { sections: { on: { "no.none": true } } },
      "Invalid key no.none at sections.on.no.none",
    ],
  ];
  for (const [sentence, populate, message] of facts(refusals)) {
    it(`the populate parameter rejects ${sentence}`, async () => {
      assert.deepEqual(await refused({ populate }), ["ValidationError", 400, message]);
    });
  }

  it("the populate parameter leaves out a relation that the token may not read", async () => {
    const params: ListParams = {
      filters: { documentId: { $eq: documentId } },
      populate: { author: { fields: ["name"] }, tags: true },
    };

    const [error, rows] = await realCms(tokens().custom)
      .collection<Row & { documentId: string }>("articles")
      .findMany({ params });

    assert.equal(error, null);
    assert.deepEqual(["author" in rows[0]!, "tags" in rows[0]!], [false, true]);
  });
});
