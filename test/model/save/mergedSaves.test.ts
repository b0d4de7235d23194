import assert from "node:assert/strict";
import { edited } from "../testModel.ts";
import { ask } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changedByBoth, readAttributes } from "./changedByBoth.ts";

describe("Save after another client's", () => {
  it("a save succeeds when the other client changed other attributes, and names them", async () => {
    const both = { mine: { title: "Milk" }, theirs: { kicker: "Hers" } };
    const { id, press } = await changedByBoth(both);

    const { sent, remotePaths } = must((await press())!);

    assert.deepEqual([sent, remotePaths], [["title"], ["kicker"]]);
    assert.deepEqual(await readAttributes(id, "title", "kicker"), ["Milk", "Hers"]);
  });

  it("a save shows the other client's changes after the editor reloads", async () => {
    const both = { mine: { title: "Milk" }, theirs: { kicker: "Hers" } };
    const { model, address, press } = await changedByBoth(both);

    must((await press())!);
    model.documents.finishSave(address);
    const { content } = await model.open(address);

    assert.deepEqual([content["title"], content["kicker"]], ["Milk", "Hers"]);
  });

  it("a save sends nothing and takes the other client's changes when the text has none", async () => {
    const { model, press } = await changedByBoth({ mine: {}, theirs: { kicker: "Hers" } });

    const { sent, remotePaths } = must((await press())!);

    assert.deepEqual([sent, remotePaths, model.sent("PUT")], [[], ["kicker"], []]);
  });

  it("a save is no conflict when both made the same change", async () => {
    const both = { mine: { kicker: "Same" }, theirs: { kicker: "Same" } };
    const { id, press } = await changedByBoth(both);

    const { sent, remotePaths } = must((await press())!);

    assert.deepEqual([sent, remotePaths, await readAttributes(id, "kicker")], [[], [], ["Same"]]);
  });

  it("a save is no conflict when the other client published or edited another locale", async () => {
    const { model, id, press } = await changedByBoth({ mine: { title: "Milk" }, theirs: {} });
    await ask("PUT", `articles/${id}?status=published`, {});
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "Lait" });

    const { sent, remotePaths } = must((await press())!);

    assert.deepEqual(
      [sent, remotePaths, model.documents.conflict(model.article(id))],
      [["title"], [], undefined],
    );
  });
});

describe("Merged change that is not shown yet", () => {
  const tookIn = async () => {
    const both = { mine: { title: "Milk" }, theirs: { kicker: "Hers" } };
    const changed = await changedByBoth(both);
    must((await changed.press())!);
    return changed;
  };

  it("another client's merged change stays when the user edits another attribute", async () => {
    const { model, id, address, snapshot } = await tookIn();

    must(await model.save(address, edited(snapshot, { title: "Cream" })));

    assert.deepEqual(await readAttributes(id, "title", "kicker"), ["Cream", "Hers"]);
  });

  it("another client's merged change is a conflict when the user edits the same attribute", async () => {
    const { model, id, address, snapshot } = await tookIn();

    const outcome = await model.save(address, edited(snapshot, { title: "Milk", kicker: "Mine" }));

    assert.deepEqual(
      [why(outcome), await readAttributes(id, "title", "kicker")],
      ["conflict", ["Milk", "Hers"]],
    );
  });
});
