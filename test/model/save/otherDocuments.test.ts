import assert from "node:assert/strict";
import { edited } from "../testModel.ts";
import { ask, document, draft, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Saving", () => {
  it("saving changes only the edited localization", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "Thé" });
    const snapshot = await model.open(model.article(id, "fr"));

    must(await model.save(model.article(id, "fr"), edited(snapshot, { title: "Tisane" })));

    const titles = await Promise.all(
      ["en", "fr", "de"].map(
        async (code) => (await draft(`articles/${id}`, `locale=${code}`))?.["title"],
      ),
    );
    assert.deepEqual(titles, ["Tea", "Tisane", undefined]);
  });

  it("saving publishes at once for a type without drafts", async () => {
    const model = openModel();
    const id = await make("categories", { name: unique("Category") });
    const address = model.at("categories", id);
    const snapshot = await model.open(address);

    must(await model.save(address, edited(snapshot, { description: "Live" })));

    assert.equal((await document(`categories/${id}`))?.["description"], "Live");
  });

  it("saving changes only the draft of a single type in its locale", async () => {
    const model = openModel();
    const address = model.single("homepage", "fr");
    const published = await document("homepage", "locale=fr");
    const snapshot = await model.open(address);

    must(await model.save(address, edited(snapshot, { heading: "Bonjour" })));

    const after = await draft("homepage", "locale=fr");
    assert.deepEqual(
      [after?.["heading"], await document("homepage", "locale=fr")],
      ["Bonjour", published],
    );
  });
});
