import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDraft } from "./made.ts";
import { articles, send, sendText, unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";
import { bothTitles, titlesOf } from "./versions.ts";

describe("Write", () => {
  for (const key of facts([
    ...["id", "documentId", "createdAt", "updatedAt", "createdBy", "updatedBy", "localizations"],
    "bogus",
  ])) {
    it(`a write rejects ${key}, and writes nothing`, async () => {
      const documentId = await makeArticle({ title: "Tea" });
      const data = untyped({ title: "Milk", [key]: 1 });

      const [updated] = await articles().update({ documentId, payload: { data } });
      const [created] = await articles().create({ payload: { data } });

      const refused = ["ValidationError", 400, `Invalid key ${key}`];
      assert.deepEqual([errorSummary(updated), errorSummary(created)], [refused, refused]);
      assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
    });
  }

  for (const data of facts([
    { publishedAt: null },
    { publishedAt: "2020-01-01" },
    { locale: "fr" },
  ])) {
    it(`a write accepts and ignores ${JSON.stringify(data)}`, async () => {
      const documentId = await makeArticle({ title: "Tea" });

      const [error, document] = await articles().update({ documentId, payload: { data } });

      assert.deepEqual([error, document?.locale], [null, "en"]);
      assert.ok(String(document?.publishedAt) > "2021");
    });
  }

  it("a write keeps fields that it does not name, and empties a field with null", async () => {
    const slug = unique("tea");
    const documentId = await makeArticle({ title: "Tea", slug, kicker: "Hot" });

    const [, document] = await articles().update({
      documentId,
      payload: { data: { kicker: null } },
    });

    assert.deepEqual([document?.slug, document?.kicker], [slug, null]);
  });

  it("a write returns the requested fields, and relations only on request", async () => {
    const documentId = await makeArticle();
    const payload = { data: { kicker: "Hot" } };

    const [, bare] = await articles().update({ documentId, payload });
    const [, shaped] = await articles().update({
      documentId,
      payload,
      params: { fields: ["kicker"], populate: ["author"] },
    });

    assert.equal("author" in (bare ?? {}), false);
    assert.deepEqual(Object.keys(shaped ?? {}).sort(), ["author", "documentId", "id", "kicker"]);
  });

  itFact("a write rejects an unknown field in fields, and writes nothing", async () => {
    const documentId = await makeArticle({ title: "Tea" });
    const [payload, params] = [{ data: { title: "Milk" } }, { fields: ["bogus"] }];

    const [error] = await articles().update({ documentId, payload, params });

    assert.deepEqual(errorSummary(error), ["ValidationError", 400, "Invalid key bogus"]);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  itFact("a write ignores filters and sort", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const query = "filters[title]=nothing&sort=title";
    const { status } = await send("PUT", `/articles/${documentId}?${query}`, {
      data: { title: "Milk" },
    });

    assert.equal(status, 200);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Milk"));
  });

  it("a write does not create a missing document by update or publish", async () => {
    const [updated] = await articles().update({ documentId: "nobody", payload: { data: {} } });
    const [published] = await articles().publish({ documentId: "nobody" });

    const notFound = ["NotFoundError", 404, "Not Found"];
    assert.deepEqual([errorSummary(updated), errorSummary(published)], [notFound, notFound]);
  });

  itFact("a write can't be limited to an unchanged document: the last write wins", async () => {
    const documentId = await makeDraft({ title: "Tea" });
    const headers = { "if-match": '"x"', "if-unmodified-since": "Mon, 01 Jan 2001 00:00:00 GMT" };

    const read = await sendText("GET", `/articles/${documentId}?status=draft`);
    const { status } = await sendText("PUT", `/articles/${documentId}?status=draft`, {
      headers,
      text: '{"data":{"title":"Milk"}}',
    });

    assert.deepEqual(
      [read.headers.get("etag"), read.headers.get("last-modified"), status],
      [null, null, 200],
    );
  });

  itFact("writing eight times at once succeeds, and one of the values remains", async () => {
    const documentId = await makeDraft();
    const titles = Array.from({ length: 8 }, (_, index) => `Title ${index}`);

    const results = await Promise.all(
      titles.map((title) =>
        articles().update({
          documentId,
          payload: { data: { title } },
          params: { status: "draft" },
        }),
      ),
    );

    assert.deepEqual(
      results.map(([error]) => error),
      Array(8).fill(null),
    );
    assert.ok(titles.includes((await titlesOf(documentId)).draft ?? ""));
  });
});
