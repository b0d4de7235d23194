import assert from "node:assert/strict";
import { loopbackCms } from "../client/loopbackCms.ts";
import { json } from "../support/loopback.ts";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, send } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { itFact } from "../services/facts.ts";
import { noTitles, bothTitles, titlesInTwoLocales, titlesOf } from "./versions.ts";
import { untyped } from "./found.ts";

describe("collection() writes on the real service", () => {
  itFact("publish sends data, because the service answers 400 without it", async () => {
    const documentId = await makeDraft({ title: "Tea" });

    const bare = await send("PUT", `/articles/${documentId}?status=published`, {});
    const before = await titlesOf(documentId);
    const [error] = await articles().publish({ documentId });

    assert.deepEqual([bare.status, before.published, error], [400, null, null]);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  it("delete returns null for an empty body", async () => {
    const documentId = await makeArticle();

    const result = await articles().delete({ documentId });

    assert.deepEqual(result, [null, null, {}]);
  });

  it("delete with a locale keeps the other localizations", async () => {
    const documentId = await makeInTwoLocales();

    await articles().delete({ documentId, params: { locale: "fr" } });

    assert.deepEqual(await titlesInTwoLocales(documentId), [bothTitles("Tea"), noTitles]);
  });

  it("delete deletes nothing when the filters do not match", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error] = await articles().delete({
      documentId,
      params: { filters: { title: { $eq: "Milk" } } },
    });

    assert.equal(error, null);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  itFact("delete with an unknown field is rejected, and deletes nothing", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error] = await articles().delete({ documentId, params: { fields: ["bogus"] } });

    assert.equal(error?.name, "ValidationError");
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  it("upsert without filters is rejected, and changes nothing", async () => {
    const [, first] = await articles().findFirst({ params: { status: "draft" } });

    const [error] = await articles().upsert({
      payload: { data: { title: "Overwritten" } },
      filters: untyped({}),
    });

    const [, after] = await articles().findFirst({ params: { status: "draft" } });
    assert.equal(error?.name, "RequestError");
    assert.deepEqual([typeof first?.documentId, after], ["string", first]);
  });
});

describe("collection().delete on a loopback server", () => {
  const at = loopbackCms();

  it("delete sends fields, populate and filters, and returns the deleted document", async () => {
    const document = { documentId: "tea1", title: "Tea" };
    const params = { fields: ["title"], populate: ["tags"], filters: { title: { $eq: "Tea" } } };
    at.service.answer(json({ data: document, meta: {} }));

    const result = await at.cms
      .collection<Article>("articles")
      .delete({ documentId: "tea1", params });

    assert.deepEqual(result, [null, document, {}]);
    assert.deepEqual(
      at.sent().map(({ method, query }) => [method, query]),
      [["DELETE", params]],
    );
  });
});
