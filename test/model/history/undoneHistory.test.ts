import assert from "node:assert/strict";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { changeElsewhere, makeArticle, makeTranslated, openModel, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { now, saveAll } from "./saveAll.ts";

describe("Undo Last Save, repeated", () => {
  it("Undo Last Save undoes one more save each time until none is left", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "One" }, "status=draft"));
    await saveAll(model, address, { title: "Two" }, { title: "Three" }, { kicker: "Hot" });

    const valueHistory: unknown[] = [];
    for (let times = 0; times < 3; times += 1) {
      must(await undoLastSave(address, model));
      valueHistory.push(await now(address.id, "title", "kicker"));
    }
    const outcome = await undoLastSave(address, model);

    assert.deepEqual(valueHistory, [
      ["Three", "Made"],
      ["Two", "Made"],
      ["One", "Made"],
    ]);
    assert.equal(why(outcome), "nothing-to-undo");
  });

  it("Undo Last Save first undoes a save that followed an undo", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "One" }, "status=draft"));
    await saveAll(model, address, { title: "Two" });
    must(await undoLastSave(address, model));
    await saveAll(model, address, { title: "Three" });

    must(await undoLastSave(address, model));
    const outcome = await undoLastSave(address, model);

    assert.deepEqual([await now(address.id, "title"), why(outcome)], [["One"], "nothing-to-undo"]);
  });

  it("Undo Last Save undoes only saves, and only those of the same locale", async () => {
    const model = openModel();
    const id = await makeTranslated(unique("Tea"), "Thé");
    await saveAll(model, model.article(id), { title: "Milk" });
    const previewed = must(await model.publication.preview(model.article(id, "fr")));
    must(await model.publication.publish(model.article(id, "fr"), previewed));

    const outcome = await undoLastSave(model.article(id, "fr"), model);

    assert.deepEqual([why(outcome), await now(id, "title")], ["nothing-to-undo", ["Milk"]]);
  });

  it("Undo Last Save skips a save that never arrived and undoes one that did, whatever its entry says", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "One" }));
    const service = must(await model.catalogs.type(address.connection, address.type));
    const killed = async (before: string, after: string) =>
      must(
        await model.journal.begin(
          {
            action: "save",
            address,
            title: before,
            paths: ["title"],
            before: { en: { title: before } },
            after: { en: { title: after } },
          },
          service,
        ),
      );
    await killed("One", "Two");
    await changeElsewhere(address.id, { title: "Two" });
    await killed("Two", "Never arrived");

    must(await undoLastSave(address, model));

    assert.deepEqual(await now(address.id, "title"), ["One"]);
  });

  it("Undo Last Save has a journal entry of its own and doesn't undo itself", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    await saveAll(model, address, { title: "Milk" });

    must(await undoLastSave(address, model));

    const [undo, save] = await model.journal.history(address);
    assert.deepEqual(
      [undo?.undoes, undo?.outcome, undo?.paths, undo?.after["en"]?.["title"]],
      [save?.id, "done", ["title"], "Tea"],
    );
  });
});
