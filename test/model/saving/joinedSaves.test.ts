import assert from "node:assert/strict";
import { edited } from "../desk.ts";
import { ask } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changedByBoth, own } from "./changedByBoth.ts";

describe("A save after somebody else's change", () => {
  it("goes where they changed something else, and says what it took in", async () => {
    const both = { mine: { title: "Milk" }, theirs: { kicker: "Hers" } };
    const { id, press } = await changedByBoth(both);

    const { sent, taken } = must((await press())!);

    assert.deepEqual([sent, taken], [true, ["kicker"]]);
    assert.deepEqual(await own(id, "title", "kicker"), ["Milk", "Hers"]);
  });

  it("shows what it took in, once the editor has settled", async () => {
    const both = { mine: { title: "Milk" }, theirs: { kicker: "Hers" } };
    const { desk, address, press } = await changedByBoth(both);

    must((await press())!);
    desk.documents.finishSave(address);
    const { content } = await desk.open(address);

    assert.deepEqual([content["title"], content["kicker"]], ["Milk", "Hers"]);
  });

  it("takes in what they changed where there is nothing of one's own to send", async () => {
    const { desk, press } = await changedByBoth({ mine: {}, theirs: { kicker: "Hers" } });

    const { sent, taken } = must((await press())!);

    assert.deepEqual([sent, taken, desk.sent("PUT")], [false, ["kicker"], []]);
  });

  it("is no conflict where both made the same change", async () => {
    const both = { mine: { kicker: "Same" }, theirs: { kicker: "Same" } };
    const { id, press } = await changedByBoth(both);

    const { sent, taken } = must((await press())!);

    assert.deepEqual([sent, taken, await own(id, "kicker")], [false, [], ["Same"]]);
  });

  it("is no conflict where only the version moved: somebody published, or edited another locale", async () => {
    const { desk, id, press } = await changedByBoth({ mine: { title: "Milk" }, theirs: {} });
    await ask("PUT", `articles/${id}?status=published`, {});
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "Lait" });

    const { sent, taken } = must((await press())!);

    assert.deepEqual(
      [sent, taken, desk.documents.conflict(desk.article(id))],
      [true, [], undefined],
    );
  });
});

describe("What a save took in while the person typed on, and the editor does not show yet,", () => {
  const tookIn = async () => {
    const both = { mine: { title: "Milk" }, theirs: { kicker: "Hers" } };
    const changed = await changedByBoth(both);
    must((await changed.press())!);
    return changed;
  };

  it("stays, where the person changes something else", async () => {
    const { desk, id, address, snapshot } = await tookIn();

    must(await desk.save(address, edited(snapshot, { title: "Cream" })));

    assert.deepEqual(await own(id, "title", "kicker"), ["Cream", "Hers"]);
  });

  it("is asked about, where the person changes the same", async () => {
    const { desk, id, address, snapshot } = await tookIn();

    const outcome = await desk.save(address, edited(snapshot, { title: "Milk", kicker: "Mine" }));

    assert.deepEqual(
      [why(outcome), await own(id, "title", "kicker")],
      ["conflict", ["Milk", "Hers"]],
    );
  });
});
