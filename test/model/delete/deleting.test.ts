import assert from "node:assert/strict";
import { edited } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  draft,
  make,
  makeArticle,
  openModel,
  unique,
  makeTranslated,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("Delete", () => {
  it("Delete deletes the draft and published version of every locale", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const previewed = must(await model.publication.preview(model.article(id, "fr")));

    must(await model.publication.delete(model.article(id, "fr"), previewed));

    assert.deepEqual(
      [await draft(`articles/${id}`), await draft(`articles/${id}`, "locale=fr")],
      [undefined, undefined],
    );
  });

  it("Delete removes the tree row, and notifies the editors of every locale", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const other = await makeArticle();
    await model.open(model.article(id));
    const previewed = must(await model.publication.preview(model.article(id)));
    await model.open(model.article(id, "fr"));
    await model.open(model.article(other));
    const listing = model.lists.listing({ connection: model.connection.id, type: "articles" });
    const { rows } = await listing.open();
    const changes: unknown[] = [];
    model.documents.onDidChange((change) => changes.push(change));

    must(await model.publication.delete(model.article(id), previewed));

    assert.deepEqual(
      changes,
      ["en", "fr"].map((code) => ({ address: model.article(id, code), kind: "deleted" })),
    );
    const remainingIds = listing.view.rows.map((row) => row.id);
    assert.deepEqual(
      remainingIds,
      rows.map((row) => row.id).filter((rowId) => rowId !== id),
    );
    assert.equal(remainingIds.length, rows.length - 1);
  });

  it("Delete refreshes an open document whose relation it removed", async () => {
    const model = openModel();
    const id = await makeArticle();
    const address = model.article(await makeArticle({ sequel: id }));
    await model.open(address);
    const inbound = must(await model.publication.inbound(model.article(id)));
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.delete(model.article(id), { ...previewed, inbound }));

    const { content } = model.documents.latestSnapshot(address) ?? {};
    assert.equal(content?.["sequel"], null);
  });

  it("Delete refreshes an open single type whose relation it removed", async () => {
    const model = openModel();
    const author = await make("authors", { name: unique("Author") });
    const before = await draft("homepage", "locale=en&populate=featuredAuthors");
    const put = (featuredAuthors: unknown) =>
      ask("PUT", "homepage?status=draft&locale=en", { featuredAuthors });
    await put([author]);
    const homepage = model.single("homepage", "en");
    await model.open(homepage);
    const inbound = must(await model.publication.inbound(model.at("authors", author)));
    const previewed = must(await model.publication.preview(model.at("authors", author)));

    must(await model.publication.delete(model.at("authors", author), { ...previewed, inbound }));

    const { content } = model.documents.latestSnapshot(homepage) ?? {};
    await put(before?.["featuredAuthors"]);
    assert.deepEqual(content?.["featuredAuthors"], []);
  });

  it("Delete prevents later saves from creating the document again", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    const previewed = must(await model.publication.preview(address));
    must(await model.publication.delete(address, previewed));

    const save = await model.save(address, edited(snapshot, { title: "Milk" }));
    const stat = await model.documents.stat(address);
    const again = await model.save(address, edited(snapshot, { title: "Milk" }));

    assert.deepEqual(
      [save, stat, again].filter(([failure]) => failure === null),
      [],
    );
    assert.deepEqual([model.sent("PUT"), await draft(`articles/${address.id}`)], [[], undefined]);
  });

  it("Delete is rejected when the draft changed after the preview", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const previewed = must(await model.publication.preview(model.article(id)));
    await changeElsewhere(id, { title: "Cup" });

    const outcome = await model.publication.delete(model.article(id), previewed);

    assert.deepEqual(
      [why(outcome), (await draft(`articles/${id}`))?.["title"], model.sent("DELETE")],
      ["changed-meanwhile", "Cup", []],
    );
  });

  it("Delete is rejected when another locale changed after the preview", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const previewed = must(await model.publication.preview(model.article(id)));
    await changeElsewhere(id, { title: "Lait" }, "locale=fr");

    const outcome = await model.publication.delete(model.article(id), previewed);

    assert.deepEqual([why(outcome), model.sent("DELETE")], ["changed-meanwhile", []]);
  });

  it("Delete fails with gone when the document was already deleted", async () => {
    const model = openModel();
    const address = model.at("categories", await make("categories", { name: unique("Category") }));
    const previewed = must(await model.publication.preview(address));
    must(await model.publication.delete(address, previewed));

    const again = await model.publication.delete(address, previewed);

    assert.deepEqual([why(again), model.sent("DELETE").length], ["gone", 1]);
  });

  it("Delete sends nothing after the user cancels", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    const previewed = must(await model.publication.preview(address));

    const outcome = await model.publication.delete(address, previewed, AbortSignal.abort());

    const { title } = (await draft(`articles/${address.id}`)) ?? {};
    assert.notEqual(why(outcome), undefined);
    assert.deepEqual([model.sent("DELETE"), title], [[], "Tea"]);
  });

  it("Delete is rejected for users", async () => {
    const model = openModel();
    const address = model.at("users", "1");
    const previewed = must(await model.publication.preview(address));

    const outcome = await model.publication.delete(address, previewed);

    assert.deepEqual([why(outcome), model.sent("DELETE")], ["no-type", []]);
  });
});
