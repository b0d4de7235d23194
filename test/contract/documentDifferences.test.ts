import assert from "node:assert/strict";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, send, unique } from "./realCms.ts";
import { gone, there, titlesInTwoLocales, titlesOf } from "./versions.ts";

// What the specification says, against what the service does: the client keeps the first by way of the second.

describe("Specification and service differ: what delete returns", () => {
  it("the service sends 204 and no body; the client's data is null", async () => {
    const raw = await send("DELETE", `/articles/${await makeArticle()}`);

    const result = await articles().delete({ documentId: await makeArticle() });

    assert.deepEqual([raw, result], [{ status: 204, body: undefined }, [null, null, {}]]);
  });

  it("a missing document is deleted like any other", async () => {
    const result = await articles().delete({ documentId: "nobody" });

    assert.deepEqual(result, [null, null, {}]);
  });
});

describe("Specification and service differ: delete without a locale", () => {
  it("takes the default locale alone", async () => {
    const documentId = await makeInTwoLocales();

    await articles().delete({ documentId });

    assert.deepEqual(await titlesInTwoLocales(documentId), [gone, there("Thé")]);
  });

  it("takes the whole document with locale=*", async () => {
    const documentId = await makeInTwoLocales();

    const [error] = await articles().delete({ documentId, params: { locale: "*" } });

    assert.equal(error, null);
    assert.deepEqual(await titlesInTwoLocales(documentId), [gone, gone]);
  });
});

describe("Specification and service differ: status of a write", () => {
  it("create without status publishes at once", async () => {
    const [, document] = await articles().create({ payload: { data: { title: "Tea" } } });

    assert.deepEqual(await titlesOf(document?.documentId ?? ""), there("Tea"));
  });

  it("update without status publishes at once", async () => {
    const documentId = await makeDraft({ title: "Tea" });

    await articles().update({ documentId, payload: { data: { title: "Milk" } } });

    assert.deepEqual(await titlesOf(documentId), there("Milk"));
  });

  it("create and update with status=draft publish nothing", async () => {
    const params = { status: "draft" } as const;

    const [, document] = await articles().create({ payload: { data: { title: "Tea" } }, params });
    const documentId = document?.documentId ?? "";
    await articles().update({ documentId, payload: { data: { title: "Milk" } }, params });

    assert.deepEqual(await titlesOf(documentId), { draft: "Milk", published: null });
  });
});

describe("Specification and service differ: what upsert finds", () => {
  it("a document that was never published is found, not made a second time", async () => {
    const slug = unique("tea");
    const documentId = await makeDraft({ title: "Tea", slug });
    const filters = { slug: { $eq: slug } };

    const [, document] = await articles().upsert({
      payload: { data: { title: "Milk", slug } },
      filters,
      params: { status: "draft" },
    });
    const [, again] = await articles().upsert({
      payload: { data: { title: "Cream", slug } },
      filters,
    });

    const [, count] = await articles().count({ params: { filters, status: "draft" } });
    assert.deepEqual(
      [document?.documentId, again?.documentId, count, await titlesOf(documentId)],
      [documentId, documentId, 1, there("Cream")],
    );
  });

  it("another locale is added onto the document that has the default one", async () => {
    const code = unique("c").slice(-12);
    const documentId = await makeArticle({ title: "Tea", code });

    const [, french] = await articles().upsert({
      payload: { data: { title: "Thé" } },
      filters: { code: { $eq: code } },
      params: { locale: "fr" },
    });

    assert.equal(french?.documentId, documentId);
    assert.deepEqual(await titlesInTwoLocales(documentId), [there("Tea"), there("Thé")]);
  });
});
