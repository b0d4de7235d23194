import assert from "node:assert/strict";
import { makeArticle, makeDraft } from "./made.ts";
import { articles, realCms, send, unique } from "./realCms.ts";
import { gone, there, titlesInTwoLocales } from "./versions.ts";

describe("Specification and service differ: create in another locale", () => {
  const params = { locale: "fr" };

  it("the service's own POST makes a document that has only that locale", async () => {
    const documentId = await makeArticle({ title: "Thé" }, "?locale=fr");

    assert.deepEqual(await titlesInTwoLocales(documentId), [gone, there("Thé")]);
  });

  it("with filters the client adds it onto the document they find, drafts included", async () => {
    const slug = unique("tea");
    const documentId = await makeDraft({ title: "Tea", slug });

    const [, french] = await articles().create({
      payload: { data: { title: "Thé" } },
      filters: { slug: { $eq: slug } },
      params,
    });

    assert.deepEqual([french?.documentId, french?.locale], [documentId, "fr"]);
    assert.deepEqual(await titlesInTwoLocales(documentId), [
      { draft: "Tea", published: null },
      there("Thé"),
    ]);
  });

  it("with filters that find nothing it makes the document in the default locale first", async () => {
    const slug = unique("tea");

    const [, french] = await articles().create({
      payload: { data: { title: "Thé", slug } },
      filters: { slug: { $eq: slug } },
      params,
    });

    assert.equal(french?.locale, "fr");
    assert.deepEqual(await titlesInTwoLocales(french.documentId), [there("Thé"), there("Thé")]);
  });

  it("without filters it makes the document in the default locale first", async () => {
    const [, french] = await articles().create({ payload: { data: { title: "Thé" } }, params });

    assert.equal(french?.locale, "fr");
    assert.deepEqual(await titlesInTwoLocales(french.documentId), [there("Thé"), there("Thé")]);
  });

  it("it does so whatever fields are asked for, and as a draft where that is asked", async () => {
    const [, french] = await articles().create({
      payload: { data: { title: "Thé" } },
      params: { ...params, status: "draft", fields: ["title"] },
    });

    const draft = { draft: "Thé", published: null };
    assert.deepEqual(Object.keys(french ?? {}).sort(), ["documentId", "id", "title"]);
    assert.deepEqual(await titlesInTwoLocales(french?.documentId ?? ""), [draft, draft]);
  });

  it("in the default locale it is one document with one localization", async () => {
    const [, english] = await articles().create({
      payload: { data: { title: "Tea" } },
      params: { locale: "en" },
    });

    assert.deepEqual(await titlesInTwoLocales(english?.documentId ?? ""), [there("Tea"), gone]);
  });

  it("of a type without localizations it is that document", async () => {
    const name = unique("tag");

    const [error, tag] = await realCms()
      .collection<{ documentId: string; name: string }>("tags")
      .create({ payload: { data: { name } }, params });

    const { body } = await send("GET", `/tags/${tag?.documentId}`);
    assert.equal(error, null);
    assert.equal((body as { data: { name: string } }).data.name, name);
  });

  it("names the document that was made when its localization is refused", async () => {
    const slug = unique("taken");
    await makeArticle({ title: "Thé", slug }, "?locale=fr");

    const [error] = await articles().create({ payload: { data: { title: "Thé", slug } }, params });

    const [, made] = await articles().findFirst({ params: { filters: { slug: { $eq: slug } } } });
    const half = `The document ${made?.documentId} was made, but not its localization`;
    assert.equal(error?.message, `${half}: This attribute must be unique`);
  });

  it("in locale=* is refused by the service, and nothing is made", async () => {
    const slug = unique("tea");

    const [error] = await articles().create({
      payload: { data: { title: "Tea", slug } },
      params: { locale: "*", status: "draft" },
    });

    const [, count] = await articles().count({
      params: { filters: { slug: { $eq: slug } }, status: "draft", locale: "*" },
    });
    assert.deepEqual([error?.name, count], ["ValidationError", 0]);
  });
});
