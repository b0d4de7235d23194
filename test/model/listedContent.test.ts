import assert from "node:assert/strict";
import { edited } from "./desk.ts";
import { articlesOf, documentsIn, place, withStates } from "./lists.ts";
import { ask, make, makeArticle, openDesk, unique } from "./magazine.ts";
import { must } from "./outcomes.ts";

describe("What is listed", () => {
  it("is found by a text, on the service, in the locale that is shown", async () => {
    const desk = openDesk();
    const french = unique("Bouilloire");
    const id = await makeArticle();
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: french });
    const find = async () => {
      const rows = must(await desk.content.find(place(desk, "articles"), french));
      return rows.map(({ title }) => title);
    };

    const inEnglish = await find();
    desk.content.chooseLocale(place(desk, "articles"), "fr");
    const inFrench = await find();

    assert.deepEqual([inEnglish, inFrench], [[], [french]]);
  });

  it("is found by name or address among users", async () => {
    const desk = openDesk();

    const rows = must(await desk.content.find(place(desk, "users"), "NORA.whit"));

    assert.deepEqual(
      rows.map(({ title }) => title),
      ["nora.whitlock"],
    );
  });

  it("shows a save in its row, and leaves the row of another locale alone", async () => {
    const desk = openDesk();
    const { content, documents } = desk;
    documents.onDidSave(({ address, snapshot }) => {
      content.note(address, snapshot);
    });
    const id = await makeArticle({ title: "Tea" });
    await ask("PUT", `articles/${id}?locale=fr`, { title: "Thé" });
    await articlesOf(desk).open();
    await withStates(articlesOf(desk));
    const save = async (locale: string, title: string) => {
      const snapshot = await desk.open(desk.article(id, locale));
      must(await desk.save(desk.article(id, locale), edited(snapshot, { title })));
      const row = documentsIn(articlesOf(desk)).find((one) => one.id === id);
      return [row?.title, row?.state];
    };

    const shown = [await save("fr", "Lait"), await save("en", "Milk")];

    assert.deepEqual(shown, [
      ["Tea", "published"],
      ["Milk", "modified"],
    ]);
  });

  it("is read anew by a refresh, of one place or of the whole connection", async () => {
    const desk = openDesk();
    const name = unique("Category");
    const titles = async () => {
      const { rows } = await desk.content.listing(place(desk, "categories")).open();
      return rows.map(({ title }) => title);
    };
    const before = (await titles()).length;
    const id = await make("categories", { name });
    const known = (await titles()).length;

    desk.content.refresh(place(desk, "categories"));
    const after = await titles();
    await ask("DELETE", `categories/${id}`);
    desk.content.refresh({ connection: desk.connection.id });
    const last = await titles();

    assert.deepEqual([known, after.length, last.length], [before, before + 1, before]);
    assert.deepEqual([after.includes(name), last.includes(name)], [true, false]);
  });

  it("tells which place has changed, and nothing once it is closed", async () => {
    const desk = openDesk();
    const told: string[] = [];
    desk.content.onDidChange(({ type }) => told.push(type));

    await desk.content.listing(place(desk, "categories")).open();
    desk.content.chooseLocale(place(desk, "pages"), "fr");
    const before = [...told];
    desk.content.dispose();
    desk.content.refresh(place(desk, "categories"));

    assert.deepEqual(
      [before, told],
      [
        ["categories", "pages"],
        ["categories", "pages"],
      ],
    );
  });
});
