import assert from "node:assert/strict";
import type { Listing } from "../../../src/model/query/listing/listing.ts";
import { articlesOf, documentsIn, isDocument, place, withStates } from "../lists.ts";
import { ask, magazine, makeArticle, openDesk, total } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** Loads page after page, to the last. */
async function readAll(listing: Listing): Promise<void> {
  await listing.open();
  while (listing.view.hasMore && !listing.view.failure) await listing.more();
}

interface Listed {
  readonly documentId: string;
  readonly updatedAt: string;
  readonly title: string;
}

/** What the service itself lists, by plain requests. */
async function list(query: string): Promise<Listed[]> {
  const answer = await ask("GET", `articles?pagination[pageSize]=25&${query}`);
  return (answer as { data: Listed[] }).data;
}

/** A row's state by the time of its published version; undefined where there is none. */
const stateSince = (updatedAt: string, published: string | undefined): string => {
  if (published === undefined) return "draft";
  return published === updatedAt ? "published" : "modified";
};

describe("A collection", () => {
  it("shows its drafts, last changed first, in the default locale, with what it is in all", async () => {
    const desk = openDesk();

    const { rows, total: counted, hasMore } = await articlesOf(desk).open();

    const first = await list("status=draft&sort=updatedAt:desc,documentId:asc");
    assert.deepEqual(
      rows
        .filter(isDocument)
        .map(({ id, title, updatedAt, locale }) => [id, title, updatedAt, locale]),
      first.map(({ documentId, title, updatedAt }) => [documentId, title, updatedAt, "en"]),
    );
    assert.deepEqual([counted, hasMore], [await total("articles"), true]);
  });

  it("fills in the state of each row with one more request", async () => {
    const desk = openDesk();
    const listing = articlesOf(desk);

    await listing.open();
    const rows = await withStates(listing);

    const filters = rows.map(({ id }, index) => `filters[documentId][$in][${index}]=${id}`);
    const published = await list(filters.join("&"));
    const times = new Map(published.map(({ documentId, updatedAt }) => [documentId, updatedAt]));
    assert.deepEqual(
      rows.map(({ state }) => state),
      rows.map(({ id, updatedAt }) => stateSince(updatedAt, times.get(id))),
    );
    assert.equal(desk.sent("GET").filter((path) => path === "articles").length, 2);
  });

  it("tells drafts, published and modified documents apart", async () => {
    const desk = openDesk();
    const ids = [
      await makeArticle({}, "status=draft"),
      await makeArticle(),
      await makeArticle({ title: "Before" }),
    ];
    await ask("PUT", `articles/${ids[2] ?? ""}?status=draft`, { title: "After" });
    const listing = articlesOf(desk);

    await listing.open();
    const rows = await withStates(listing);

    const states = ids.map((id) => rows.find((row) => row.id === id)?.state);
    assert.deepEqual(states, ["draft", "published", "modified"]);
  });

  it("comes to every document once, page by page", async () => {
    const desk = openDesk({ pageSize: 40 });
    const listing = articlesOf(desk);

    await readAll(listing);

    const ids = documentsIn(listing).map(({ id }) => id);
    assert.deepEqual([new Set(ids).size, ids.length], [ids.length, await total("articles")]);
    assert.equal(listing.view.hasMore, false);
  });

  it("skips none when one is deleted between two pages", async () => {
    const desk = openDesk({ pageSize: 40 });
    const id = await makeArticle();
    const listing = articlesOf(desk);
    await listing.open();
    const looked = must(await desk.lifecycle.preview(desk.article(id)));

    must(await desk.lifecycle.delete(desk.article(id), looked));
    await readAll(listing);

    assert.deepEqual(
      [listing.view.rows.length, listing.view.total],
      Array(2).fill(await total("articles")),
    );
  });

  it("shows another locale by choice, from its first page", async () => {
    const desk = openDesk();
    const { content } = desk;
    const { type, catalog } = must(await desk.catalogs.type(desk.connection.id, "articles"));
    const locale = () => content.locale(place(desk, "articles"), type, catalog.defaultLocale);
    await articlesOf(desk).open();
    const before = locale();

    content.changeListQuery(place(desk, "articles"), { locale: "fr" });
    const view = await articlesOf(desk).open();

    const expected = await list("status=draft&locale=fr&sort=updatedAt:desc,documentId:asc");
    assert.deepEqual([before, locale()], ["en", "fr"]);
    assert.deepEqual(
      view.rows.filter(isDocument).map((row) => [row.id, row.locale]),
      expected.map(({ documentId }) => [documentId, "fr"]),
    );
  });

  it("has neither locale nor states where its type has none", async () => {
    const desk = openDesk();
    const { type } = must(await desk.catalogs.type(desk.connection.id, "categories"));

    const { rows } = await desk.content.listing(place(desk, "categories")).open();

    const plain = rows.filter(
      (row) => isDocument(row) && !row.publishable && !("state" in row) && !("locale" in row),
    );
    assert.deepEqual([plain, rows.length > 0], [rows, true]);
    assert.equal(desk.content.locale(place(desk, "categories"), type, "en"), undefined);
  });

  it("says why it has no rows", async () => {
    const desk = openDesk({ token: magazine().tokens.custom });

    const views = [
      await desk.content.listing(place(desk, "authors")).open(),
      await desk.content.listing(place(desk, "novels")).open(),
      await desk.content.listing(place(desk, "users")).open(),
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

describe("The users", () => {
  it("are listed by name, page by page", async () => {
    const desk = openDesk({ pageSize: 15 });
    const listing = desk.content.listing(place(desk, "users"));

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
