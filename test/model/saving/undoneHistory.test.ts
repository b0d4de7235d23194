import assert from "node:assert/strict";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import { changeElsewhere } from "../magazine.ts";
import { makeArticle, makeTranslated, openDesk, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { now, saveAll } from "./saveAll.ts";

describe("Undo Last Save, repeated", () => {
  it("undoes one more save each time until none is left", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "One" }, "status=draft"));
    await saveAll(desk, address, { title: "Two" }, { title: "Three" }, { kicker: "Hot" });

    const held: unknown[] = [];
    for (let times = 0; times < 3; times += 1) {
      must(await undoLastSave(address, desk));
      held.push(await now(address.id, "title", "kicker"));
    }
    const outcome = await undoLastSave(address, desk);

    assert.deepEqual(held, [
      ["Three", "Made"],
      ["Two", "Made"],
      ["One", "Made"],
    ]);
    assert.equal(why(outcome), "nothing-to-undo");
  });

  it("undoes a save that followed an undo first", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "One" }, "status=draft"));
    await saveAll(desk, address, { title: "Two" });
    must(await undoLastSave(address, desk));
    await saveAll(desk, address, { title: "Three" });

    must(await undoLastSave(address, desk));
    const outcome = await undoLastSave(address, desk);

    assert.deepEqual([await now(address.id, "title"), why(outcome)], [["One"], "nothing-to-undo"]);
  });

  it("undoes only saves, and only those of the same locale", async () => {
    const desk = openDesk();
    const id = await makeTranslated(unique("Tea"), "Thé");
    await saveAll(desk, desk.article(id), { title: "Milk" });
    const looked = must(await desk.lifecycle.preview(desk.article(id, "fr")));
    must(await desk.lifecycle.publish(desk.article(id, "fr"), looked));

    const outcome = await undoLastSave(desk.article(id, "fr"), desk);

    assert.deepEqual([why(outcome), await now(id, "title")], ["nothing-to-undo", ["Milk"]]);
  });

  it("skips a save that never arrived and undoes one that did, whatever its journal entry says", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "One" }));
    const service = must(await desk.catalogs.type(address.connection, address.type));
    const killed = async (before: string, after: string) =>
      must(
        await desk.journal.begin(
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

    must(await undoLastSave(address, desk));

    assert.deepEqual(await now(address.id, "title"), ["One"]);
  });

  it("has a journal entry of its own and doesn't undo itself", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    await saveAll(desk, address, { title: "Milk" });

    must(await undoLastSave(address, desk));

    const [undo, save] = await desk.journal.history(address);
    assert.deepEqual(
      [undo?.undoes, undo?.outcome, undo?.paths, undo?.after["en"]?.["title"]],
      [save?.id, "done", ["title"], "Tea"],
    );
  });
});
