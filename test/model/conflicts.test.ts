import assert from "node:assert/strict";
import type { Side } from "../../src/model/saving/merge.ts";
import type { Conflict } from "../../src/model/outcome.ts";
import { edited } from "./desk.ts";
import type { Desk } from "./desk.ts";
import { ask, changeElsewhere, draft, makeArticle, openDesk } from "./magazine.ts";
import { must, why } from "./outcomes.ts";

const own = async (id: string, ...names: string[]): Promise<unknown[]> => {
  const version = await draft(`articles/${id}`);
  return names.map((name) => version?.[name]);
};

type Change = Readonly<Record<string, string>>;

/** An open article that somebody else has changed, with the own change in its text. */
async function changedByBoth({ mine, theirs }: { readonly mine: Change; readonly theirs: Change }) {
  const desk = openDesk();
  const id = await makeArticle({ title: "Tea", kicker: "Old", summary: "Old" }, "status=draft");
  const address = desk.article(id);
  const snapshot = await desk.open(address);
  const opened = must(await desk.documents.stat(address));
  await desk.documents.edits.begin(address, snapshot.text);
  await changeElsewhere(id, theirs);
  const text = edited(snapshot, mine);
  /** Ctrl+S, answering with a side where a question comes; no question where none is given. */
  const press = async (side?: Side | "nothing", asked: Conflict[] = []) => {
    const answer = (conflict: Conflict) => {
      asked.push(conflict);
      return Promise.resolve(side === "nothing" ? undefined : side);
    };
    return desk.press(address, text, { opened, ...(side && { ask: answer }) });
  };
  return { desk, id, address, snapshot, text, opened, press };
}

const notSaved = (desk: Desk): string[] => desk.sent("PUT");

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
    desk.documents.settle(address);
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
    desk.documents.settle(address);
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
    const outcome = await desk.documents.write(address, { text, agree });

    assert.deepEqual(
      [why(outcome), await own(id, "kicker"), desk.sent("PUT")],
      ["conflict", ["Hers"], []],
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

    const there = await draft(`articles/${id}`, "populate=links");
    const labels = (there?.["links"] as { label: string }[]).map(({ label }) => label);
    assert.deepEqual(labels, ["Mine"]);
  });
});
