import assert from "node:assert/strict";
import { columnsOf } from "../../../src/model/records/csvColumns.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { makeUser } from "../accounts.ts";
import { fromCsv, withoutNulls } from "../records/fromCsv.ts";
import { ask, changeElsewhere, makeArticle, make, openModel, total, unique } from "../magazine.ts";
import { exported, matching, recordsIn, selected } from "./exports.ts";

const some = { documentId: { $lt: "d" } };

describe("Export", () => {
  it("an export contains every draft in every locale once, sorted by id", async () => {
    const model = openModel();
    const locales = ["en", "fr", "de"];

    const { text, count, outcome } = await exported(model, matching(model, "articles"), {
      locales,
      names: ["title"],
    });

    const records = recordsIn(text);
    const sortKeys = records.map(
      (record) => `${locales.indexOf(textIn(record, "$locale"))} ${textIn(record, "documentId")}`,
    );
    const totals = await Promise.all(locales.map((code) => total("articles", `locale=${code}`)));
    assert.deepEqual([outcome, count], ["whole", totals[0]! + totals[1]! + totals[2]!]);
    assert.deepEqual(sortKeys, [...new Set(sortKeys)].sort());
    assert.equal(sortKeys.length, count);
  });

  it("an export contains all content of a draft, without ids of rows", async () => {
    const model = openModel();
    const [file] = (await ask("GET", "upload/files")) as JsonObject[];
    const tag = { name: unique("Tea"), slug: unique("tea").replace(" ", "-") };
    const tagId = await make("tags", tag);
    const title = unique("Export");
    const content = {
      kicker: "",
      summary: "Line one\nline two",
      content: [{ type: "paragraph", children: [{ type: "text", text: "Bold", bold: true }] }],
      kind: "essay",
      featured: true,
      readingMinutes: 7,
      rating: 4.5,
      archiveNumber: "9007199254740991",
      issueDate: "2026-02-03",
      broadcastTime: "10:30:00.125",
      embargoUntil: "2026-02-03T04:05:06.000Z",
      metadata: { deep: [1, null, { a: "b" }] },
      contactEmail: "tea@example.com",
    };
    const link = { label: "More", url: "https://example.com", newTab: false };
    const text = { __component: "sections.text", heading: null, body: "Words" };
    const id = await makeArticle({
      ...{ title, ...content, previewPassword: "long enough", internalNote: "psst" },
      ...{ tags: [tagId], sequel: null, cover: file!["id"], gallery: [file!["id"]] },
      seo: { metaTitle: "Tea", noIndex: true, shareImage: file!["id"] },
      ...{ links: [link], sections: [text] },
    });
    await changeElsewhere(id, { readingMinutes: 8 });

    const { text: line } = await exported(model, selected(model, "articles", [id]));

    const { slug, code, body, latitude, longitude, ...record } = recordsIn(line)[0]!;
    const { id: fileId, documentId: fileDocument, name, url } = file!;
    const image = { id: fileId, documentId: fileDocument, name, url };
    assert.deepEqual([slug, code, body, latitude, longitude], [null, null, null, null, null]);
    assert.deepEqual(record, {
      ...{
        documentId: id,
        $locale: "en",
        $status: "modified",
        title,
        ...content,
        readingMinutes: 8,
      },
      ...{ cover: image, gallery: [image], category: null, author: null, editor: null },
      ...{ tags: [{ documentId: tagId, ...tag }], related: [], sequel: null },
      seo: { metaTitle: "Tea", metaDescription: null, noIndex: true, shareImage: image },
      ...{ links: [link], sections: [text] },
    });
  });

  for (const type of ["articles", "pages", "authors", "categories", "tags", "users"]) {
    it(`an export contains the same in each format: ${type}`, async () => {
      const model = openModel();
      const target = matching(model, type);
      // Some of the articles are enough, and exporting them is faster.
      if (type === "articles") model.lists.changeListQuery(target.collection, { filter: some });

      const lines = await exported(model, target);
      const json = await exported(model, target, { format: "json" });
      const csv = await exported(model, target, { format: "csv" });

      const records = recordsIn(lines.text);
      const columns = columnsOf(lines.from);
      assert.ok(records.length > 0);
      assert.deepEqual(JSON.parse(json.text), records);
      assert.deepEqual(
        fromCsv(csv.text, columns),
        records.map((record) => withoutNulls(record, columns)),
      );
    });
  }

  it("an export contains users, without private attributes", async () => {
    const model = openModel();
    const user = await makeUser();

    const { text } = await exported(model, selected(model, "users", [String(user.id)]));

    const [{ role, ...record } = {}] = recordsIn(text);
    const { id: $id, documentId, username, email } = user;
    const userFields = { $id, documentId, username, email };
    assert.deepEqual(record, { ...userFields, provider: "local", confirmed: true, blocked: false });
    assert.equal((role as JsonObject)["name"], "Editor");
  });

  it("an export writes a valid empty file for each format when no document matches", async () => {
    const model = openModel();
    const target = matching(model, "articles");
    model.lists.changeListQuery(target.collection, {
      filter: { title: { $eq: unique("Nowhere") } },
    });
    const names = ["title"];

    const none = await Promise.all(
      (["ndjson", "json", "csv"] as const).map((format) =>
        exported(model, target, { format, names }),
      ),
    );

    assert.deepEqual(
      none.map(({ text, outcome }) => [outcome, text]),
      [
        ["whole", ""],
        ["whole", "[\n]\n"],
        ["whole", "documentId,$locale,$status,title\r\n"],
      ],
    );
  });
});
