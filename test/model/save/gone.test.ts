import assert from "node:assert/strict";
import { edited } from "../testModel.ts";
import { ask, draft, makeArticle, openModel, total } from "../magazine.ts";
import { why } from "../outcomes.ts";

describe("Save of a missing document", () => {
  it('saving a document that another client deleted fails with "gone", and creates nothing', async () => {
    const model = openModel();
    const id = await makeArticle();
    const snapshot = await model.open(model.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);
    const before = await total("articles", "locale=*");

    const outcome = await model.save(model.article(id), edited(snapshot, { title: "Milk" }));

    assert.deepEqual(
      [why(outcome), await draft(`articles/${id}`), await total("articles", "locale=*")],
      ["gone", undefined, before],
    );
    assert.deepEqual([model.sent("PUT"), model.sent("POST")], [[], []]);
  });

  it("saving creates no localization of a single type that was deleted", async () => {
    const model = openModel();
    const address = model.single("homepage", "de");
    const snapshot = await model.open(address);
    await ask("DELETE", "homepage?locale=de");

    const outcome = await model.save(address, edited(snapshot, { heading: "Guten Tag" }));

    const after = await draft("homepage", "locale=de");
    await ask("PUT", "homepage?locale=de&status=draft", { heading: snapshot.content["heading"] });
    assert.deepEqual([why(outcome), after], ["nothing-yet", undefined]);
  });

  it("saving is refused when the document was never opened", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });

    const outcomes = [
      await model.save(model.article(id), '{ "title": "Milk" }'),
      await model.save(model.article("nobody"), "{}"),
      await model.save(model.article(id, "fr"), "{}"),
    ];

    assert.deepEqual(outcomes.map(why), Array(3).fill("never-opened"));
    assert.deepEqual([(await draft(`articles/${id}`))?.["title"], model.log], ["Tea", []]);
  });
});
