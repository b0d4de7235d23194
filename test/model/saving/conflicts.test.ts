import assert from "node:assert/strict";
import type { Conflict } from "../../../src/model/foundation/outcome.ts";
import { edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { ask, changeElsewhere, makeArticle, openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changedByBoth, own } from "./changedByBoth.ts";
import { linksOf } from "./links.ts";

const notSaved = (desk: Desk): string[] => desk.sent("PUT");

describe("A save of what somebody else has changed, too,", () => {
  it("is stopped by the editor's own check where both changed the same, and writes nothing", async () => {
    const both = { mine: { title: "Mine", summary: "Mine" }, theirs: { title: "Hers" } };
    const { desk, id, address, press } = await changedByBoth(both);

    const outcomes = [await press(), await press()];

    const conflict = desk.documents.conflict(address);
    assert.deepEqual(outcomes, [undefined, undefined]);
    assert.deepEqual([conflict?.theirs, conflict?.both], [["title"], ["title"]]);
    assert.deepEqual([await own(id, "title", "summary"), notSaved(desk)], [["Hers", "Old"], []]);
  });

  it("is stopped also where the change is as long as before, and at every further try", async () => {
    const both = { mine: { kicker: "Mee" }, theirs: { kicker: "You" } };
    const { desk, press } = await changedByBoth(both);

    const outcomes = [await press(), await press("nothing"), await press(), await press("nothing")];

    assert.deepEqual([outcomes, notSaved(desk)], [Array(4).fill(undefined), []]);
  });

  it("stands for all who show it while the person is asked", async () => {
    const both = { mine: { kicker: "Mine" }, theirs: { kicker: "Hers" } };
    const { desk, address, text, opened } = await changedByBoth(both);
    let shown: readonly unknown[] = [];
    desk.documents.onDidChangeEdit(() => (shown = desk.documents.conflict(address)?.both ?? []));
    let whileAsked: readonly unknown[] = [];
    const ask = () => {
      whileAsked = shown;
      return Promise.resolve(undefined);
    };

    await desk.press(address, text, { opened, ask });

    assert.deepEqual(whileAsked, ["kicker"]);
  });

  it("asks once for each version, whatever it was that made the person try again", async () => {
    const both = { mine: { kicker: "Mine" }, theirs: { kicker: "Hers" } };
    const { id, press } = await changedByBoth(both);
    const asked: Conflict[] = [];

    await press("nothing", asked);
    await press("nothing", asked);
    await changeElsewhere(id, { kicker: "Hers again" });
    await press("nothing", asked);

    assert.deepEqual(
      asked.map(({ both }) => both),
      [["kicker"], ["kicker"]],
    );
  });

  it("keeps mine when the person says so, and leaves what only they changed", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers", kicker: "Hers" } };
    const { id, press } = await changedByBoth(both);

    const { taken } = must((await press("mine"))!);

    assert.deepEqual([taken, await own(id, "title", "kicker")], [["kicker"], ["Mine", "Hers"]]);
  });

  it("takes theirs when the person says so, and saves what only the person changed", async () => {
    const both = { mine: { title: "Mine", summary: "Mine" }, theirs: { title: "Hers" } };
    const { desk, id, address, press } = await changedByBoth(both);

    must((await press("theirs"))!);
    desk.documents.finishSave(address);
    const { content } = await desk.open(address);

    assert.deepEqual(await own(id, "title", "summary"), ["Hers", "Mine"]);
    assert.deepEqual([content["title"], content["summary"]], ["Hers", "Mine"]);
  });

  it("can be settled later, by a choice over the version that was told", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { desk, id, address, press } = await changedByBoth(both);
    await press();

    const isChosen = desk.documents.choose(address, "mine");
    must((await press())!);

    assert.deepEqual([isChosen, await own(id, "title")], [true, ["Mine"]]);
    assert.equal(desk.documents.conflict(address), undefined);
  });

  it("asks anew where it changed once more since the choice, and writes nothing until then", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { desk, id, address, press } = await changedByBoth(both);
    await press();
    desk.documents.choose(address, "mine");
    await changeElsewhere(id, { title: "Hers again" });

    const outcome = await press();

    assert.deepEqual(
      [outcome, await own(id, "title"), notSaved(desk)],
      [undefined, ["Hers again"], []],
    );
  });

  it("goes over what the person was told of, when VS Code's own Overwrite writes all the same", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers", kicker: "Hers" } };
    const { desk, id, address, text, press } = await changedByBoth(both);
    await press();

    must(await desk.documents.stat(address, { text }));
    must(await desk.save(address, text));

    assert.deepEqual(await own(id, "title", "kicker"), ["Mine", "Hers"]);
  });

  it("refuses an Overwrite over a version that the person was not told of", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { desk, id, address, text, press } = await changedByBoth(both);
    await press();
    await changeElsewhere(id, { title: "Hers again" });

    must(await desk.documents.stat(address, { text }));
    const outcome = await desk.save(address, text);

    assert.deepEqual([why(outcome), await own(id, "title")], ["conflict", ["Hers again"]]);
  });

  it("refuses a write that comes without a stat, and so without VS Code's own check", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { desk, id, address, text } = await changedByBoth(both);

    const outcomes = [await desk.save(address, text), await desk.save(address, text)];

    assert.deepEqual(outcomes.map(why), ["conflict", "conflict"]);
    assert.deepEqual(await own(id, "title"), ["Hers"]);
  });

  it("counts a change that came while the person was asked what to clear", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    const agree = async () => {
      await changeElsewhere(id, { kicker: "Hers" });
      return true;
    };

    const text = edited(snapshot, { kicker: undefined });
    const outcome = await desk.documents.write(address, { text, confirmClearing: agree });

    assert.deepEqual(
      [why(outcome), await own(id, "kicker"), desk.sent("PUT")],
      ["conflict", ["Hers"], []],
    );
  });
});

describe("A list entry that was edited here, and that somebody else has taken out,", () => {
  it("is there again, as a new one, where the person keeps theirs", async () => {
    const desk = openDesk();
    const link = { url: "https://example.com/one", label: "One" };
    const id = await makeArticle({ links: [link] }, "status=draft");
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    const opened = must(await desk.documents.stat(address));
    await desk.documents.edits.begin(address, snapshot.text);
    await ask("PUT", `articles/${id}?status=draft`, { links: [] });

    const [own] = snapshot.content["links"] as { label: string }[];
    const text = edited(snapshot, { links: [{ ...own, label: "Mine" }] });
    const asking = { opened, ask: () => Promise.resolve("mine" as const) };
    must((await desk.press(address, text, asking))!);

    assert.deepEqual(await linksOf(id), ["Mine"]);
  });
});
