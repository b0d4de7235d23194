import assert from "node:assert/strict";
import { edited } from "../desk.ts";
import { ask, draft, makeArticle, openDesk, total } from "../magazine.ts";
import { why } from "../outcomes.ts";

describe("Saving a document that doesn't exist", () => {
  it('fails with "gone" when another client deleted it, and creates nothing', async () => {
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

  it("creates no localization of a single type that was deleted", async () => {
    const desk = openDesk();
    const address = desk.single("homepage", "de");
    const snapshot = await desk.open(address);
    await ask("DELETE", "homepage?locale=de");

    const outcome = await desk.save(address, edited(snapshot, { heading: "Guten Tag" }));

    const after = await draft("homepage", "locale=de");
    await ask("PUT", "homepage?locale=de&status=draft", { heading: snapshot.content["heading"] });
    assert.deepEqual([why(outcome), after], ["nothing-yet", undefined]);
  });

  it("is refused when the document was never opened", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });

    const outcomes = [
      await desk.save(desk.article(id), '{ "title": "Milk" }'),
      await desk.save(desk.article("nobody"), "{}"),
      await desk.save(desk.article(id, "fr"), "{}"),
    ];

    assert.deepEqual(outcomes.map(why), Array(3).fill("never-opened"));
    assert.deepEqual([(await draft(`articles/${id}`))?.["title"], desk.log], ["Tea", []]);
  });
});
