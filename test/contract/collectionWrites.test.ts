import assert from "node:assert/strict";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, must, unique } from "./realCms.ts";
import { gone, there, titlesInTwoLocales, titlesOf } from "./versions.ts";

describe("Specification 3, draft to published", () => {
  it("publish: the document is published, and its draft is not changed", async () => {
    const documentId = await makeDraft({ title: "Tea" });

    const [error, document] = await articles().publish({ documentId });

    assert.deepEqual(
      [error, document?.title, document?.publishedAt === null],
      [null, "Tea", false],
    );
    assert.deepEqual(await titlesOf(documentId), there("Tea"));
  });

  it("publish: an edited draft replaces what was published before", async () => {
    const documentId = await makeArticle({ title: "Printed" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Drafted" } });

    await articles().publish({ documentId });

    assert.deepEqual(await titlesOf(documentId), there("Drafted"));
  });
});

describe("Specification 4.2 Collections, writes", () => {
  it("create: POST /api/<uid> with the payload makes a document", async () => {
    const title = unique("Tea");

    const [error, document] = await articles().create({
      payload: { data: { title } },
      params: { status: "draft" },
    });

    assert.deepEqual([error, document?.title], [null, title]);
    const documentId = document?.documentId ?? "";
    assert.deepEqual(await titlesOf(documentId), { draft: title, published: null });
  });

  it("create: a non-default locale is added onto a document of the default locale", async () => {
    const slug = unique("tea");
    const documentId = await makeArticle({ title: "Tea", slug });

    const [error, french] = await articles().create({
      payload: { data: { title: "Thé" } },
      filters: { slug: { $eq: slug } },
      params: { locale: "fr" },
    });

    assert.deepEqual(
      [error, french?.documentId, french?.locale, french?.title],
      [null, documentId, "fr", "Thé"],
    );
    assert.deepEqual(await titlesInTwoLocales(documentId), [there("Tea"), there("Thé")]);
  });

  it("update: PUT /api/<uid>/<documentId> with the payload changes only what it names", async () => {
    const slug = unique("tea");
    const documentId = await makeArticle({ title: "Tea", slug });

    const [error, document] = await articles().update({
      documentId,
      payload: { data: { title: "Milk" } },
    });

    assert.deepEqual([error, document?.title, document?.slug], [null, "Milk", slug]);
    assert.deepEqual(await titlesOf(documentId), there("Milk"));
  });

  it("update: with status=draft leaves the published version alone", async () => {
    const documentId = await makeArticle({ title: "Printed" });

    const [error] = await articles().update({
      documentId,
      payload: { data: { title: "Drafted" } },
      params: { status: "draft" },
    });

    assert.equal(error, null);
    assert.deepEqual(await titlesOf(documentId), { draft: "Drafted", published: "Printed" });
  });

  it("update: with a locale leaves the other localizations alone", async () => {
    const documentId = await makeInTwoLocales();

    const [error] = await articles().update({
      documentId,
      payload: { data: { title: "Infusion" } },
      params: { locale: "fr" },
    });

    assert.equal(error, null);
    assert.deepEqual(await titlesInTwoLocales(documentId), [there("Tea"), there("Infusion")]);
  });

  it("publish: PUT /api/<uid>/<documentId> with status=published, in one locale", async () => {
    const documentId = await makeInTwoLocales();
    for (const locale of ["en", "fr"]) {
      const data = { title: `Draft ${locale}` };
      await must("PUT", `/articles/${documentId}?status=draft&locale=${locale}`, { data });
    }

    const [error] = await articles().publish({ documentId, params: { locale: "fr" } });

    assert.equal(error, null);
    assert.deepEqual(await titlesInTwoLocales(documentId), [
      { draft: "Draft en", published: "Tea" },
      there("Draft fr"),
    ]);
  });

  it("delete: DELETE /api/<uid>/<documentId> removes the document", async () => {
    const documentId = await makeArticle();

    const [error] = await articles().delete({ documentId });

    assert.equal(error, null);
    assert.deepEqual(await titlesOf(documentId), gone);
  });

  it("upsert: GET then PUT when the document is found", async () => {
    const slug = unique("tea");
    const documentId = await makeArticle({ title: "Tea", slug });

    const [error, document] = await articles().upsert({
      payload: { data: { title: "Milk" } },
      filters: { slug: { $eq: slug } },
    });

    assert.deepEqual([error, document?.documentId], [null, documentId]);
    assert.deepEqual(await titlesOf(documentId), there("Milk"));
  });

  it("upsert: GET then POST when none is found", async () => {
    const slug = unique("tea");

    const [error, document] = await articles().upsert({
      payload: { data: { title: "Tea", slug } },
      filters: { slug: { $eq: slug } },
    });

    assert.deepEqual([error, document?.slug], [null, slug]);
    assert.deepEqual(await titlesOf(document?.documentId ?? ""), there("Tea"));
  });
});
