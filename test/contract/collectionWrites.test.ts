import assert from "node:assert/strict";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, must, unique } from "./realCms.ts";
import { noTitles, bothTitles, titlesInTwoLocales, titlesOf } from "./versions.ts";

describe("publish on the real service", () => {
  it("publish publishes the document, and keeps its draft", async () => {
    const documentId = await makeDraft({ title: "Tea" });

    const [error, document] = await articles().publish({ documentId });

    assert.deepEqual(
      [error, document?.title, document?.publishedAt === null],
      [null, "Tea", false],
    );
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  it("publish replaces the published version with the edited draft", async () => {
    const documentId = await makeArticle({ title: "Printed" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Drafted" } });

    await articles().publish({ documentId });

    assert.deepEqual(await titlesOf(documentId), bothTitles("Drafted"));
  });
});

describe("collection() writes on the real service", () => {
  it("create creates a document with POST /api/<uid>", async () => {
    const title = unique("Tea");

    const [error, document] = await articles().create({
      payload: { data: { title } },
      params: { status: "draft" },
    });

    assert.deepEqual([error, document?.title], [null, title]);
    const documentId = document?.documentId ?? "";
    assert.deepEqual(await titlesOf(documentId), { draft: title, published: null });
  });

  it("create with a locale adds the localization to a document of the default locale", async () => {
    const [error, french] = await articles().create({
      payload: { data: { title: "Thé" } },
      params: { locale: "fr" },
    });

    assert.deepEqual([error, french?.locale, french?.title], [null, "fr", "Thé"]);
    assert.deepEqual(await titlesInTwoLocales(french?.documentId ?? ""), [
      bothTitles("Thé"),
      bothTitles("Thé"),
    ]);
  });

  it("update changes only the given fields with PUT /api/<uid>/<documentId>", async () => {
    const slug = unique("tea");
    const documentId = await makeArticle({ title: "Tea", slug });

    const [error, document] = await articles().update({
      documentId,
      payload: { data: { title: "Milk" } },
    });

    assert.deepEqual([error, document?.title, document?.slug], [null, "Milk", slug]);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Milk"));
  });

  it("update with status=draft keeps the published version", async () => {
    const documentId = await makeArticle({ title: "Printed" });

    const [error] = await articles().update({
      documentId,
      payload: { data: { title: "Drafted" } },
      params: { status: "draft" },
    });

    assert.equal(error, null);
    assert.deepEqual(await titlesOf(documentId), { draft: "Drafted", published: "Printed" });
  });

  it("update with a locale keeps the other localizations", async () => {
    const documentId = await makeInTwoLocales();

    const [error] = await articles().update({
      documentId,
      payload: { data: { title: "Infusion" } },
      params: { locale: "fr" },
    });

    assert.equal(error, null);
    assert.deepEqual(await titlesInTwoLocales(documentId), [
      bothTitles("Tea"),
      bothTitles("Infusion"),
    ]);
  });

  it("publish publishes one locale with PUT and status=published", async () => {
    const documentId = await makeInTwoLocales();
    for (const locale of ["en", "fr"]) {
      const data = { title: `Draft ${locale}` };
      await must("PUT", `/articles/${documentId}?status=draft&locale=${locale}`, { data });
    }

    const [error] = await articles().publish({ documentId, params: { locale: "fr" } });

    assert.equal(error, null);
    assert.deepEqual(await titlesInTwoLocales(documentId), [
      { draft: "Draft en", published: "Tea" },
      bothTitles("Draft fr"),
    ]);
  });

  it("delete deletes the document with DELETE /api/<uid>/<documentId>", async () => {
    const documentId = await makeArticle();

    const [error] = await articles().delete({ documentId });

    assert.equal(error, null);
    assert.deepEqual(await titlesOf(documentId), noTitles);
  });

  it("upsert updates the document that the filters find", async () => {
    const slug = unique("tea");
    const documentId = await makeArticle({ title: "Tea", slug });

    const [error, document] = await articles().upsert({
      payload: { data: { title: "Milk" } },
      filters: { slug: { $eq: slug } },
    });

    assert.deepEqual([error, document?.documentId], [null, documentId]);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Milk"));
  });

  it("upsert creates a document when the filters find none", async () => {
    const slug = unique("tea");

    const [error, document] = await articles().upsert({
      payload: { data: { title: "Tea", slug } },
      filters: { slug: { $eq: slug } },
    });

    assert.deepEqual([error, document?.slug], [null, slug]);
    assert.deepEqual(await titlesOf(document?.documentId ?? ""), bothTitles("Tea"));
  });
});
