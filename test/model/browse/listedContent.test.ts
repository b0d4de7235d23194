import assert from "node:assert/strict";
import { makeUser } from "../accounts.ts";
import { edited } from "../testModel.ts";
import { articlesOf, documentsIn, collectionAddress, withStates } from "../lists.ts";
import { startFaults } from "../../support/faults.ts";
import { until } from "../../window/until.ts";
import { ask, magazine, make, makeArticle, openModel, total, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("ContentLists", () => {
  it("ContentLists finds documents by a text in the chosen locale", async () => {
    const model = openModel();
    const french = unique("Bouilloire");
    const id = await makeArticle();
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: french });
    const find = async () => {
      const { rows } = must(await model.lists.find(collectionAddress(model, "articles"), french));
      return rows.map(({ title }) => title);
    };

    const inEnglish = await find();
    model.lists.changeListQuery(collectionAddress(model, "articles"), { locale: "fr" });
    const inFrench = await find();

    assert.deepEqual([inEnglish, inFrench], [[], [french]]);
  });

  it("ContentLists finds users by name or email address, in upper or lower case", async () => {
    const model = openModel();
    const { username, email } = await makeUser({ email: `${unique("post").slice(5)}@example.com` });
    const find = async (text: string) => {
      const { rows } = must(await model.lists.find(collectionAddress(model, "users"), text));
      return rows.map(({ title }) => title);
    };

    const foundTitles = [await find(username.toUpperCase()), await find(email.toUpperCase())];

    assert.deepEqual(foundTitles, [[username], [username]]);
  });

  it("ContentLists updates the row of a saved document, and not the row of another locale", async () => {
    const model = openModel();
    const { lists, documents } = model;
    documents.onDidSave(({ address, snapshot }) => lists.note(address, snapshot));
    const id = await makeArticle({ title: "Tea" });
    await ask("PUT", `articles/${id}?locale=fr`, { title: "Thé" });
    await articlesOf(model).open();
    await withStates(articlesOf(model));
    const save = async (locale: string, title: string) => {
      const snapshot = await model.open(model.article(id, locale));
      must(await model.save(model.article(id, locale), edited(snapshot, { title })));
      const row = documentsIn(articlesOf(model)).find((documentRow) => documentRow.id === id);
      return [row?.title, row?.state];
    };

    const shownRows = [await save("fr", "Lait"), await save("en", "Milk")];

    assert.deepEqual(shownRows, [
      ["Tea", "published"],
      ["Milk", "modified"],
    ]);
  });

  it("ContentLists finds a document by its id on any page, within locale and list query", async () => {
    const model = openModel({ pageSize: 2 });
    const old = (await ask(
      "GET",
      "articles?status=draft&sort=updatedAt:asc&pagination[pageSize]=1",
    )) as {
      data: { documentId: string; title: string }[];
    };
    const { documentId: id, title } = old.data[0]!;
    const find = async () => {
      const row = must(await articlesOf(model).find(id));
      return row && [row.title, articlesOf(model).view.rows.length];
    };
    const articles = collectionAddress(model, "articles");

    const unfilteredRow = await find();
    model.lists.changeListQuery(articles, { filter: { title: { $eq: unique("Nothing") } } });
    const filteredOut = await find();
    model.lists.changeListQuery(articles, { filter: { title: { $eq: title } } });
    const filtered = await find();
    model.lists.changeListQuery(articles, { filter: undefined, locale: "none" });
    const elsewhere = await find();

    assert.deepEqual(
      [unfilteredRow, filteredOut, filtered?.[0], elsewhere],
      [[title, 3], undefined, title, undefined],
    );
  });

  it("ContentLists finds a user by id", async () => {
    const model = openModel({ pageSize: 2 });
    const users = (await ask("GET", "users?sort=username:desc")) as {
      id: number;
      username: string;
    }[];
    const { id, username } = users[0]!;

    const row = must(await model.lists.listing(collectionAddress(model, "users")).find(String(id)));

    assert.equal(row?.title, username);
  });

  it("ContentLists counts collections that are not open, four at a time", async () => {
    const proxy = await startFaults(magazine().url);
    const model = openModel({ url: proxy.url });
    must(await model.catalogs.service(model.connection.id));
    const addresses = ["articles", "authors", "categories", "pages", "tags", "users"].map((type) =>
      collectionAddress(model, type),
    );
    const release = proxy.hold(/GET/);
    const earlier = proxy.requests.length;

    const counting = model.lists.count(addresses);
    await until("Nobody counts", () => Promise.resolve(proxy.requests.length >= earlier + 4));
    // A fifth count would arrive before this later request.
    const last = fetch(`${proxy.url}/api/last`);
    const paths = () => proxy.requests.slice(earlier).map(({ path }) => path);
    await until("The other request is lost", () => Promise.resolve(paths().includes("/api/last")));
    const countPaths = paths();
    release();
    await Promise.all([counting, last]);
    await proxy.stop();

    const totals = addresses.map((address) => model.lists.listing(address).view.total);
    const documents = await Promise.all(addresses.slice(0, -1).map(({ type }) => total(type)));
    assert.equal(countPaths.length, 5);
    assert.deepEqual(totals, [...documents, await ask("GET", "users/count")]);
  });

  it("ContentLists reads again after a refresh of one collection or of the connection", async () => {
    const model = openModel();
    const name = unique("Category");
    const titles = async () => {
      const { rows } = await model.lists.listing(collectionAddress(model, "categories")).open();
      return rows.map(({ title }) => title);
    };
    const before = await titles();
    const id = await make("categories", { name });
    const known = await titles();

    model.lists.refresh(collectionAddress(model, "categories"));
    const after = await titles();
    await ask("DELETE", `categories/${id}`);
    model.lists.refresh({ connection: model.connection.id });
    const last = await titles();

    assert.deepEqual([known, last], [before, before]);
    assert.deepEqual([before.includes(name), after.includes(name)], [false, true]);
  });

  it("ContentLists reports the type of each change, and nothing after dispose", async () => {
    const model = openModel();
    const reported: string[] = [];
    model.lists.onDidChange(({ type }) => reported.push(type));

    await model.lists.listing(collectionAddress(model, "categories")).open();
    model.lists.changeListQuery(collectionAddress(model, "pages"), { locale: "fr" });
    const before = [...reported];
    model.lists.dispose();
    model.lists.refresh(collectionAddress(model, "categories"));

    assert.deepEqual(
      [before, reported],
      [
        ["categories", "pages"],
        ["categories", "pages"],
      ],
    );
  });
});
