import assert from "node:assert/strict";
import { edited } from "../desk.ts";
import { changeElsewhere, draft, make, makeArticle, openDesk, unique } from "../magazine.ts";
import { makeTranslated } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("Delete", () => {
  it("deletes the draft and published version of every locale", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const looked = must(await desk.lifecycle.preview(desk.article(id, "fr")));

    must(await desk.lifecycle.delete(desk.article(id, "fr"), looked));

    assert.deepEqual(
      [await draft(`articles/${id}`), await draft(`articles/${id}`, "locale=fr")],
      [undefined, undefined],
    );
  });

  it("removes the tree row, and notifies the editors of every locale", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const other = await makeArticle();
    await desk.open(desk.article(id));
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await desk.open(desk.article(id, "fr"));
    await desk.open(desk.article(other));
    const listing = desk.content.listing({ connection: desk.connection.id, type: "articles" });
    const { rows } = await listing.open();
    const gone: unknown[] = [];
    desk.documents.onDidChange((change) => gone.push(change));

    must(await desk.lifecycle.delete(desk.article(id), looked));

    assert.deepEqual(
      gone,
      ["en", "fr"].map((code) => ({ address: desk.article(id, code), kind: "deleted" })),
    );
    const left = listing.view.rows.map((row) => row.id);
    assert.deepEqual(
      left,
      rows.map((row) => row.id).filter((one) => one !== id),
    );
    assert.equal(left.length, rows.length - 1);
  });

  it("prevents later saves from creating the document again", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const snapshot = await desk.open(address);
    const looked = must(await desk.lifecycle.preview(address));
    must(await desk.lifecycle.delete(address, looked));

    const save = await desk.save(address, edited(snapshot, { title: "Milk" }));
    const stat = await desk.documents.stat(address);
    const again = await desk.save(address, edited(snapshot, { title: "Milk" }));

    assert.deepEqual(
      [save, stat, again].filter(([failure]) => failure === null),
      [],
    );
    assert.deepEqual([desk.sent("PUT"), await draft(`articles/${address.id}`)], [[], undefined]);
  });

  it("is rejected when the draft changed after the preview", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await changeElsewhere(id, { title: "Cup" });

    const outcome = await desk.lifecycle.delete(desk.article(id), looked);

    assert.deepEqual(
      [why(outcome), (await draft(`articles/${id}`))?.["title"], desk.sent("DELETE")],
      ["changed-meanwhile", "Cup", []],
    );
  });

  it("is rejected when another locale changed after the preview", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await changeElsewhere(id, { title: "Lait" }, "locale=fr");

    const outcome = await desk.lifecycle.delete(desk.article(id), looked);

    assert.deepEqual([why(outcome), desk.sent("DELETE")], ["changed-meanwhile", []]);
  });

  it("fails with gone when the document was already deleted", async () => {
    const desk = openDesk();
    const address = desk.at("categories", await make("categories", { name: unique("Category") }));
    const looked = must(await desk.lifecycle.preview(address));
    must(await desk.lifecycle.delete(address, looked));

    const again = await desk.lifecycle.delete(address, looked);

    assert.deepEqual([why(again), desk.sent("DELETE").length], ["gone", 1]);
  });

  it("sends nothing after the user cancels", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    const looked = must(await desk.lifecycle.preview(address));

    const outcome = await desk.lifecycle.delete(address, looked, AbortSignal.abort());

    const { title } = (await draft(`articles/${address.id}`)) ?? {};
    assert.notEqual(why(outcome), undefined);
    assert.deepEqual([desk.sent("DELETE"), title], [[], "Tea"]);
  });

  it("is rejected for users", async () => {
    const desk = openDesk();
    const address = desk.at("users", "1");
    const looked = must(await desk.lifecycle.preview(address));

    const outcome = await desk.lifecycle.delete(address, looked);

    assert.deepEqual([why(outcome), desk.sent("DELETE")], ["no-type", []]);
  });
});
