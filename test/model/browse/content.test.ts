import assert from "node:assert/strict";
import type { ContentList } from "../../../src/model/browse/contentList.ts";
import { articlesOf, documentsIn, isDocument, collectionAddress, withStates } from "../lists.ts";
import { ask, magazine, makeArticle, openModel, total } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** Loads all pages. */
async function readAll(listing: ContentList): Promise<void> {
  await listing.open();
  while (listing.view.hasMore && !listing.view.failure) await listing.more();
}

interface ListedRow {
  readonly documentId: string;
  readonly updatedAt: string;
  readonly title: string;
}

/** The documents in the service's list, read without the project's client. */
async function list(query: string): Promise<ListedRow[]> {
  const answer = await ask("GET", `articles?pagination[pageSize]=25&${query}`);
  return (answer as { data: ListedRow[] }).data;
}

/** The expected publication status. `published` is the `updatedAt` of the published version; undefined without one. */
const stateSince = (updatedAt: string, published: string | undefined): string => {
  if (published === undefined) return "draft";
  return published === updatedAt ? "published" : "modified";
};

describe("Document list", () => {
  it("the document list shows the drafts of the default locale, last changed first, with the total count", async () => {
    const model = openModel();

    const { rows, total: counted, hasMore } = await articlesOf(model).open();

    const first = await list("status=draft&sort=updatedAt:desc,documentId:asc");
    assert.deepEqual(
      rows
        .filter(isDocument)
        .map(({ id, title, updatedAt, locale }) => [id, title, updatedAt, locale]),
      first.map(({ documentId, title, updatedAt }) => [documentId, title, updatedAt, "en"]),
    );
    assert.deepEqual([counted, hasMore], [await total("articles"), true]);
  });

  it("the document list reads the publication status of all rows with one request", async () => {
    const model = openModel();
    const listing = articlesOf(model);

    await listing.open();
    const rows = await withStates(listing);

    const filters = rows.map(({ id }, index) => `filters[documentId][$in][${index}]=${id}`);
    const published = await list(filters.join("&"));
    const times = new Map(published.map(({ documentId, updatedAt }) => [documentId, updatedAt]));
    assert.deepEqual(
      rows.map(({ state }) => state),
      rows.map(({ id, updatedAt }) => stateSince(updatedAt, times.get(id))),
    );
    assert.equal(model.sent("GET").filter((path) => path === "articles").length, 2);
  });

  it("the document list shows draft, published and modified documents with the correct status", async () => {
    const model = openModel();
    const ids = [
      await makeArticle({}, "status=draft"),
      await makeArticle(),
      await makeArticle({ title: "Before" }),
    ];
    await ask("PUT", `articles/${ids[2] ?? ""}?status=draft`, { title: "After" });
    const listing = articlesOf(model);

    await listing.open();
    const rows = await withStates(listing);

    const states = ids.map((id) => rows.find((row) => row.id === id)?.state);
    assert.deepEqual(states, ["draft", "published", "modified"]);
  });

  it("the document list shows every document once, page by page", async () => {
    const model = openModel({ pageSize: 40 });
    const listing = articlesOf(model);

    await readAll(listing);

    const ids = documentsIn(listing).map(({ id }) => id);
    assert.deepEqual([new Set(ids).size, ids.length], [ids.length, await total("articles")]);
    assert.equal(listing.view.hasMore, false);
  });

  it("the document list skips no document when another is deleted between two pages", async () => {
    const model = openModel({ pageSize: 40 });
    const id = await makeArticle();
    const listing = articlesOf(model);
    await listing.open();
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.delete(model.article(id), previewed));
    await readAll(listing);

    assert.deepEqual(
      [listing.view.rows.length, listing.view.total],
      Array(2).fill(await total("articles")),
    );
  });

  it("the document list shows the documents of the chosen locale from the first page", async () => {
    const model = openModel();
    const { lists } = model;
    const { type, catalog } = must(await model.catalogs.type(model.connection.id, "articles"));
    const locale = () =>
      lists.locale(collectionAddress(model, "articles"), type, catalog.defaultLocale);
    await articlesOf(model).open();
    const before = locale();

    lists.changeListQuery(collectionAddress(model, "articles"), { locale: "fr" });
    const view = await articlesOf(model).open();

    const expected = await list("status=draft&locale=fr&sort=updatedAt:desc,documentId:asc");
    assert.deepEqual([before, locale()], ["en", "fr"]);
    assert.deepEqual(
      view.rows.filter(isDocument).map((row) => [row.id, row.locale]),
      expected.map(({ documentId }) => [documentId, "fr"]),
    );
  });

  it("the document list shows neither locale nor publication status when the type has none", async () => {
    const model = openModel();
    const { type } = must(await model.catalogs.type(model.connection.id, "categories"));

    const { rows } = await model.lists.listing(collectionAddress(model, "categories")).open();

    const plain = rows.filter(
      (row) => isDocument(row) && !row.publishable && !("state" in row) && !("locale" in row),
    );
    assert.deepEqual([plain, rows.length > 0], [rows, true]);
    assert.equal(model.lists.locale(collectionAddress(model, "categories"), type, "en"), undefined);
  });

  it("the document list reports the failure when the type is forbidden or doesn't exist", async () => {
    const model = openModel({ token: magazine().tokens.custom });

    const views = [
      await model.lists.listing(collectionAddress(model, "authors")).open(),
      await model.lists.listing(collectionAddress(model, "novels")).open(),
      await model.lists.listing(collectionAddress(model, "users")).open(),
    ];

    assert.deepEqual(
      views.map(({ failure, rows }) => [why([failure!, null]), rows.length]),
      [
        ["ForbiddenError", 0],
        ["no-type", 0],
        ["ForbiddenError", 0],
      ],
    );
  });
});

describe("List of users", () => {
  it("the list of users sorts them by name, page by page", async () => {
    const model = openModel({ pageSize: 15 });
    const listing = model.lists.listing(collectionAddress(model, "users"));

    const first = await listing.open();
    await readAll(listing);

    const users = (await ask("GET", "users?sort=username:asc")) as {
      id: number;
      username: string;
    }[];
    assert.deepEqual([first.rows.length, first.total, first.hasMore], [15, users.length, true]);
    assert.deepEqual(
      listing.view.rows.map(({ id, title }) => [id, title]),
      users.map(({ id, username }) => [String(id), username]),
    );
  });
});
