import assert from "node:assert/strict";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, send, unique } from "./realCms.ts";
import { noTitles, bothTitles, titlesInTwoLocales, titlesOf } from "./versions.ts";

// Behavior of the service that the client hides or passes on to its caller.

describe("Result of delete on the real service", () => {
  it("the result of delete is null for the service's 204 without a body", async () => {
    const raw = await send("DELETE", `/articles/${await makeArticle()}`);

    const result = await articles().delete({ documentId: await makeArticle() });

    assert.deepEqual([raw, result], [{ status: 204, body: undefined }, [null, null, {}]]);
  });

  it("the result of delete is null for a missing document", async () => {
    const result = await articles().delete({ documentId: "nobody" });

    assert.deepEqual(result, [null, null, {}]);
  });
});

describe("delete on the real service", () => {
  it("delete deletes only the default locale without a locale", async () => {
    const documentId = await makeInTwoLocales();

    await articles().delete({ documentId });

    assert.deepEqual(await titlesInTwoLocales(documentId), [noTitles, bothTitles("Thé")]);
  });

  it("delete deletes the whole document with locale=*", async () => {
    const documentId = await makeInTwoLocales();

    const [error] = await articles().delete({ documentId, params: { locale: "*" } });

    assert.equal(error, null);
    assert.deepEqual(await titlesInTwoLocales(documentId), [noTitles, noTitles]);
  });
});

describe("create and update on the real service", () => {
  it("create publishes at once without a status", async () => {
    const [, document] = await articles().create({ payload: { data: { title: "Tea" } } });

    assert.deepEqual(await titlesOf(document?.documentId ?? ""), bothTitles("Tea"));
  });

  it("update publishes at once without a status", async () => {
    const documentId = await makeDraft({ title: "Tea" });

    await articles().update({ documentId, payload: { data: { title: "Milk" } } });

    assert.deepEqual(await titlesOf(documentId), bothTitles("Milk"));
  });

  it("create and update publish nothing with status=draft", async () => {
    const params = { status: "draft" } as const;

    const [, document] = await articles().create({ payload: { data: { title: "Tea" } }, params });
    const documentId = document?.documentId ?? "";
    await articles().update({ documentId, payload: { data: { title: "Milk" } }, params });

    assert.deepEqual(await titlesOf(documentId), { draft: "Milk", published: null });
  });
});

describe("upsert on the real service", () => {
  it("upsert finds a document that was never published, and creates no second one", async () => {
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
      [documentId, documentId, 1, bothTitles("Cream")],
    );
  });

  it("upsert adds a locale to the document that has the default locale", async () => {
    const code = unique("c").slice(-12);
    const documentId = await makeArticle({ title: "Tea", code });

    const [, french] = await articles().upsert({
      payload: { data: { title: "Thé" } },
      filters: { code: { $eq: code } },
      params: { locale: "fr" },
    });

    assert.equal(french?.documentId, documentId);
    assert.deepEqual(await titlesInTwoLocales(documentId), [bothTitles("Tea"), bothTitles("Thé")]);
  });
});
