import assert from "node:assert/strict";
import { edited } from "./desk.ts";
import { ask, changeElsewhere, draft, makeArticle, openDesk, total } from "./magazine.ts";
import { must, why } from "./outcomes.ts";

const own = async (id: string, ...names: string[]): Promise<unknown[]> => {
  const version = await draft(`articles/${id}`);
  return names.map((name) => version?.[name]);
};

describe("A save after somebody else's change", () => {
  it("is refused where no stat has told of it, though the text is as long as before", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Mine" }, "status=draft");
    const snapshot = await desk.open(desk.article(id));
    await changeElsewhere(id, { kicker: "Hers" });

    const outcome = await desk.save(desk.article(id), edited(snapshot, { title: "Milk" }));

    assert.deepEqual(
      [why(outcome), await own(id, "title", "kicker"), desk.sent("PUT")],
      ["changed-meanwhile", ["Tea", "Hers"], []],
    );
  });

  it("is refused even where there is nothing to send", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    const { text } = await desk.open(desk.article(id));
    await changeElsewhere(id, { kicker: "Hers" });

    const outcome = await desk.save(desk.article(id), text);

    assert.equal(why(outcome), "changed-meanwhile");
  });

  it("is refused right behind a save of our own, too", async () => {
    const desk = openDesk();
    const id = await makeArticle({ kicker: "Mine" });
    const snapshot = await desk.open(desk.article(id));
    must(await desk.save(desk.article(id), edited(snapshot, { title: "Milk" })));
    await changeElsewhere(id, { kicker: "Hers" });

    const outcome = await desk.save(desk.article(id), edited(snapshot, { title: "Cream" }));

    assert.deepEqual(
      [why(outcome), await own(id, "title", "kicker")],
      ["changed-meanwhile", ["Milk", "Hers"]],
    );
  });

  it("lets the next stat tell of it, so that the editor asks the person", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    must(await desk.save(address, edited(snapshot, { title: "Milk" })));
    const before = must(await desk.documents.stat(address));
    await changeElsewhere(id, { kicker: "Hers" });

    const outcome = await desk.save(address, edited(snapshot, { title: "Cream" }));
    const after = must(await desk.documents.stat(address));

    assert.equal(why(outcome), "changed-meanwhile");
    assert.ok(after.modified > before.modified);
    assert.notEqual(after.size, before.size);
  });

  it("goes, when the person overwrites on purpose, with the person's own changes alone", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Old", summary: "Old" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    await changeElsewhere(id, { title: "Hers", kicker: "Hers" });

    await desk.noticeChange(address);
    must(await desk.save(address, edited(snapshot, { title: "Mine", summary: "Mine" })));

    assert.deepEqual(await own(id, "title", "kicker", "summary"), ["Mine", "Hers", "Mine"]);
  });

  it("is refused where that change came while the person was asked what to clear", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    const agree = async () => {
      await changeElsewhere(id, { kicker: "Hers" });
      return true;
    };

    const text = edited(snapshot, { kicker: undefined });
    const outcome = await desk.documents.write(address, { text, agree });

    assert.deepEqual(
      [why(outcome), await own(id, "kicker"), desk.sent("PUT")],
      ["changed-meanwhile", ["Hers"], []],
    );
  });

  it("leaves that change alone also when the person types on before the editor has loaded it", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    await desk.documents.edit(address);
    await changeElsewhere(id, { kicker: "Hers" });
    await desk.noticeChange(address);

    must(await desk.save(address, edited(snapshot, { title: "Milk" })));
    must(await desk.save(address, edited(snapshot, { title: "Cream" })));

    assert.deepEqual(await own(id, "title", "kicker"), ["Cream", "Hers"]);
  });

  it("goes from what the editor has loaded, once it has loaded that change", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = desk.article(id);
    await desk.open(address);
    await changeElsewhere(id, { kicker: "Hers" });
    await desk.noticeChange(address);
    const loaded = await desk.open(address);

    must(await desk.save(address, edited(loaded, { title: "Milk", kicker: "Old" })));

    assert.deepEqual(await own(id, "title", "kicker"), ["Milk", "Old"]);
  });

  it("is free again after it was settled by loading", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    must(await desk.save(address, edited(snapshot, { title: "Milk" })));
    desk.documents.settle(address);
    const loaded = await desk.open(address);

    const outcome = await desk.save(address, edited(loaded, { title: "Cream" }));

    assert.deepEqual([why(outcome), await own(id, "title")], [undefined, ["Cream"]]);
  });
});

describe("A save of what is not there", () => {
  it("says that it is gone where somebody deleted it, and makes nothing anew", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    const snapshot = await desk.open(desk.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);
    const before = await total("articles", "locale=*");

    const outcome = await desk.save(desk.article(id), edited(snapshot, { title: "Milk" }));

    assert.deepEqual(
      [why(outcome), await draft(`articles/${id}`), await total("articles", "locale=*")],
      ["gone", undefined, before],
    );
    assert.deepEqual([desk.sent("PUT"), desk.sent("POST")], [[], []]);
  });

  it("makes no localization of a single type that somebody deleted", async () => {
    const desk = openDesk();
    const address = desk.single("homepage", "de");
    const snapshot = await desk.open(address);
    await ask("DELETE", "homepage?locale=de");

    const outcome = await desk.save(address, edited(snapshot, { heading: "Guten Tag" }));

    const after = await draft("homepage", "locale=de");
    await ask("PUT", "homepage?locale=de&status=draft", { heading: snapshot.content["heading"] });
    assert.deepEqual([why(outcome), after], ["nothing-yet", undefined]);
  });

  it("is refused where it was never opened, though it is on the service", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });

    const outcomes = [
      await desk.save(desk.article(id), '{ "title": "Milk" }'),
      await desk.save(desk.article("nobody"), "{}"),
      await desk.save(desk.article(id, "fr"), "{}"),
    ];

    assert.deepEqual(outcomes.map(why), Array(3).fill("never-opened"));
    assert.deepEqual([await own(id, "title"), desk.log], [["Tea"], []]);
  });
});
