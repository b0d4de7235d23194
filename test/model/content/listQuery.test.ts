import assert from "node:assert/strict";
import type { ListQuery } from "../../../src/model/content/listQuery.ts";
import { clearedListQuery } from "../../../src/model/content/listQuery.ts";
import type { TestModel } from "../testModel.ts";
import { articlesOf, isDocument, collectionAddress, withStates } from "../lists.ts";
import { ask, makeArticle, openModel, total, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { ListQueriesInMemory } from "../ports.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";

async function listed(model: TestModel, type: string, listQuery: ListQuery): Promise<string[]> {
  model.lists.changeListQuery(collectionAddress(model, type), listQuery);
  const { rows, failure } = await model.lists.listing(collectionAddress(model, type)).open();
  assert.equal(failure, undefined);
  return rows.map(({ title }) => title);
}

describe("List query of a collection", () => {
  const kicker = unique("listQuery");
  before(async () => {
    await makeArticle({ title: "Tea", kicker, readingMinutes: 9, seo: { metaTitle: "Cup" } });
    await makeArticle(
      { title: "Milk", summary: "No sugar", kicker, readingMinutes: 10 },
      "status=draft",
    );
    const id = await makeArticle({ title: "Old cake", kicker, readingMinutes: 11 });
    await ask("PUT", `articles/${id}?status=draft`, { title: "Cake" });
    await ask("PUT", `articles/${id}?status=draft&locale=fr`, { title: "Gâteau", kicker });
  });
  const filter = { kicker };

  it("the list query of a collection limits rows and total to what the filter matches", async () => {
    const model = openModel({ pageSize: 1 });

    const first = await listed(model, "articles", {
      filter: { $and: [filter, { readingMinutes: { $gte: 10 } }] },
    });

    const { total: counted, hasMore } = articlesOf(model).view;
    assert.deepEqual([first, counted, hasMore], [["Cake"], 2, true]);
  });

  it("the list query of a collection sorts by the chosen field, also by a field of a component", async () => {
    const model = openModel();
    const sorted = (field: string, descending: boolean) =>
      listed(model, "articles", { filter, sort: { field, descending } });

    const orders = [
      await sorted("title", false),
      await sorted("readingMinutes", true),
      (await sorted("seo.metaTitle", true))[0],
      await listed(model, "articles", { sort: undefined }),
    ];

    assert.deepEqual(orders, [
      ["Cake", "Milk", "Tea"],
      ["Cake", "Milk", "Tea"],
      "Tea",
      ["Cake", "Milk", "Tea"],
    ]);
  });

  it("the list query of a collection limits rows to one publication status in the chosen locale", async () => {
    const model = openModel();
    const of = (state: State) => listed(model, "articles", { filter, state });

    const states = [await of("draft"), await of("published"), await of("modified")];
    const shownStates = (await withStates(articlesOf(model))).map(({ state }) => state);
    const french = await listed(model, "articles", { locale: "fr", state: "draft" });

    assert.deepEqual(
      [states, shownStates, french],
      [[["Milk"], ["Tea"], ["Cake"]], ["modified"], ["Gâteau"]],
    );
  });

  it("a list query combines a search and a filter", async () => {
    const model = openModel();

    // A search also finds ids, which have no spaces.
    assert.deepEqual(await listed(model, "articles", { filter, search: "o sug" }), ["Milk"]);
  });

  it("a list query keeps the chosen locale when the filter names another one", async () => {
    const model = openModel();

    assert.deepEqual(await listed(model, "articles", { filter: { kicker, locale: "fr" } }), []);
  });

  it("a collection lists everything in the chosen locale after its list query is cleared", async () => {
    const model = openModel();
    const french: ListQuery = { filter, state: "draft", search: "x", locale: "fr" };
    await listed(model, "articles", { ...french, sort: { field: "title", descending: true } });

    await listed(model, "articles", clearedListQuery);

    const { rows, total: counted } = articlesOf(model).view;
    assert.equal(counted, await total("articles", "locale=fr"));
    assert.ok(rows.filter(isDocument).every(({ locale }) => locale === "fr"));
  });

  it("a list query ignores the publication status when the type has no drafts", async () => {
    const model = openModel();
    const all = await listed(model, "categories", {});

    assert.deepEqual(await listed(model, "categories", { state: "modified" }), all);
  });

  it("a list query removes the old rows at once, also when the service rejects the filter", async () => {
    const model = openModel();
    await articlesOf(model).open();

    model.lists.changeListQuery(collectionAddress(model, "articles"), { filter: { bogus: 1 } });
    const { rows: before } = articlesOf(model).view;
    const { rows, failure } = await articlesOf(model).open();

    assert.deepEqual([before, rows], [[], []]);
    assert.equal(why([failure!, null]), "ValidationError");
  });

  it("a list query has no effect on what Go to Document finds", async () => {
    const model = openModel();
    model.lists.changeListQuery(collectionAddress(model, "articles"), {
      filter: { kicker: "another" },
      state: "draft",
    });

    const { rows } = must(await model.lists.find(collectionAddress(model, "articles"), kicker));

    assert.equal(rows.length, 3);
  });

  it("a list query is restored in the next window", async () => {
    const listQueries = new ListQueriesInMemory();
    const listQuery: ListQuery = {
      filter,
      state: "draft",
      sort: { field: "title", descending: true },
    };
    const first = openModel({ listQueries });
    first.lists.changeListQuery(collectionAddress(first, "articles"), listQuery);
    first.close();

    const next = openModel({ listQueries });
    const { rows } = await articlesOf(next).open();

    assert.deepEqual(next.lists.listQuery(collectionAddress(next, "articles")), listQuery);
    assert.deepEqual(
      rows.map(({ title }) => title),
      ["Milk"],
    );
    assert.deepEqual(next.lists.listQuery(collectionAddress(next, "pages")), {});
  });

  it("a list query is removed from memory and storage by clearListQueries", async () => {
    const listQueries = new ListQueriesInMemory();
    const model = openModel({ listQueries });
    const articles = collectionAddress(model, "articles");
    model.lists.changeListQuery(articles, { filter, state: "draft" });
    await articlesOf(model).open();

    await model.lists.clearListQueries(model.connection.id);
    const { rows } = await articlesOf(model).open();

    assert.deepEqual([model.lists.listQuery(articles), listQueries.listQueries.size], [{}, 0]);
    assert.ok(rows.length > 1);
  });
});

describe("List query of users", () => {
  it("the list query of users combines filter, search and sort order", async () => {
    const model = openModel();
    const users = await listed(model, "users", {
      filter: { role: { type: "authenticated" } },
      search: "@",
      sort: { field: "email", descending: true },
    });

    const answer = await ask(
      "GET",
      "users?filters[role][type]=authenticated&sort=email:desc&limit=25",
    );
    assert.deepEqual(
      users,
      (answer as { username: string }[]).map(({ username }) => username),
    );
    assert.equal(model.lists.listing(collectionAddress(model, "users")).view.total, users.length);
  });
});
