import assert from "node:assert/strict";
import { makeArticle, makeDraft } from "./made.ts";
import { articles, realCms, send, unique } from "./realCms.ts";
import { itFact } from "../services/facts.ts";
import { noTitles, bothTitles, titlesInTwoLocales } from "./versions.ts";

describe("create with a locale on the real service", () => {
  const params = { locale: "fr" };

  itFact(
    "a create with a locale without the client makes a document that has only that locale",
    async () => {
      const documentId = await makeArticle({ title: "Thé" }, "?locale=fr");

      assert.deepEqual(await titlesInTwoLocales(documentId), [noTitles, bothTitles("Thé")]);
    },
  );

  it("create with a locale creates the document in the default locale, and adds the localization", async () => {
    const [, french] = await articles().create({ payload: { data: { title: "Thé" } }, params });

    assert.equal(french?.locale, "fr");
    assert.deepEqual(await titlesInTwoLocales(french.documentId), [
      bothTitles("Thé"),
      bothTitles("Thé"),
    ]);
  });

  it("create with a locale makes drafts in both locales, also when the fields leave out the locale", async () => {
    const [, french] = await articles().create({
      payload: { data: { title: "Thé" } },
      params: { ...params, status: "draft", fields: ["title"] },
    });

    const draft = { draft: "Thé", published: null };
    assert.deepEqual(Object.keys(french ?? {}).sort(), ["documentId", "id", "title"]);
    assert.deepEqual(await titlesInTwoLocales(french?.documentId ?? ""), [draft, draft]);
  });

  itFact("create makes one localization for the default locale", async () => {
    const [, english] = await articles().create({
      payload: { data: { title: "Tea" } },
      params: { locale: "en" },
    });

    assert.deepEqual(await titlesInTwoLocales(english?.documentId ?? ""), [
      bothTitles("Tea"),
      noTitles,
    ]);
  });

  it("create with a locale makes one document of a type without localizations", async () => {
    const name = unique("tag");

    const [error, tag] = await realCms()
      .collection<{ documentId: string; name: string }>("tags")
      .create({ payload: { data: { name } }, params });

    const { body } = await send("GET", `/tags/${tag?.documentId}`);
    assert.equal(error, null);
    assert.equal((body as { data: { name: string } }).data.name, name);
  });

  it("create with a locale names the created document when its localization is rejected", async () => {
    const slug = unique("taken");
    await makeArticle({ title: "Thé", slug }, "?locale=fr");

    const [error] = await articles().create({ payload: { data: { title: "Thé", slug } }, params });

    const [, article] = await articles().findFirst({
      params: { filters: { slug: { $eq: slug } } },
    });
    const half = `The document ${article?.documentId} was created, but not its localization`;
    assert.equal(error?.message, `${half}: This attribute must be unique`);
  });

  it("create is rejected for locale=*, and creates nothing", async () => {
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

describe("createLocalization on the real service", () => {
  const payload = { data: { title: "Thé" } };
  const params = { locale: "fr" };

  it("createLocalization adds the localization to the document with the documentId", async () => {
    const documentId = await makeDraft({ title: "Tea" });

    const [, french] = await articles().createLocalization({ documentId, payload, params });

    assert.deepEqual([french?.documentId, french?.locale], [documentId, "fr"]);
    assert.deepEqual(await titlesInTwoLocales(documentId), [
      { draft: "Tea", published: null },
      bothTitles("Thé"),
    ]);
  });

  it("createLocalization updates the localization that the document already has", async () => {
    const documentId = await makeArticle({ title: "Tea" });
    await articles().createLocalization({ documentId, payload, params });

    await articles().createLocalization({
      documentId,
      payload: { data: { title: "Le thé" } },
      params,
    });

    assert.deepEqual(await titlesInTwoLocales(documentId), [
      bothTitles("Tea"),
      bothTitles("Le thé"),
    ]);
  });

  it("createLocalization adds the localization to the document that the filters find, drafts included", async () => {
    const slug = unique("tea");
    const documentId = await makeDraft({ title: "Tea", slug });

    const [, french] = await articles().createLocalization({
      filters: { slug: { $eq: slug } },
      payload,
      params,
    });

    assert.deepEqual([french?.documentId, french?.locale], [documentId, "fr"]);
    assert.deepEqual(await titlesInTwoLocales(documentId), [
      { draft: "Tea", published: null },
      bothTitles("Thé"),
    ]);
  });

  it("createLocalization returns a NotFoundError when the filters match only another locale", async () => {
    const slug = unique("the");
    const documentId = await makeArticle({ title: "Thé", slug }, "?locale=fr");

    const [error] = await articles().createLocalization({
      filters: { slug: { $eq: slug } },
      payload: { data: { title: "Le thé" } },
      params,
    });

    assert.equal(error?.name, "NotFoundError");
    assert.deepEqual(await titlesInTwoLocales(documentId), [noTitles, bothTitles("Thé")]);
  });

  it("createLocalization returns a NotFoundError for a documentId that no document has", async () => {
    const documentId = "0".repeat(24);

    const [error] = await articles().createLocalization({ documentId, payload, params });

    assert.equal(error?.name, "NotFoundError");
  });

  it("createLocalization creates a document that has only this localization when it gets neither", async () => {
    const [, french] = await articles().createLocalization({
      payload,
      params: { ...params, status: "draft", fields: ["title"] },
    });

    const draft = { draft: "Thé", published: null };
    assert.deepEqual(Object.keys(french ?? {}).sort(), ["documentId", "id", "title"]);
    assert.deepEqual(await titlesInTwoLocales(french?.documentId ?? ""), [noTitles, draft]);
  });

  it("createLocalization is rejected for locale=*, and changes nothing", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error] = await articles().createLocalization({
      documentId,
      payload,
      params: { locale: "*" },
    });

    assert.equal(error?.name, "ValidationError");
    assert.deepEqual(await titlesInTwoLocales(documentId), [bothTitles("Tea"), noTitles]);
  });
});
